/** What supervisors change beside flows. */
export * from "./look-up.ts";
export * from "./look-up-sheets.ts";
export * from "./look-up-tables.ts";
export * from "./prompt.ts";
export * from "./shared-prompts.ts";
export { contentLimits, contentPage, type FlowContentKind, type FlowContentSummaries } from "./resource.ts";
