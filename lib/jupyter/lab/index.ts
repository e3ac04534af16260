export { copyNotebooks, ownNotebooks } from "./copyNotebooks";
export { findLab, type Lab } from "./findLab";
export { findPython, isRecent, type Python } from "./findPython";
export { privateLab, type PrivateLabOptions } from "./privateLab";
export { startLab, type LabOptions } from "./startLab";
