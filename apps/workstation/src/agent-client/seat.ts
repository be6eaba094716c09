import { accountOf, isAdministrator, isLocalPhone, isSeat } from "@liantai/api/contract";
import type { UserInfo } from "@liantai/api/client";
import type { CtiLogin } from "../links/cti-link.ts";
import type { AgentPhoneConfig } from "../softphone/ports.ts";
import { keepMode } from "../device-check/readiness.ts";
import type { AgentClientPorts, Had } from "./ports.ts";

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

/** How the seat's soft phone registers, with what speaks to it where the page is not one itself. */
export async function devicePhone(
  { http, localPhone, storage }: Pick<AgentClientPorts, "http" | "localPhone" | "storage">,
  user: UserInfo,
  instance: string,
): Promise<Had<AgentPhoneConfig>> {
  const had = await http.phoneConfig(user, instance);
  if ("failure" in had) return had;
  keepMode(storage, had.got.deviceCheck);
  if (!isLocalPhone(user.terminalType)) return had;
  return { got: { ...had.got, open: await localPhone() } };
}
