/** Calls in flows on a stage: a world with one flow, a number that leads into it, and what became of the call. */
import { compile, type FlowBody } from "@liantai/api/flows";
import { body, node } from "@liantai/api/testing/flows";
import { sql } from "kysely";
import { readStream } from "../../event-log/index.ts";
import { sealerOf } from "../../system/index.ts";
import { noFlows, type FlowPort } from "../flows.ts";
import type { Stage, StageOptions } from "./stage.ts";

const flowSealer = sealerOf(Buffer.alloc(32, 5));

export const menu = (group: string): FlowBody =>
  body([
    node("开始", "start", { to: { next: "导航" } }),
    node("导航", "keyNav", {
      says: ["请按键"],
      config: { keys: ["1", "2"] },
      to: { "key-1": "营业", "key-2": "客服", timeout: "再见", invalid: "再见" },
    }),
    node("营业", "play", { says: ["九点到六点"], to: { next: "再见" } }),
    node("客服", "skillGroup", {
      config: { targetId: group, maxWaitSeconds: 30, leaveKey: "0", data: ["lastKeys"] },
      to: { absent: "营业", timeout: "再见", full: "再见", key: "营业" },
    }),
    node("再见", "hangup", { says: ["再见"] }),
  ]);

/** A card number is asked for, and a secret; both belong into a form. */
export const gathering = body(
  [
    node("开始", "start", { to: { next: "卡号" } }),
    node("卡号", "keyCollect", {
      says: ["请输入卡号"],
      config: { vName: "card", max: 4 },
      to: { collected: "密码", timeout: "再见", invalid: "再见" },
    }),
    node("密码", "keyCollect", {
      says: ["请输入密码"],
      config: { vName: "pin", max: 4 },
      sensitive: true,
      to: { collected: "再见", timeout: "再见", invalid: "再见" },
    }),
    node("再见", "hangup", { says: ["再见"] }),
  ],
  {
    collectVariable: [
      { vName: "card", vAlias: "卡号", type: "text", value: "" },
      { vName: "pin", vAlias: "密码", type: "text", value: "" },
    ],
    variableForm: "form1",
    variableFormConf: { card: "no", pin: "secret", caller: "phone" },
  },
);

export function inFlows(s: () => Stage, open: (options: StageOptions) => Promise<unknown>) {
  /** A world in which the time rule that applies is the one named. */
  const world = (flow: FlowBody, rule = ""): FlowPort => {
    const program = compile({ flowId: "f1", versionId: "v1", flowType: 1, body: flow, voice: null });
    return {
      ...noFlows,
      sealer: flowSealer,
      resolve: async (_compId, id) => (id === "f1" ? program : undefined),
      byVersion: async (_compId, id) => (id === "v1" ? program : undefined),
      ask: async () => ({ id: rule }),
      speak: (_compId, text) => s().ports.speech.speak(text),
    };
  };

  /** The number leads into the flow from now on. */
  async function led(): Promise<void> {
    await s().ports.database.system(async (trx) => {
      await sql`insert into voice_flow
        (comp_id, id, name, flow_type, draft, version_id, created_at, updated_at)
        values (${s().compId}, 'f1', '总机', 1, '', 'v1', now(), now())`.execute(trx);
      await trx
        .updateTable("access_number")
        .set({ targetKind: "flow", targetId: "f1" })
        .where("compId", "=", s().compId)
        .where("number", "=", s().number)
        .execute();
    });
  }

  async function groupId(): Promise<string> {
    const { rows } = await s().ports.database.system((trx) =>
      sql<{ id: string }>`select id from skill_group where comp_id = ${s().compId}`.execute(trx),
    );
    return rows[0]!.id;
  }

  /** A stage whose number leads into this flow. */
  async function stageOf(make: (group: string) => FlowBody, outlives = false): Promise<void> {
    let flows: FlowPort = noFlows;
    const late: FlowPort = {
      ...noFlows,
      sealer: flowSealer,
      resolve: (...of) => flows.resolve(...of),
      byVersion: (...of) => flows.byVersion(...of),
      ask: (...of) => flows.ask(...of),
      speak: (_compId, text) => s().ports.speech.speak(text),
    };
    await open({ flows: late, outlives });
    flows = world(make(await groupId()));
    await led();
  }

  const record = async () => (await s().records()).at(-1) as { readonly callId: string; readonly cause: string | null };
  const cause = async (): Promise<string | null> => (await record()).cause;

  const gatheredFacts = async (callId: string) => {
    const events = await s().ports.database.system((trx) =>
      readStream(trx, { compId: s().compId, stream: "contact", id: callId }),
    );
    return events.flatMap(({ fact }) => (fact.type === "flowGathered" ? [fact] : []));
  };
  const keys = async (leg: string, digits: string): Promise<void> => {
    for (const digit of digits) {
      s().sw.press(leg, digit);
      await s().settle();
    }
  };
  return { world, led, groupId, stageOf, record, cause, gatheredFacts, keys };
}
