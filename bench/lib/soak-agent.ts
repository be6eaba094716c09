/**
 * An agent of the soak: on the CTI link, its telephone registered, with what it sees of its call. Answers what rings, goes ready
 * again, and counts the seconds in which it is ready although its telephone talks.
 */
import { randomUUID } from "node:crypto";
import { apiSignIn } from "@liantai/e2e/harness/api.ts";
import type { AgentCallView } from "@liantai/api/contract";
import { openCti, type CtiClient } from "@liantai/server/client/cti";
import { ticketOf } from "@liantai/server/client/session";
import { SipClient } from "@liantai/server/testing/telephone";
import type { SipCall } from "./floor-agent.ts";

const codes = { offline: 0, ready: 1, busy: 2, wrapUp: 4 } as const;
/** A telephone hears of its end a moment after the agent's state has changed. */
const staleMs = 3_000;
/** A password is good for five to ten minutes, and so is what was registered with it (docs/protocol.md, P10). */
const renewMs = 120_000;

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export interface SoakAgent {
  readonly agentId: string;
  /** The call as the bar has it. */
  view(): AgentCallView | undefined;
  code(): number;
  /** True when it was done; a refusal is counted. */
  say(name: string, fields?: Readonly<Record<string, string>>): Promise<boolean>;
  /** The telephone loses socket and audio, and is back later. */
  drop(backAfterMs: number): Promise<void>;
  /** Ready, and for seconds in a call all the same; '' if not. */
  wrong(): string;
  readonly refused: Map<string, number>;
  close(): Promise<void>;
}

async function answering(phone: SipClient, live: Map<SipCall, number>): Promise<void> {
  for (;;) {
    const call = await phone.incoming(2_000_000_000).catch(() => undefined);
    if (!call) return;
    void call.ended.then(() => {
      live.delete(call);
      phone.calls.splice(phone.calls.indexOf(call), 1);
    });
    call.ring();
    await sleep(100 + Math.random() * 400);
    await call.answer().then(
      () => live.set(call, Date.now()),
      () => undefined,
    );
  }
}

/** A monitor stays busy: nothing is offered to it. */
export async function soakAgent(url: string, compId: string, agentId: string, password: string, roleType: 2 | 3) {
  const session = await apiSignIn(url, agentId, roleType, compId, password);
  const secret = () =>
    session.get<{ user: string; password: string; realm: string }>(
      `/pbx/api/v1/extension/querySecretKey?name=${compId}${agentId}`,
    );
  const line = { ...(await secret()), url: `${url.replace(/^http/, "ws")}/xcc/ws`, toneHz: 500 };
  const phone = await SipClient.connect(line);
  await phone.register();
  let [away, out] = [false, ""];
  const enter = async (): Promise<void> => {
    line.password = (await secret()).password;
    await phone.register();
  };
  const renewing = setInterval(() => {
    if (!away) void enter().catch((error: unknown) => (out = away ? "" : String(error)));
  }, renewMs);
  const live = new Map<SipCall, number>();
  void answering(phone, live);
  const link: CtiClient = await openCti(url);
  const refused = new Map<string, number>();
  let [code, since, closing]: [number, number, boolean] = [codes.offline, Date.now(), false];
  let view: AgentCallView | undefined;

  const say: SoakAgent["say"] = async (name, fields = {}) => {
    const { code: answer = "", msg = "" } = await link.command(name, fields);
    if (answer === "1") return true;
    const why = `${name} ${answer} ${msg}`;
    refused.set(why, (refused.get(why) ?? 0) + 1);
    return false;
  };
  link.onEvent((name, fields) => {
    if (name === "call") view = JSON.parse(fields["json"] ?? "{}") as AgentCallView;
    if (name === "callEnd") view = undefined;
    if (name !== "agentState") return;
    code = Number(fields["code"]);
    since = Date.now();
    if (closing) return;
    if (code === codes.busy && roleType === 2) setTimeout(() => void say("setState", { state: "1" }), 300);
    if (code === codes.wrapUp) setTimeout(() => void say("finishWrapUp"), 200 + Math.random() * 1_000);
  });
  const login = { ticket: await ticketOf(session, "cti"), compId, agentId, extension: agentId, terminalType: "2" };
  const { code: answer, msg } = await link.command("login", { ...login, instance: randomUUID(), takeMedia: "1" });
  if (answer !== "1") throw new Error(`the CTI link refused ${agentId}: ${answer} ${msg}`);
  let lost = false;
  void link.closed.then(() => (lost = !closing));

  const agent: SoakAgent = {
    agentId,
    view: () => view,
    code: () => code,
    say,
    refused,
    async drop(backAfterMs) {
      away = true;
      phone.drop();
      for (const call of live.keys()) void call.peer.close();
      live.clear();
      await sleep(backAfterMs);
      await phone.reconnect();
      await enter();
      away = false;
    },
    wrong() {
      if (out !== "") return `${agentId}: its telephone is not registered any more: ${out}`;
      if (lost) return `${agentId}: its CTI link was closed`;
      const stale = [...live.values()].some((at) => Date.now() - Math.max(at, since) > staleMs);
      return code === codes.ready && stale ? `${agentId}: ready, and its telephone talks` : "";
    },
    async close() {
      closing = true;
      clearInterval(renewing);
      link.close();
      await phone.close();
    },
  };
  return agent;
}
