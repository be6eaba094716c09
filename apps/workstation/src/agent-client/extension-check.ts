/** What is asked and said of the seat's telephone once a link is signed in. */
import type { UserInfo } from "@liantai/api/client";
import { isPagePhone } from "@liantai/api/contract";
import { whyMost } from "@liantai/api/contract/device-check";
import { resultOf } from "../device-check/readiness.ts";
import type { CtiLink } from "../links/cti-link.ts";
import type { AgentClientPorts } from "./ports.ts";

/** The part of the agent's client that is asked and told. */
interface Checked {
  readonly ports: Pick<AgentClientPorts, "store">;
  readonly cti: Pick<CtiLink, "command">;
  hasPhone(): boolean;
  notify(text: string, level: "warning", id: string): void;
}

/** 10 s after the CTI login: whether the seat can be rung. The agent is told when it cannot. */
export async function checkExtension(client: Checked): Promise<void> {
  const { ownsMedia, softphone } = client.ports.store.telephony();
  if (client.hasPhone()) {
    if (ownsMedia && softphone !== "up")
      client.notify("分机未注册，暂时不能接打电话，正在重试", "warning", "extension");
    return;
  }
  // A telephone on the desk is seen by the switch alone.
  const state = await client.cti.command("getAgentState", {});
  if (state.ok && state.fields["registered"] === "0")
    client.notify("话机未注册，暂时不能接打电话，请检查话机", "warning", "extension");
}

interface Reporting {
  readonly cti: Pick<CtiLink, "command">;
  readonly user: UserInfo | null;
  readonly ports: Pick<AgentClientPorts, "storage">;
}

/** The server refuses what the bar does: it is told of the check when it was made, and at each login of a link. */
export function reportCheck({ cti, user, ports: { storage } }: Reporting): void {
  const why = user && isPagePhone(user.terminalType) ? resultOf(storage, user.sessionId) : undefined;
  if (why !== undefined) void cti.command("deviceCheck", { why: why.slice(0, whyMost) });
}
