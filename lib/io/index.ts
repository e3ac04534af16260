export { ssdmlHome } from "./home";
