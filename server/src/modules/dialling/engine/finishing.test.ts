/** The end of a task while numbers come in (D11, D49): on the real tables, one turn of its engine. */
import { dialTaskApi, taskPhoneApi } from "@liantai/api/contract/admin";
import { openOffice, type Office } from "../../../testing/office.ts";
import { createTaskRegister } from "../../tasks/index.ts";
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

/** The engine's turns of a task with a number that is done; meanwhile: between its last look and its word. */
async function ending(ftype: 2 | 4, meanwhile: (id: string) => Promise<unknown>) {
  const { ports } = office;
  const settings = { flowId: "f" };
  const id = await insertTask(ports, { ftype, settings });
  // Told to nobody: the office has an engine of its own.
  await setState(id, "running");
  await addPhones(office, id, [{ state: "done", attempts: 1 }]);
  const whole = { id, taskIdentity: "任务", ftype, state: "running", waitsFor: "", pacing: null };
  const run = new TaskRun({
    row: { ...whole, fromAt: null, untilAt: null, settings: settingsWith(settings) },
    ...{ hours, robotFlowId: "", experiment: undefined },
  } as never);
  const store = {
    ...createDiallerStore(ports, compId, undefined),
    awaits: async () => {
      await meanwhile(id);
      return false;
    },
  };
  const lines = { live: 0, most: 0 };
  const line = {
    compId,
    clock: ports.clock,
    lines: async () => lines,
    agents: () => [],
    seatsChanged: () => undefined,
  };
  const deps = { line, store, register: createTaskRegister(ports), runs: () => [run] };
  return { id, next: await new TaskSteps(deps as unknown as TaskStepsDeps).step(run) };
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
