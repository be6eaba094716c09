import type { Caller } from "../../http/routes.ts";

/** An extension's password leaves the server only for the agent it is bound to. */
export const isOwnLogin = (caller: Pick<Caller, "compId" | "agentId">, name: string): boolean =>
  caller.agentId !== null && name === `${caller.compId}${caller.agentId}`;
