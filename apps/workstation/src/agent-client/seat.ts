import { accountOf, isAdministrator, isSeat } from "@liantai/api/contract";
import type { UserInfo } from "@liantai/api/client";
import type { CtiLogin } from "../links/cti-link.ts";

/** Agents and monitors have a seat; operators and administrators have none in the CTI (realtime.md section 4). */
export const hasSeat = (user: UserInfo): boolean => isSeat(user) && user.agentId !== null && user.compId !== null;

/** As whom the link signs in, once it is known that there is a seat or none; undefined: nobody of the enterprise. */
export function ctiLogin(user: UserInfo, instance: string): CtiLogin | undefined {
  const { compId, userName } = user;
  if (compId === null) return undefined;
  if (isAdministrator(user)) return { type: "admin", compId, userName: accountOf(userName) };
  return {
    compId,
    agentId: user.agentId ?? "",
    extension: user.extension ?? "",
    terminalType: String(user.terminalType),
    instance,
  };
}
