/** That counters of a task changed is told while its calls are made, and not more often than monitors are drawn. */
import { diallers, joins, makeTask, progress } from "../testing/dial-floor.ts";
import { createTaskCounts } from "./dialling/index.ts";
import { stagesOf, type Stage } from "./telephony/testing/stage.ts";
import { subscribe } from "./topics.ts";

let s: Stage;
const stage = stagesOf((made) => (s = made), { diallers, group: { wrapUpS: 0 } });
const one = "13800138001";

test("D46 each step of a call of a task is told as a change of its counters, at most once a second", async () => {
  await stage();
  const { compId, ports } = s;
  const heard: number[] = [];
  const end = await subscribe(ports.broker, "task.counted", (of) => {
    if (of.compId === compId && of.taskId === id) heard.push(ports.clock.now());
  });
  const counts = createTaskCounts(ports);
  const user = await s.called(one);
  let id = "";
  id = await makeTask(s, { agents: ["1001"], phones: [one] });
  await s.ready("1001");
  await joins(s, id, "1001");
  await s.advance(5_000);
  expect(heard.length).toBeGreaterThan(0);
  expect((await counts(compId, id))?.task.flight).toEqual([{ state: "ringing", count: 1 }]);
  // It has been a while: the next is told at once.
  const before = heard.length;
  const leg = s.sw.at(user)[0]!;
  s.sw.pickUp(leg);
  await s.settle();
  expect(heard.length).toBe(before + 1);
  s.sw.leave(leg);
  await s.advance(1_000);
  expect(heard.length).toBeGreaterThan(before + 1);
  const gaps = heard.slice(1).map((at, n) => at - heard[n]!);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1_000);
  await s.advance(60_000);
  expect(await progress(s, id)).toMatchObject({ done: 1, live: 0 });
  expect(await counts(compId, id)).toMatchObject({ ftype: 3, task: { state: "completed", progress: { done: 1 } } });
  await end();
});
