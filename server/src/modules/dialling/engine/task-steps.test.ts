/** One turn of a task whose last attempt is being closed. */
import { createVirtualClock } from "../../../testing/clock.ts";
import { settingsWith } from "../testing/tasks.ts";
import { TaskRun } from "./task-run.ts";
import { TaskSteps, type TaskStepsDeps } from "./task-steps.ts";

const allDay = { from: "00:00", to: "24:00" };
const row = {
  ...{
    id: "t",
    taskIdentity: "任务",
    ftype: 4,
    state: "running",
    waitsFor: "",
    pacing: null,
    fromAt: null,
    untilAt: null,
  },
  settings: settingsWith({ flowId: "f" }),
};
const hours = { fromAt: null, untilAt: null, frame: allDay, windows: [], region: undefined, rule: undefined };

test("D6 an attempt that is closed while the next number is asked for may have left one: the task is not over", async () => {
  const run = new TaskRun({ row, hours, robotFlowId: "", experiment: undefined } as never);
  let closed = (): void => undefined;
  const closing = run.writes(() => new Promise<void>((resolve) => (closed = resolve)));
  const changed = jest.fn(async () => true);
  const store = {
    claim: async () => ({ phones: [], history: new Map(), last: new Map(), shown: [] }),
    // What is read is of before the attempt was closed; by the time it is known the attempt is closed.
    due: async () => {
      closed();
      await closing;
      return { waiting: false, at: null };
    },
    ...{
      release: async () => false,
      total: async () => 1,
      awaits: async () => false,
      waits: async () => undefined,
    },
  };
  const clock = createVirtualClock();
  const lines = { used: 0, most: 0, stopped: "" };
  const line = { compId: "c", clock, lines: async () => lines, agents: () => [], seatsChanged: () => undefined };
  const deps = { line, store, register: { complete: changed }, runs: () => [run] };
  const steps = new TaskSteps(deps as unknown as TaskStepsDeps);
  expect(await steps.step(run)).toBe(250);
  expect([run.busy, changed.mock.calls]).toEqual([false, []]);
  // The next turn finds what is due then, or that nothing is.
  await steps.step(run);
  expect(changed.mock.calls).toEqual([["c", "t", expect.any(Function)]]);
});
