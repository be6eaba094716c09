/** Calls that end while the database is away: their attempts are closed when it is back. */
import { createVirtualClock } from "../../../testing/clock.ts";
import { settingsWith } from "../testing/tasks.ts";
import { EnterpriseDialler, type DiallerDeps } from "./dialler.ts";

const settings = settingsWith({ flowId: "f" });
const row = { id: "t", taskIdentity: "任务", ftype: 4, state: "paused", waitsFor: "", pacing: null, settings };
const hours = { fromAt: null, untilAt: null, frame: { from: "00:00", to: "24:00" }, windows: [] };
const facts = { row: { ...row, fromAt: null, untilAt: null }, hours, robotFlowId: "", experiment: undefined };
const call = {
  ...{ callId: "c1", displayed: "4001", startedAt: 0, phase: { kind: "ended", cause: "completed" }, parties: [] },
  task: { id: "t", attemptId: "a1", phoneId: "p1" },
};
const lost = { id: "a2", taskId: "t", callId: "c2", cause: null, result: null, endAt: null, answerAt: null };

async function opened(close: (attemptId: string) => unknown, away = () => false) {
  const clock = createVirtualClock();
  const said: string[] = [];
  const store = {
    ...{ enterprise: async () => "企业", open: async () => [lost] },
    run: async (_: string) => facts,
    runs: async (): Promise<unknown[]> => {
      if (away()) throw new Error("the database is away");
      return [];
    },
    live: async () => [],
    close: async ({ attemptId }: { readonly attemptId: string }) => close(attemptId),
    left: async () => undefined,
    stop: () => undefined,
  };
  const line = {
    ...{ compId: "c", clock, calls: () => [call], agents: () => [], seatsChanged: () => undefined },
    ...{ track: () => undefined, written: async () => undefined, lines: async () => ({ live: 0, most: 0 }) },
  };
  const logger = { error: (_: unknown, text: string) => void said.push(text), warn: () => undefined };
  const deps = {
    line,
    store,
    logger,
    outcome: async () => ({}),
    level: async () => undefined,
    early: {},
    register: {},
  };
  const dialler = new EnterpriseDialler(deps as unknown as DiallerDeps);
  const started = dialler.start();
  if (!away()) await started;
  return { clock, dialler, said, started, store };
}

test("D1 an attempt that could not be closed is closed when the database is back, once", async () => {
  let away = true;
  const closed: string[] = [];
  const { clock, dialler, said } = await opened((attemptId) => {
    if (away) throw new Error("the database is away");
    closed.push(attemptId);
    return undefined;
  });
  dialler.over(call as never);
  await clock.advance(20_000);
  expect(closed).toEqual([]);
  // Each after 1, 2, 4 and 8 s: a long absence is not told every second.
  expect(said).toEqual(Array.from({ length: 10 }, () => "an attempt was not closed"));
  away = false;
  await clock.advance(60_000);
  expect(closed.toSorted()).toEqual(["a1", "a2"]);
  dialler.stop();
});

test("D1 dialling that could not begin begins when the database is back, and what was told meanwhile counts", async () => {
  let away = true;
  const closed: string[] = [];
  const { clock, dialler, said, started } = await opened(
    (attemptId) => void closed.push(attemptId),
    () => away,
  );
  await clock.advance(20_000);
  expect([closed, said.length, new Set(said)]).toEqual([[], 5, new Set(["dialling did not begin"])]);
  away = false;
  await clock.advance(20_000);
  await started;
  dialler.over(call as never);
  await clock.advance(0);
  expect(closed.toSorted()).toEqual(["a1", "a2"]);
  dialler.stop();
});

test("D1 a task whose start was told to nobody is found", async () => {
  const { dialler, store } = await opened(() => undefined);
  const read: string[] = [];
  store.runs = async () => [{ ...facts, row: { ...facts.row, id: "u", state: "running" } }];
  store.run = async (taskId: string) => (read.push(taskId), facts);
  await dialler.lookAgain(true);
  expect(read).toEqual(["u"]);
  dialler.stop();
});

test("an engine that is stopped before dialling could begin does not wait for the next try", async () => {
  const { clock, dialler, started } = await opened(
    () => undefined,
    () => true,
  );
  await clock.advance(20_000);
  dialler.stop();
  await started;
});

test("an engine that is gone tries no more", async () => {
  let tries = 0;
  const { clock, dialler } = await opened(() => {
    tries += 1;
    throw new Error("the lease is another's");
  });
  dialler.stop();
  const before = tries;
  await clock.advance(120_000);
  expect(tries).toBe(before);
});
