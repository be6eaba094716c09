/** A task that is stopped while its numbers are claimed: none of them is dialled, or stays claimed. On the real tables. */
import { dialTaskApi, type TaskState } from "@liantai/api/contract/admin";
import { openOffice, refused, type Office } from "../../../testing/office.ts";
import { createTaskRegister } from "../../tasks/index.ts";
import { insertTask, setState, settingsWith } from "../testing/tasks.ts";
import { addPhones, compId } from "../tasks/testing.ts";
import { EnterpriseDialler, type DiallerDeps } from "./dialler.ts";
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
    asking: () => async (_: string, displayed: string) => {
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

test("D1 what a killed process had claimed of a task that was stopped meanwhile is given back, and the task may be deleted", async () => {
  const { ports, administrator } = office;
  const id = await insertTask(ports, { ftype: 4, settings: { flowId: "f" }, state: "stopped" });
  await addPhones(office, id, [{ state: "claimed", claimedUntil: new Date(ports.clock.now() + 60_000) }]);
  const line = { compId, clock: ports.clock, calls: () => [], agents: () => [], track: () => undefined };
  const store = createDiallerStore(ports, compId, undefined);
  const deps = { line, store, logger: ports.logger } as unknown as DiallerDeps;
  const dialler = new EnterpriseDialler(deps);
  const remove = () => administrator.call(dialTaskApi.delete, { body: { ids: [id] } });
  expect((await refused(remove())).msg).toContain("还有进行中的呼叫");
  await dialler.start();
  dialler.stop();
  expect(await remove()).toEqual({ count: 1 });
});
