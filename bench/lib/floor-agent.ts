/** An agent without a browser: signed in, on the CTI link, its telephone registered. Answers what rings and goes ready again. */
import { randomUUID } from "node:crypto";
import { ctiPath, decodeCti, encodeCti } from "@liantai/api/contract";
import { apiSignIn } from "@liantai/e2e/harness/api.ts";
import { SipClient } from "@liantai/server/testing/telephone";
import { WebSocket } from "ws";

export type SipCall = Awaited<ReturnType<SipClient["incoming"]>>;

export interface FloorAgent {
  close(): Promise<void>;
}

const codes = { busy: "2", wrapUp: "4" } as const;

export async function floorAgent(
  url: string,
  compId: string,
  agentId: string,
  password: string,
  onAnswer: (call: SipCall) => void = () => undefined,
): Promise<FloorAgent> {
  const session = await apiSignIn(url, agentId, 2, compId, password);
  const own = await session.get<{ user: string; password: string; realm: string }>(
    `/pbx/api/v1/extension/querySecretKey?name=${compId}${agentId}`,
  );
  const sockets = url.replace(/^http/, "ws");
  const phone = await SipClient.connect({ ...own, url: `${sockets}/xcc/ws`, toneHz: 500 });
  await phone.register();
  void answer(phone, onAnswer);
  const { ticket } = await session.post<{ ticket: string }>("/ws/api/v1/ticket", { use: "cti" });
  const link = new WebSocket(`${sockets}${ctiPath}`, { origin: url });
  let seq = 0;
  const send = (name: string, fields: Record<string, string> = {}): void =>
    link.send(encodeCti({ type: "command", name, fields: { ...fields, seq: String((seq += 1)) } }));
  link.once("open", () =>
    send("login", {
      ticket,
      compId,
      agentId,
      extension: agentId,
      terminalType: "2",
      instance: randomUUID(),
      takeMedia: "1",
    }),
  );
  await new Promise<void>((resolve, reject) => {
    link.once("error", reject);
    link.on("message", (data: Buffer) => {
      const { type, name, fields } = decodeCti(data.toString());
      if (type === "response" && name === "login" && fields["code"] !== "1")
        reject(new Error(`the CTI link refused ${agentId}: ${fields["code"]} ${fields["msg"]}`));
      if (type !== "event" || name !== "agentState") return;
      if (fields["code"] === codes.busy) send("setState", { state: "1" });
      else if (fields["code"] === codes.wrapUp) send("finishWrapUp");
      resolve();
    });
  });
  return {
    async close() {
      link.terminate();
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
