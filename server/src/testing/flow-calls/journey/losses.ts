/** Flows in which something is lost: the caller himself, a free line for the robot, the listener. */
import { engineAllotApi, engineApi } from "@liantai/api/contract/flow-editor";
import { freePort } from "../../free-port.ts";
import { body, node, sounding, variables, type FlowBody } from "../drawing.ts";
import { systemAt, texted, type Systems } from "../exits/outward.ts";
import type { Studio } from "../studio.ts";

export const hz = { waits: 700, asks: 850, sorry: 1_550 } as const;
const longMs = 20_000;

/** Where he goes who hangs up: what makes no sound goes on, and tells what became of him. */
export async function leftAlone(studio: Studio, systems: Systems): Promise<FlowBody> {
  const voice = await studio.voice({ hz: hz.waits, ms: longMs });
  return body(
    [
      node("start", "开始", "start", { to: { next: "waits" } }),
      node("waits", "请稍等", "play", { says: [sounding(voice)], to: { next: "end" } }),
      node("gone", "挂了", "exception", { config: { classes: ["hungUp"] }, to: { next: "why" } }),
      node("why", "为什么", "variable", {
        config: { assign: [{ vName: "reason", value: "${lastError}" }] },
        to: { next: "tells", error: "end" },
      }),
      node("tells", "告知", "interface", {
        config: {
          interfaceId: await systemAt(studio, systems, "gone"),
          request: [{ name: "why", value: "${reason}" }],
        },
        to: { ok: "texts" },
      }),
      node("texts", "短信", "sendSms", {
        config: { templateId: await systemAt(studio, systems, "goneTexts", "sms"), number: texted },
        to: { next: "unheard" },
      }),
      node("unheard", "没人听", "play", { says: [sounding(voice)], to: { next: "end" } }),
      node("end", "挂机", "hangup"),
    ],
    { collectVariable: variables("reason") },
  );
}

/** Who cannot be listened to hears that it does not go. */
export async function unheard(studio: Studio, intentName: string): Promise<FlowBody> {
  const [asks, sorry] = await Promise.all([hz.asks, hz.sorry].map((each) => studio.voice({ hz: each, ms: 300 })));
  return body([
    node("start", "开始", "start", { to: { next: "ask" } }),
    node("ask", "请说", "speech", {
      says: [sounding(asks!)],
      config: { branches: [{ id: "line", name: "宽带" }], noInputSeconds: 2, tries: 1 },
      to: { line: "end", unknown: "end", timeout: "end" },
      intents: { line: await studio.intent(intentName) },
    }),
    node("fails", "不行", "exception", { config: { classes: ["noRobot", "media"] }, to: { next: "sorry" } }),
    node("sorry", "抱歉", "play", { says: [sounding(sorry!)], to: { next: "end" } }),
    node("end", "挂机", "hangup"),
  ]);
}

/** From now on, or a little later, the enterprise has a recogniser that cannot be reached, and no other. */
export async function losesListener({ operator, compId }: Studio): Promise<void> {
  const { id } = await operator.post<{ id: string }>(engineApi.add.path, {
    ...{ name: "连不上的识别", provider: "vosk", address: `ws://127.0.0.1:${await freePort()}`, allowsPrivate: 1 },
    ...{ key: "", voices: "", concurrency: 0, timeoutMs: 1_000, enabled: 1, remark: "" },
  });
  await operator.post(engineAllotApi.allot.path, { compId, kind: "asr", engines: [{ engineId: id, voice: "" }] });
}
