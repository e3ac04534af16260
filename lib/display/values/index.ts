export { shownValue } from "./shownValue";
