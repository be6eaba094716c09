/** A task that is stopped while its next numbers are asked about dials none of them (D8): on the real tables, one turn of its engine. */
import type { TaskState } from "@liantai/api/contract/admin";
import { openOffice, type Office } from "../../../testing/office.ts";
import { createTaskRegister } from "../../tasks/index.ts";
import { insertTask, setState, settingsWith } from "../testing/tasks.ts";
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

/** Which numbers are called, and how all of them stand then; meanwhile: while the first of them is asked about. */
async function turn(meanwhile: (run: TaskRun) => Promise<unknown>) {
  const { ports } = office;
  const settings = { flowId: "f" };
  const id = await insertTask(ports, { ftype: 4, settings });
  // Told to nobody: the office has an engine of its own.
  await ports.database.tenant(compId, (trx) =>
    trx.updateTable("task").set({ state: "running" }).where("id", "=", id).execute(),
  );
  await addPhones(office, id, [{}, {}]);
  const whole = { id, taskIdentity: "任务", ftype: 4, state: "running", waitsFor: "", pacing: null };
  const run = new TaskRun({
    row: { ...whole, fromAt: null, untilAt: null, settings: settingsWith(settings) },
    ...{ hours, robotFlowId: "", experiment: undefined },
  } as never);
  const called: string[] = [];
  const line = {
    ...{ compId, clock: ports.clock, agents: () => [], seatsChanged: () => undefined, on: () => 0 },
    lines: async () => ({ live: 0, most: 0 }),
    room: async () => 9,
    ask: async (_: string, displayed: string) => {
      await meanwhile(run);
      return { ok: true, displayed, line: { trunks: [] } };
    },
    place: ({ number }: { readonly number: string }) => void called.push(number),
  };
  const store = createDiallerStore(ports, compId, undefined);
  const deps = {
    line,
    store,
    register: createTaskRegister(ports),
    runs: () => [run],
    cityOf: () => "",
    enterprise: () => "",
  };
  await new TaskSteps(deps as unknown as TaskStepsDeps).step(run);
  const phones = await ports.database.tenant(compId, (trx) =>
    trx.selectFrom("dial_phone").select(["state", "attempts"]).where("taskId", "=", id).execute(),
  );
  const { waitsFor } = await ports.database.tenant(compId, (trx) =>
    trx.selectFrom("dial_task").select("waitsFor").where("id", "=", id).executeTakeFirstOrThrow(),
  );
  return { called: called.length, phones, waitsFor };
}
const waiting = { state: "waiting", attempts: 0 };

test("D8 without a word both are called", async () => {
  const { called, phones } = await turn(async () => undefined);
  expect(called).toBe(2);
  expect(phones).toEqual([expect.objectContaining({ attempts: 1 }), expect.objectContaining({ attempts: 1 })]);
});

test.each<TaskState>(["stopped", "paused"])(
  "D8 a task that is %s while its numbers are asked about calls none",
  async (state) => {
    const ordered = await turn(({ id }) => setState(office.ports, { compId, id }, state));
    expect(ordered).toEqual({ called: 0, phones: [waiting, waiting], waitsFor: "" });
    // The engine has heard so before it commits them.
    const heard = await turn(async (run) => {
      run.facts = { ...run.facts, row: { ...run.facts.row, state } };
    });
    expect(heard).toEqual({ called: 0, phones: [waiting, waiting], waitsFor: "" });
  },
);
