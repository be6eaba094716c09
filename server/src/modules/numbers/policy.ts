import { accountOf, isAdministrator } from "@liantai/api/contract";
import type { Caller } from "../../http/routes.ts";

/** A SIP password leaves the server only for the agent it is bound to, and for the administrator whose session it is. */
export const isOwnLogin = (
  caller: Pick<Caller, "compId" | "agentId" | "roleType" | "userName">,
  name: string,
): boolean =>
  caller.agentId === null
    ? isAdministrator(caller) && name === `${caller.compId}${accountOf(caller.userName)}`
    : name === `${caller.compId}${caller.agentId}`;
