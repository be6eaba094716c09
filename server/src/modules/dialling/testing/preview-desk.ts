/** A seat of the demonstration that takes numbers of preview tasks, for the tests of what it does with them. */
import { maskPhone } from "@liantai/api/contract";
import { previewTaskApi, type TaskSettings } from "@liantai/api/contract/admin";
import type { Caller, RequestContext } from "../../../http/routes.ts";
import { openOffice, type Office } from "../../../testing/office.ts";
import { seatCaller } from "../../../testing/who.ts";
import { createAudit } from "../../audit/index.ts";
import { createDialRefs } from "../../dial-refs/index.ts";
import { createTaskGate } from "../../tasks/index.ts";
import { publish } from "../../topics.ts";
import { createPreviewGate } from "../index.ts";
import { createPreviewService } from "../preview/service.ts";
import { readProgress } from "../progress-repository.ts";
import { join, makePreviewTask, phoneAt, sessionOf, type NewPreviewTask } from "./preview-task.ts";

const compId = "100001";
/** The demonstration's seat sees no numbers. */
const shownAt = (at: number): string => maskPhone(phoneAt(at));

interface Opened {
  readonly office: Office;
  /** Of the seat that is signed in. */
  readonly own: Caller;
  readonly gate: ReturnType<typeof createTaskGate>;
}

/** Opens with the tests and closes with them. */
export function previewDesk(opened: (desk: Opened) => void) {
  let office: Office;
  let own: Caller;
  let gate: Opened["gate"];
  beforeAll(async () => {
    office = await openOffice();
    const { ports } = office;
    own = seatCaller({ sessionId: await sessionOf(ports, "1001") });
    gate = createTaskGate({
      ports,
      audit: createAudit(ports),
      mayDo: async () => true,
      preview: createPreviewGate(ports),
      caller: async (sessionId) => (sessionId === own.sessionId ? own : undefined),
    });
    opened({ office, own, gate });
  });
  afterAll(() => office?.close());

  let tasks = 0;
  async function made(settings: Partial<TaskSettings> = {}, more: Partial<NewPreviewTask> = {}): Promise<string> {
    const id = `t${(tasks += 1)}`;
    // What the tests before left in hand is nobody's.
    await office.ports.database.tenant(compId, (trx) =>
      trx.updateTable("dial_phone").set({ takenAt: null }).where("takenAt", "is not", null).execute(),
    );
    await makePreviewTask(office.ports, { compId, id, agentIds: ["1001"], count: 3, settings, ...more });
    await join(office.ports, compId, id, own.sessionId, "1001");
    return id;
  }
  const take = (taskId: string) => office.agent.call(previewTaskApi.take, { body: { taskId } });
  const took = async (taskId: string) => (await take(taskId)).number!;
  const act = (verb: "release" | "skip" | "dial", taskId: string, id: string) =>
    office.agent.call(previewTaskApi[verb], { body: { taskId, id } });
  const result = (taskId: string, id: string, result: string, more: object = {}) =>
    office.agent.call(previewTaskApi.result, { body: { taskId, id, result, ...more } });
  const progress = async (taskId: string) => {
    const [row] = await office.ports.database.tenant(compId, (trx) => readProgress(trx, compId, [taskId]));
    return { waiting: row!.waiting, live: row!.live, retry: row!.retry, done: row!.done, attempts: row!.attempts };
  };
  const begin = (taskId: string, number: string) => gate.ofCall(own.sessionId, taskId, number);

  /** The record of a call that is over, as the log writes it. */
  async function callOver(callId: string, code: number): Promise<void> {
    const { ports } = office;
    const at = new Date(ports.clock.now());
    await ports.database.tenant(compId, (trx) =>
      trx
        .insertInto("call_record")
        .values({
          ...{ compId, callId, direction: "outbound", caller: "1001", callee: "", agentId: "1001", startAt: at },
          ...{ accessNumber: null, skillGroupId: null, queuedAt: null, ringAt: at, endAt: at },
          ...{ answerAt: code === 200 ? at : null, waitMs: 0, ringMs: 0, talkMs: 0, holdMs: 0, result: code },
          ...{ cause: "completed", recordingKey: null, recordingMs: null, appliedSeq: 1 },
        })
        .execute(),
    );
    await publish(ports.broker, "call.recorded", { compId, callId, agentId: "1001", cause: "completed" });
    for (let tries = 0; tries < 50; tries += 1) {
      const open = await ports.database.tenant(compId, (trx) =>
        trx.selectFrom("dial_attempt").select("id").where("callId", "=", callId).where("endedAt", "is", null).execute(),
      );
      if (open.length === 0) return;
      await new Promise(setImmediate);
    }
    throw new Error("the attempt was not closed");
  }
  async function called(taskId: string, number: string, code: number): Promise<string> {
    const task = await begin(taskId, number);
    if ("code" in task) throw new Error(task.msg);
    await callOver(task.attemptId!, code);
    return task.attemptId!;
  }

  const serviceFor = () => {
    const { ports, sealer } = office;
    return createPreviewService({
      ports,
      audit: createAudit(ports),
      refs: createDialRefs({ sealer, clock: ports.clock }),
    });
  };
  async function seat(agentId: string, taskId: string): Promise<RequestContext> {
    await join(office.ports, compId, taskId, `s-${agentId}`, agentId);
    const caller = seatCaller({ agentId, sessionId: `s-${agentId}`, userId: `u-${agentId}` });
    return { caller, address: "", headers: {} } as unknown as RequestContext;
  }

  return { shownAt, made, take, took, act, result, progress, begin, called, callOver, serviceFor, seat };
}
