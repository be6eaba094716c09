/** Work orders: flows, the machine that moves an order, codes, endpoints. An entry of its own: only the apps that show orders load it. */
export * from "./area.ts";
export * from "./codes.ts";
export * from "./delegates.ts";
export * from "./due.ts";
export * from "./flow.ts";
export * from "./flows.ts";
export * from "./judge.ts";
export * from "./machine/index.ts";
export * from "./nodes.ts";
export * from "./orders.ts";
export * from "./read.ts";
export * from "./route.ts";
export * from "./simulate.ts";
export * from "./validate.ts";
export * from "./warns.ts";
