/** Flows of a few nodes, for tests outside this package. */
export * from "../contract/flows/engine/testing/build.ts";
export * from "../contract/flows/engine/testing/caller.ts";
export * from "../contract/flows/engine/testing/log.ts";
