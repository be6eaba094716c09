/** Work orders: flows, the machine that moves an order, codes. An entry of its own: only the apps that show orders load it. */
export * from "./codes.ts";
export * from "./due.ts";
export * from "./flow.ts";
export * from "./machine/index.ts";
export * from "./route.ts";
export * from "./simulate.ts";
export * from "./validate.ts";
