export * from "./endpoints.ts";
export * from "./progress.ts";
export * from "./read.ts";
export * from "./steps.ts";
export * from "./target.ts";
