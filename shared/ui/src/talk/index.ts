/** What is said in a talk, as the bar, 实时监控 and 通话详情 draw it. No bundle of its own: it comes with the part that draws it. */
export { Dialogue, type ShownEntry } from "./dialogue.tsx";
export { Warnings, type ShownWarning } from "./warnings.tsx";
