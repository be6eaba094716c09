import { writeWav } from "@liantai/api/wav";
import { cdrApi } from "@liantai/api/contract";
import { callLegApi } from "@liantai/api/contract/admin";
import { buildApp, type App } from "../../../app.ts";
import type { Caller } from "../../../http/routes.ts";
import { createTestPorts, type TestPorts } from "../../../testing/index.ts";
import { skillGroupRow } from "../../../testing/skill-group.ts";
import { seatCaller } from "../../../testing/who.ts";
import { createEventLog, type CallFact, type Entry, type EventLog } from "../../event-log/index.ts";
import { createRecordsModule } from "../index.ts";

export const own = "100001";
export const foreign = "100002";
export const caller = (more: Partial<Caller>): Caller => seatCaller({ roleType: 1, agentId: null, ...more });
export const agent = (agentId: string, more: Partial<Caller> = {}) =>
  caller({ roleType: 2, agentId, groupId: "a", ...more });

export let ports: TestPorts;
export let app: App;
export let eventLog: EventLog;
export const callers = new Map<string, Caller>();

/** 2 s, left a ramp, right silence in its second half. */
export function recording(): Uint8Array {
  const frames = 16_000;
  const samples = new Int16Array(frames * 2);
  for (let i = 0; i < frames; i++)
    samples.set([Math.round((i / frames) * 32_000), i < frames / 2 ? -16_384 : 0], i * 2);
  return writeWav(samples, 8_000, 2);
}

/** Calls of two enterprises, asked for over HTTP. */
export function openCalls(): void {
  beforeAll(async () => {
    ports = await createTestPorts();
    eventLog = createEventLog(ports);
    await ports.database.system(async (trx) => {
      for (const compId of [own, foreign]) {
        await trx.insertInto("enterprise").values({ compId, name: compId }).execute();
        await trx
          .insertInto("skill_group")
          .values([
            skillGroupRow({ compId, id: "g", name: "客服_一组" }),
            skillGroupRow({ compId, id: "h", name: "售后", enabled: 0 }),
          ])
          .execute();
        for (const id of ["a", "b"])
          await trx.insertInto("agent_group").values({ compId, id, parentId: null, name: id }).execute();
        for (const [agentId, groupId] of [
          ["1001", "a"],
          ["1002", "a"],
          ["1003", "b"],
          ["1005", "a"],
        ] as const)
          await trx
            .insertInto("seat")
            .values({ compId, agentId, name: `坐席${agentId}`, terminalType: 2, extension: agentId, groupId })
            .execute();
      }
    });
    const minutes = (n: number) => ports.clock.now() + n * 60_000;
    const append = (compId: string, id: string, at: number, facts: [CallFact, string?, string?][]) => {
      for (const [i, [fact, reason, actor = "engine"]] of facts.entries())
        void eventLog.append({
          stream: "contact",
          kind: "call",
          compId,
          id,
          at: at + i * 1_000,
          actor,
          ...(reason ? { reason } : {}),
          fact,
        } as Entry);
    };
    const inbound = (phone: string): Extract<CallFact, { type: "created" }> => ({
      type: "created",
      direction: "inbound",
      caller: phone,
      callee: "4001",
      accessNumber: "4001",
    });
    const key = "recordings/100001/2026/03/02/one.wav";
    append(own, "one", minutes(0), [
      [{ ...inbound("13812345678"), callData: { 工单: "A1", 电话: "13812345678" } }, undefined, "caller"],
      [{ type: "greetingStarted" }],
      [{ type: "queued", skillGroupId: "g", position: 1 }],
      [{ type: "positionAnnounced", position: 1 }],
      [{ type: "offered", agentId: "1002", ringMs: 20_000, idleMs: 61_000 }, "longestIdle"],
      [{ type: "offerEnded", agentId: "1002" }, "noAnswer"],
      [{ type: "offered", agentId: "1001", ringMs: 20_000, idleMs: 5_000 }, "longestIdle"],
      [{ type: "answered", agentId: "1001" }, undefined, "1001"],
      [{ type: "recordingStarted", file: "f" }],
      [{ type: "held", agentId: "1001" }],
      [{ type: "resumed", agentId: "1001" }],
      ...["5", "6", "5"].map((digits): [CallFact] => [{ type: "digits", digits, from: "caller" }]),
      [{ type: "digits", digits: "9", from: "agent" }],
      [{ type: "agentLost", agentId: "1001" }],
      [{ type: "agentBack", agentId: "1001" }],
      [{ type: "hungup", side: "far", cause: "normal" }, undefined, "caller"],
      [{ type: "ended" }, "completed", "caller"],
      [{ type: "recordingStored", key, durationMs: 2_000, bytes: 64_044 }],
    ]);
    append(own, "two", minutes(1), [
      [inbound("13900000000")],
      [{ type: "offered", agentId: "1003", ringMs: 1, idleMs: 1 }, "longestIdle"],
      [{ type: "ended" }, "abandonedRinging"],
    ]);
    append(own, "three", minutes(2), [
      [{ type: "created", direction: "internal", caller: "1003", callee: "1002", agentId: "1003" }],
      [{ type: "dialled", to: "1002", agentId: "1002" }, "dialledDirectly", "1003"],
      [{ type: "answered", agentId: "1003" }],
      [{ type: "ended" }, "completed"],
    ]);
    append(own, "four", minutes(-24 * 60), [[inbound("13812345678")], [{ type: "ended" }, "nobodyServes"]]);
    append(foreign, "five", minutes(3), [
      [inbound("13812345678")],
      [{ type: "offered", agentId: "1001", ringMs: 1, idleMs: 1 }, "longestIdle"],
      [{ type: "answered", agentId: "1001" }],
      [{ type: "ended" }, "completed"],
      [{ type: "recordingStored", key, durationMs: 2_000, bytes: 64_044 }],
    ]);
    await eventLog.flush();
    await ports.blobs.put(key, recording());
    app = await buildApp(
      ports,
      { host: "127.0.0.1", port: 0, publicUrl: undefined, tls: undefined },
      {
        modules: [createRecordsModule(ports)],
        endpoints: [...Object.values(cdrApi), ...Object.values(callLegApi)],
        checkReplies: true,
        sessions: { resolve: async (token) => callers.get(token) ?? { refused: "noSession" } },
        mayPress: async () => true,
        maySee: async () => true,
        mayDo: async () => true,
      },
    );
  });
  afterAll(async () => {
    await app.fastify.close();
    await ports.close();
  });
}

export async function request(
  who: Caller,
  method: "GET" | "POST",
  path: string,
  input: Record<string, unknown> = {},
  headers: Record<string, string> = {},
) {
  const token = JSON.stringify(who)
    .replace(/[^A-Za-z0-9]/g, "")
    .slice(0, 200);
  callers.set(token, who);
  const url = method === "GET" ? `${path}?${new URLSearchParams(input as Record<string, string>)}` : path;
  return app.fastify.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...(method === "POST" ? { payload: input } : {}),
  });
}
export const list = async (who: Caller, filter: Record<string, unknown> = {}) =>
  (await request(who, "POST", cdrApi.callRecords.path, filter)).json() as {
    code: number;
    msg: string;
    data: { list: { callId: string; caller: string; callee: string; callData: string }[]; total: number };
  };
export const ids = async (who: Caller, filter: Record<string, unknown> = {}) =>
  (await list(who, filter)).data.list.map((r) => r.callId);
