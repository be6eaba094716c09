/** An agent without a browser: signed in, on the CTI link, its telephone registered. Answers what rings and goes ready again. */
import { randomUUID } from "node:crypto";
import { apiSignIn, type ApiSession } from "@liantai/e2e/harness/api.ts";
import { openCti } from "@liantai/server/client/cti";
import { ticketOf } from "@liantai/server/client/session";
import { SipClient } from "@liantai/server/testing/telephone";

export type SipCall = Awaited<ReturnType<SipClient["incoming"]>>;

export interface FloorAgent {
  readonly session: ApiSession;
  /** From now on it goes ready whenever it is busy. */
  ready(): void;
  close(): Promise<void>;
}

export interface AgentWays {
  readonly onAnswer?: (call: SipCall) => void;
  /** How long it stays in wrap-up; default: not at all. */
  readonly wrapUpMs?: () => number;
  /** It stays busy until it is told to be ready. */
  readonly waits?: boolean;
}

const codes = { busy: "2", wrapUp: "4" } as const;

export async function floorAgent(
  url: string,
  compId: string,
  agentId: string,
  password: string,
  { onAnswer = () => undefined, wrapUpMs = () => 0, waits = false }: AgentWays = {},
): Promise<FloorAgent> {
  const session = await apiSignIn(url, agentId, 2, compId, password);
  const own = await session.get<{ user: string; password: string; realm: string }>(
    `/pbx/api/v1/extension/querySecretKey?name=${compId}${agentId}`,
  );
  const sockets = url.replace(/^http/, "ws");
  const phone = await SipClient.connect({ ...own, url: `${sockets}/xcc/ws`, toneHz: 500 });
  await phone.register();
  void answer(phone, onAnswer);
  const ticket = await ticketOf(session, "cti");
  const link = await openCti(url);
  let going = !waits;
  const ready = (): void => void link.command("setState", { state: "1" });
  await new Promise<void>((resolve, reject) => {
    link.onEvent((name, fields) => {
      if (name !== "agentState") return;
      if (fields["code"] === codes.busy && going) ready();
      else if (fields["code"] === codes.wrapUp) setTimeout(() => void link.command("finishWrapUp"), wrapUpMs());
      resolve();
    });
    const login = { ticket, compId, agentId, extension: agentId, terminalType: "2", instance: randomUUID() };
    void link.command("login", { ...login, takeMedia: "1" }).then(({ code, msg }) => {
      if (code !== "1") reject(new Error(`the CTI link refused ${agentId}: ${code} ${msg}`));
    });
    void link.closed.then(() => reject(new Error(`the CTI link of ${agentId} was closed`)));
  });
  return {
    session,
    ready() {
      going = true;
      ready();
    },
    async close() {
      link.close();
      await phone.close();
    },
  };
}

async function answer(phone: SipClient, onAnswer: (call: SipCall) => void): Promise<void> {
  for (;;) {
    const call = await phone.incoming(2_000_000_000).catch(() => undefined);
    if (!call) return;
    call.ring();
    onAnswer(call);
    await call.answer().catch(() => undefined);
    void call.ended.then(() => phone.calls.splice(phone.calls.indexOf(call), 1));
  }
}
