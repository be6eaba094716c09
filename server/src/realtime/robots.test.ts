import { publish } from "../modules/topics.ts";
import { administrator, agent, type Demo } from "../testing/demo.ts";
import { openSockets, type Sockets } from "./testing/sockets.ts";

let sockets: Sockets;
let demo: Demo;
beforeAll(async () => {
  sockets = await openSockets();
  ({ demo } = sockets);
});
afterEach(() => sockets.reset());
afterAll(() => sockets.close());

const compId = "100001";
const call = {
  ...{ callId: "c1", number: "13912345678", accessNumber: "4001", flowId: "f1", flowName: "催收", robotId: "" },
  ...{ robotName: "", lineId: "l1", line: "一号线", startedAt: 1, since: 2, node: "问", taking: null },
  variables: [{ name: "phone", label: "电话", value: "13912345678" }],
} as const;
const entries = [{ id: "r1", side: "customer", text: "我的号码是13912345678", at: 3 }] as const;
const told = (of = compId) =>
  publish(demo.ports.broker, "robot.told", { compId: of, callId: "c1", call, entries, by: null });

async function person(who: Parameters<Demo["signIn"]>[0]) {
  const { access_token } = await demo.signIn(who);
  const { userId } = await demo.caller(access_token);
  const client = await sockets.connect({ token: await sockets.ticket(access_token) });
  await client.until(1);
  const send = (type: string, more: object = {}) =>
    client.socket.send(JSON.stringify({ type: "agent", content: { type, userId, compId, ...more } }));
  /** What was sent before is done. */
  const settled = async (count: number) => {
    client.socket.send("ping");
    return client.until(count);
  };
  return { client, send, settled };
}

test("Y22 calls with robots are told to administrators and monitors who follow them alone, numbers masked for who sees none", async () => {
  const monitor = { ...agent, roleType: 3, account: "1005" } as const;
  const [boss, watcher, other] = await Promise.all([person(administrator), person(monitor), person(agent)]);
  for (const each of [boss, watcher, other]) each.send("ROBOT_SUBSCRIBE");
  await Promise.all([boss, watcher, other].map((each) => each.settled(2)));
  await told();
  await told("999999");
  const whole = { seq: 1, type: "robotCall", callId: "c1", call, entries, by: null };
  expect((await boss.client.until(3)).at(-1)).toEqual(whole);
  expect((await watcher.client.until(3)).at(-1)).toEqual({
    ...whole,
    call: { ...call, number: "139****5678", variables: [{ ...call.variables[0], value: "139****5678" }] },
    entries: [{ ...entries[0], text: "我的号码是139****5678" }],
  });
  watcher.send("ROBOT_UNSUBSCRIBE");
  // In another's name, and of another enterprise: nothing.
  watcher.send("ROBOT_SUBSCRIBE", { userId: "somebody" });
  watcher.send("ROBOT_SUBSCRIBE", { compId: "999999" });
  await watcher.settled(4);
  await told();
  await boss.client.until(4);
  expect(await watcher.settled(5)).toHaveLength(5);
  expect(await other.settled(3)).toHaveLength(3);
});
