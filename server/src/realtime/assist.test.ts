import { publish } from "../modules/topics.ts";
import { administrator, agent, type Demo } from "../testing/demo.ts";
import { openSockets, type Client, type Sockets } from "./testing/sockets.ts";

let sockets: Sockets;
let demo: Demo;

beforeAll(async () => {
  sockets = await openSockets();
  ({ demo } = sockets);
});
afterEach(() => sockets.reset());
afterAll(() => sockets.close());

const connect: Sockets["connect"] = (...of) => sockets.connect(...of);
const ticket: Sockets["ticket"] = (...of) => sockets.ticket(...of);

describe("seat assist", () => {
  const entry = { id: "e1", type: "customer", text: "我的号码是13912345678", startTime: 1, endTime: 2 } as const;
  const dialogueData = { ...entry, mute: 0, chipin: 0, speed: null, badWords: [], badWord: 0 } as const;
  const chat = { type: "CHAT", callId: "c-own", agentId: "1001", dialogueData } as const;
  /** The demonstration's enterprise hides numbers from all but its administrators. */
  const shown = { ...chat, dialogueData: { ...dialogueData, text: "我的号码是139****5678" } };
  const told = (compId = "100001", agentId = "1001") =>
    publish(demo.ports.broker, "assist.told", { compId, agentId, message: { ...chat, agentId } });

  async function person(who: Parameters<Demo["signIn"]>[0]) {
    const { access_token } = await demo.signIn(who);
    const { userId } = await demo.caller(access_token);
    const client = await connect({ token: await ticket(access_token) });
    await client.until(1);
    const send = (frame: object) => client.socket.send(JSON.stringify(frame));
    const follow = (content: object) => send({ type: "agent", content: { userId, compId: "100001", ...content } });
    return { client, userId, send, follow };
  }
  const monitor = { ...agent, roleType: 3, account: "1005" } as const;
  const until = async (client: Client, count: number) => (await client.until(count)).slice(1);

  test("A6 A8 what is said reaches the seat and the monitor who follows it, until he follows no more; nobody else", async () => {
    const [own, other, watcher, boss] = await Promise.all([
      person(agent),
      person({ ...agent, account: "1002" }),
      person(monitor),
      person(administrator),
    ]);
    watcher.follow({ type: "ASSIST_SUBSCRIBE", agentId: "1001" });
    // In another's name, of a seat that he may not follow, nonsense.
    boss.follow({ type: "ASSIST_SUBSCRIBE", agentId: "1001", userId: "somebody" });
    other.follow({ type: "ASSIST_SUBSCRIBE", agentId: "1001" });
    boss.follow({ type: "ASSIST_SUBSCRIBE", agentId: ["1001"] });
    watcher.client.socket.send("ping");
    await watcher.client.until(2);
    await told();
    await told("999999");
    expect(await until(own.client, 2)).toEqual([{ seq: 1, ...shown }]);
    expect((await watcher.client.until(3))[2]).toEqual({ seq: 1, ...shown });
    watcher.follow({ type: "ASSIST_UNSUBSCRIBE" });
    watcher.client.socket.send("ping");
    await watcher.client.until(4);
    await told();
    await until(own.client, 3);
    await demo.clock.settle();
    expect(watcher.client.frames).toHaveLength(4);
    expect([other.client.frames.length, boss.client.frames.length]).toEqual([1, 1]);
  });

  test("A8 a monitor whose right is taken hears no further sentence; who may see numbers has them whole", async () => {
    const [watcher, boss, own] = await Promise.all([person(monitor), person(administrator), person(agent)]);
    for (const { client, follow } of [watcher, boss]) {
      follow({ type: "ASSIST_SUBSCRIBE", agentId: "1001" });
      client.socket.send("ping");
      await client.until(2);
    }
    await told();
    expect((await boss.client.until(3))[2]).toEqual({ seq: 1, ...chat });
    await watcher.client.until(3);
    const system: Demo["ports"]["database"]["system"] = (run) => demo.ports.database.system(run);
    const seat = (groupId: string) =>
      system((trx) => trx.updateTable("seat").set({ groupId }).where("agentId", "=", "1001").execute());
    const { groupId } = await system((trx) =>
      trx.selectFrom("seat").select("groupId").where("agentId", "=", "1001").executeTakeFirstOrThrow(),
    );
    await system((trx) =>
      trx.insertInto("agent_group").values({ compId: "100001", id: "far2", name: "外地" }).execute(),
    );
    await seat("far2");
    await told();
    await Promise.all([own.client.until(3), boss.client.until(4)]);
    await demo.clock.settle();
    expect(watcher.client.frames).toHaveLength(3);
    await seat(groupId!);
  });

  test("A9 A18 a page relays of its present call alone, of the five types, to who may watch its seat; else refused", async () => {
    const own = await person(agent);
    const watcher = await person(monitor);
    const colleague = await person({ ...agent, account: "1002" });
    const content = { ...chat, userId: own.userId };
    own.send({ userId: watcher.userId, content });
    expect(await until(watcher.client, 2)).toEqual([{ seq: 1, ...shown, userId: own.userId }]);
    for (const [userId, refused] of [
      // Nobody who may watch the seat; another's name, seat, call and enterprise; no type of the five; no receiver.
      [colleague.userId, content],
      [watcher.userId, { ...content, userId: watcher.userId }],
      [watcher.userId, { ...content, agentId: "1002" }],
      [watcher.userId, { ...content, callId: "c-other" }],
      [watcher.userId, { ...content, type: "CUSTOMER", customer: { compId: "999999" } }],
      [watcher.userId, { ...content, type: "customerInfo", content: [] }],
      [watcher.userId, { ...content, type: "loginOut" }],
      [watcher.userId, { ...content, type: "WARN", warningData: { kind: "constructor" } }],
      ["", content],
    ] as const)
      own.send({ userId, content: refused });
    // What is not of its type is made one: no field goes through as it came.
    own.send({ userId: watcher.userId, content: { ...content, dialogueData: { text: { a: 1 }, mute: "x", more: 1 } } });
    expect((await watcher.client.until(3))[2]).toMatchObject({
      seq: 2,
      dialogueData: { id: "", text: "", mute: 0, type: "customer", badWords: [] },
    });
    // The fields of call content (realtime.md section 3), numbers as the receiver may see them.
    const call = { compId: "100001", caller: "13912345678", callee: "4001", direction: 1, connectType: 0 } as const;
    const customer = { ...call, startTime: 1, userId: own.userId, userPhone: "13912345678", muteDuration: 2_500 };
    own.send({ userId: watcher.userId, content: { ...content, type: "CUSTOMER", customer } });
    expect((await watcher.client.until(4))[3]).toMatchObject({
      customer: { ...customer, caller: "139****5678", userPhone: "139****5678", callId: "c-own", agentId: "1001" },
    });
    await demo.clock.settle();
    expect([watcher.client.frames.length, colleague.client.frames.length]).toEqual([4, 1]);
    own.send({ userId: watcher.userId, content: { ...content, dialogueData: { text: "x".repeat(5_000) } } });
    expect(await own.client.closed).toBe(1009);
  });
});
