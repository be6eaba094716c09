import { createProcessBroker } from "../../adapters/embedded/broker/index.ts";
import { createVirtualClock } from "../../testing/index.ts";
import { createLeadership, leadershipMs } from "./leadership.ts";
import { engineTopic } from "./topics.ts";

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

function stage() {
  const clock = createVirtualClock();
  const broker = createProcessBroker(clock, () => undefined);
  const serving: (() => Promise<void>)[] = [];
  const process = () =>
    createLeadership({
      broker,
      clock,
      logger: silent,
      lead: async () => void serving.push(await broker.serve(engineTopic, async () => 0)),
    });
  return { clock, broker, serving, process };
}

test("the first process leads, a second one does not start an engine beside it", async () => {
  const s = stage();
  const [a, b] = [s.process(), s.process()];
  await a.start();
  await b.start();
  expect([a.leads(), b.leads()]).toEqual([true, false]);
  expect(s.serving).toHaveLength(1);
});

test("two that start at once: one leads", async () => {
  const s = stage();
  const all = [s.process(), s.process(), s.process()];
  await Promise.all(all.map((p) => p.start()));
  expect(all.filter((p) => p.leads())).toHaveLength(1);
});

test("when the leading process is gone another takes over; one that stopped does not", async () => {
  const s = stage();
  const [a, b, c] = [s.process(), s.process(), s.process()];
  await a.start();
  await b.start();
  await c.start();
  b.stop();
  await s.serving[0]!();
  await s.clock.advance(leadershipMs.election + leadershipMs.look);
  expect([b.leads(), c.leads()]).toEqual([false, true]);
  expect(s.serving).toHaveLength(2);
});
