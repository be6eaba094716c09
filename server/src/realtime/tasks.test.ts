import { addPhones, compId } from "../modules/dialling/tasks/testing.ts";
import { insertTask } from "../modules/dialling/testing/tasks.ts";
import { countProgress } from "../modules/dialling/progress-repository.ts";
import { publish } from "../modules/topics.ts";
import { administrator, agent, type Demo } from "../testing/demo.ts";
import { openSockets, type Client, type Sockets } from "./testing/sockets.ts";

let sockets: Sockets;
let demo: Demo;
let id: string;
beforeAll(async () => {
  sockets = await openSockets();
  ({ demo } = sockets);
});
beforeEach(async () => {
  id = await insertTask(demo.ports, { ftype: 4, state: "running" });
  await addPhones(demo, id, [{}, {}, {}]);
});
afterEach(() => sockets.reset());
afterAll(() => sockets.close());

const monitor = { ...agent, roleType: 3, account: "1005" } as const;
const counted = (taskId = id, of = compId) => publish(demo.ports.broker, "task.counted", { compId: of, taskId });
/** So many numbers are through. */
const done = (by: number) =>
  demo.ports.database.tenant(compId, (trx) => countProgress(trx, compId, id, { waiting: -by, done: by }));

async function person(who: Parameters<Demo["signIn"]>[0]) {
  const { access_token } = await demo.signIn(who);
  const { userId } = await demo.caller(access_token);
  const client = await sockets.connect({ token: await sockets.ticket(access_token) });
  await client.until(1);
  const watch = (taskIds: readonly string[], more: object = {}) =>
    client.socket.send(
      JSON.stringify({ type: "agent", content: { type: "TASK_SUBSCRIBE", userId, compId, taskIds, ...more } }),
    );
  return { client, watch };
}

const heard = ({ frames }: Client) => frames.filter(({ type }) => type === "taskCounted");
/** What was sent before is done, and so is what it led to. */
async function settled({ client }: { readonly client: Client }) {
  const { frames, socket, until } = client;
  for (let n = 0; n < 5; n += 1) {
    const before = frames.filter(({ type }) => type === "pong").length;
    socket.send("ping");
    while (frames.filter(({ type }) => type === "pong").length === before) await until(frames.length + 1);
    await demo.clock.settle();
  }
}

test("D46 who watches a task is told its counters when it begins, and at most once a second when they change; nobody else is", async () => {
  const [boss, other, watcher] = await Promise.all([person(administrator), person(agent), person(monitor)]);
  boss.watch([id]);
  // A page of tasks is an administrator's.
  for (const each of [other, watcher]) each.watch([id]);
  const [, first] = await boss.client.until(2);
  expect(first).toMatchObject({
    ...{ type: "taskCounted", at: demo.clock.now() },
    task: { id, state: "running", joined: 0, flight: [], progress: { total: 3, waiting: 3, done: 0 } },
  });
  for (let n = 0; n < 3; n += 1) {
    await done(1);
    await counted();
  }
  await settled(boss);
  expect(heard(boss.client)).toHaveLength(1);
  // It may be here before the clock has been moved all the way.
  const seen = boss.client.frames.length;
  await demo.clock.advance(1_000);
  await boss.client.until(seen + 1);
  expect(heard(boss.client).at(-1)).toMatchObject({ task: { progress: { total: 3, waiting: 0, done: 3 } } });
  await demo.clock.advance(5_000);
  await settled(boss);
  expect(heard(boss.client)).toHaveLength(2);
  for (const each of [other, watcher]) {
    await settled(each);
    expect(heard(each.client)).toEqual([]);
  }
});

test("D46 neither in another's name, nor of another enterprise, nor once it is watched no more; nothing is read then", async () => {
  const boss = await person(administrator);
  const read = jest.spyOn(demo.ports.database, "tenant");
  boss.watch([id], { userId: "somebody" });
  boss.watch([id], { compId: "999999" });
  boss.watch(Array.from({ length: 21 }, (_, n) => `t${n}`));
  await settled(boss);
  read.mockClear();
  await counted();
  await counted(id, "999999");
  await settled(boss);
  expect([heard(boss.client), read.mock.calls]).toEqual([[], []]);
  boss.watch([id]);
  await boss.client.until(boss.client.frames.length + 1);
  boss.watch([]);
  await settled(boss);
  read.mockClear();
  await demo.clock.advance(2_000);
  await counted();
  await settled(boss);
  expect([heard(boss.client).length, read.mock.calls]).toEqual([1, []]);
  read.mockRestore();
});
