/** The end of a task while numbers come in (D11, D49): on the real tables, one turn of its engine. */
import { hourMs } from "@liantai/api/contract";
import { dialTaskApi, taskPhoneApi } from "@liantai/api/contract/admin";
import { openOffice, type Office } from "../../../testing/office.ts";
import { makeReminder } from "../../reminders/index.ts";
import { createTaskRegister } from "../../tasks/index.ts";
import { subscribe } from "../../topics.ts";
import { promiseOf } from "../promises.ts";
import { insertTask, settingsWith } from "../testing/tasks.ts";
import { addPhones, compId } from "../tasks/testing.ts";
import { createDiallerStore } from "./store.ts";
import { TaskRun } from "./task-run.ts";
import { TaskSteps, type TaskStepsDeps } from "./task-steps.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

const hours = {
  ...{ fromAt: null, untilAt: null, frame: { from: "00:00", to: "24:00" }, windows: [] },
  ...{ region: undefined, rule: undefined },
};

const setState = (id: string, state: string) =>
  office.ports.database.tenant(compId, (trx) => trx.updateTable("task").set({ state }).where("id", "=", id).execute());

interface Ending {
  /** As the engine read it. */
  readonly untilAt?: number | null;
  readonly stopped?: "arrears";
  readonly phones?: Parameters<typeof addPhones>[2];
}

/** The engine's turn of a task with a number that is done; meanwhile: between its last look and its word. */
async function ending(
  ftype: 2 | 4,
  meanwhile: (id: string, ids: readonly string[]) => Promise<unknown>,
  of: Ending = {},
) {
  const { ports } = office;
  const { untilAt = null, stopped, phones = [{ state: "done", attempts: 1 }] } = of;
  const settings = { flowId: "f" };
  const id = await insertTask(ports, { ftype, settings, ...(untilAt === null ? {} : { untilAt }) });
  // Told to nobody: the office has an engine of its own.
  await setState(id, "running");
  const ids = await addPhones(office, id, phones);
  const whole = { id, taskIdentity: "任务", ftype, state: "running", waitsFor: "", pacing: null };
  const run = new TaskRun({
    row: { ...whole, fromAt: null, untilAt: untilAt && new Date(untilAt), settings: settingsWith(settings) },
    ...{ hours, robotFlowId: "", experiment: undefined },
  } as never);
  const store = {
    ...createDiallerStore(ports, compId, undefined),
    awaits: async () => {
      await meanwhile(id, ids);
      return false;
    },
  };
  if (of.untilAt || stopped) await meanwhile(id, ids);
  const lines = { live: 0, most: 0, stopped };
  const line = {
    compId,
    clock: ports.clock,
    lines: async () => lines,
    agents: () => [],
    seatsChanged: () => undefined,
  };
  const deps = { line, store, register: createTaskRegister(ports), runs: () => [run] };
  const next = await new TaskSteps(deps as unknown as TaskStepsDeps).step(run);
  return { id, ids, next, known: run.facts.row.state };
}
const found = async (id: string) => {
  const { state, progress } = await office.administrator.call(dialTaskApi.findById, { body: { id } });
  return { state, waiting: progress.waiting };
};
const push = (taskId: string) =>
  office.administrator.call(taskPhoneApi.add, { body: { taskId, phones: [{ phone: "13900000001" }] as never } });

test.each([2, 4] as const)("D49 ftype %i: a number that comes in as the task ends keeps it running", async (ftype) => {
  const { id, next } = await ending(ftype, push);
  expect(await found(id)).toEqual({ state: "running", waiting: 1 });
  expect(next).not.toBe("never");
});

test("D11 without such a number it is completed, and what comes then makes it paused (D49)", async () => {
  const { id } = await ending(4, async () => undefined);
  expect(await found(id)).toEqual({ state: "completed", waiting: 0 });
  await push(id);
  expect(await found(id)).toEqual({ state: "paused", waiting: 1 });
});

test("D8 a task that is stopped as it ends stays stopped", async () => {
  const { id } = await ending(4, (taskId) => setState(taskId, "stopped"));
  expect((await found(id)).state).toBe("stopped");
});

test.each(["expired", "paused"] as const)("D8 a stop stays a stop as the engine says %s", async (state) => {
  const past = office.ports.clock.now() - 1;
  const of = state === "expired" ? { untilAt: past } : { stopped: "arrears" as const };
  const { id, known } = await ending(2, (taskId) => setState(taskId, "stopped"), of);
  expect([(await found(id)).state, known]).toEqual(["stopped", "stopped"]);
});

test("D11 a task that is given a later last day as it expires goes on", async () => {
  const now = office.ports.clock.now();
  const later = (id: string) =>
    office.ports.database.tenant(compId, (trx) =>
      trx
        .updateTable("task")
        .set({ untilAt: new Date(now + hourMs) })
        .where("id", "=", id)
        .execute(),
    );
  const { id, known, next } = await ending(2, later, { untilAt: now - 1 });
  expect([(await found(id)).state, known, next]).toEqual(["running", "running", hourMs]);
});

test("D65 a task that expires ends the promises of its numbers, and pages that show one hear so", async () => {
  const { ports } = office;
  const now = ports.clock.now();
  const told: unknown[] = [];
  const end = await subscribe(ports.broker, "message.send", ({ message }) => void told.push(message));
  const keyOf = (phoneId: string) => `${promiseOf(phoneId)}/1`;
  const promised = (_: string, ids: readonly string[]) =>
    ports.database.tenant(compId, (trx) =>
      makeReminder(trx, {
        ...{ compId, to: { agentIds: ["1001"] }, key: keyOf(ids[0]!), subject: promiseOf(ids[0]!) },
        ...{
          dueAt: new Date(now - 1),
          message: { type: "FEEDBACKPROCESSING", content: { title: "", des: "", id: "" } },
        },
      }),
    );
  const phones = [{ state: "retry", attempts: 1, agentId: "1001", nextAt: new Date(now - 1) }] as const;
  const { id, ids } = await ending(2, promised, { untilAt: now - 1, phones });
  await end();
  expect((await found(id)).state).toBe("expired");
  expect(told).toContainEqual({ type: "reminderOver", reminder: keyOf(ids[0]!), withdrawn: 0 });
  const { doneAt } = await ports.database.tenant(compId, (trx) =>
    trx.selectFrom("reminder").select("doneAt").where("key", "=", keyOf(ids[0]!)).executeTakeFirstOrThrow(),
  );
  expect(doneAt).toEqual(new Date(now));
});
