export * from "../../common/breathe";
