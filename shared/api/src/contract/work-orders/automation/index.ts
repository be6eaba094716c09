/** Triggers and macros of forms (docs/protocol.md, W40 to W49). */
export * from "./faults.ts";
export * from "./judge.ts";
export * from "./macros.ts";
export { subjectKinds, type SubjectKind } from "./parts.ts";
export * from "./properties.ts";
export * from "./triggers.ts";
export * from "./types.ts";
export * from "./words.ts";
