/** 10 s after the CTI login: whether the seat can be rung. The agent is told when it cannot. */
import type { CtiLink } from "../links/cti-link.ts";
import type { AgentClientPorts } from "./ports.ts";

/** The part of the agent's client that is asked and told. */
interface Checked {
  readonly ports: Pick<AgentClientPorts, "store">;
  readonly cti: Pick<CtiLink, "command">;
  hasPhone(): boolean;
  notify(text: string, level: "warning", id: string): void;
}

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
