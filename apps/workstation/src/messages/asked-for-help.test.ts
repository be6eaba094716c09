import { createBus, type BusEvents } from "@liantai/bus";
import { keepHearingExtension, store, tokensReceived, userLoaded } from "@liantai/api/client";
import type { ServerMessage } from "@liantai/api/contract";
import { assistanceApi } from "@liantai/api/contract/assistance";
import { fakeServer } from "@liantai/ui/testing";
import { agent } from "../testing/agent-client.ts";
import { settle } from "../testing/virtual-clock.ts";
import { handleMessage } from "./table.ts";

beforeAll(() => import("./asked-for-help.ts"));
beforeEach(() => {
  store.dispatch(tokensReceived({ access: "a", refresh: "r", expiresAt: Number.MAX_SAFE_INTEGER }));
  store.dispatch(userLoaded({ ...agent, roleType: 3, agentId: "1005" }));
});
afterEach(() => keepHearingExtension(""));

async function setUp() {
  const server = fakeServer();
  server.on(assistanceApi.answer.path, () => null);
  const bus = createBus();
  const shown: BusEvents["notification.show"][] = [];
  const supervised: BusEvents["seat.supervise"][] = [];
  bus.subscribe("notification.show", (notice) => shown.push(notice));
  bus.subscribe("seat.supervise", (asked) => supervised.push(asked));
  const handle = async (state: "asked" | "answered" | "over", id = "a1") => {
    const message = { seq: 1, type: "assistanceChanged", id, agentId: "1001", state, text: "客户要退款" };
    handleMessage(message as ServerMessage, { bus, agentId: () => "1005", signOut: () => undefined });
    await settle();
  };
  await handle("asked");
  /** As the shell does: it is closed, and the press told. */
  const press = async (label: string) => {
    const notice = shown.find(({ id, actions }) => id === "assistance.1001" && actions)!;
    const action = notice.actions!.find((each) => each.label === label)!;
    bus.publish("notification.action", { id: notice.id, action });
    bus.publish("notification.closed", { id: notice.id });
    await settle();
  };
  return { server, shown, supervised, handle, press };
}

test("K30 who asks is told with what can be done; the first action brings nobody into a call; it stands until it is closed", async () => {
  const { shown } = await setUp();
  expect(shown).toEqual([
    expect.objectContaining({
      id: "assistance.1001",
      title: "坐席1001举手求助",
      text: "客户要退款",
      durationMs: 0,
      sound: true,
      target: { name: "realtimemonitoring" },
    }),
  ]);
  expect(shown[0]!.actions!.map(({ label }) => label)).toEqual(["查看", "监听", "密语", "强插", "已处理"]);
  expect(shown[0]!.actions![0]!.do).toBe("open");
});

test("K30 监听, 密语 and 强插 are asked of the workstation for that seat; 查看 asks for nothing", async () => {
  const { supervised, press, server } = await setUp();
  for (const label of ["查看", "监听", "密语", "强插"]) await press(label);
  expect(supervised).toEqual([
    { command: "listen", agentId: "1001" },
    { command: "whisper", agentId: "1001" },
    { command: "insert", agentId: "1001" },
  ]);
  expect(server.bodies(assistanceApi.answer.path)).toEqual([]);
});

test("C10 an administrator hears at the extension that he named, as from a list", async () => {
  store.dispatch(userLoaded({ ...agent, roleType: 1, agentId: null, userName: "1000011admin" }));
  keepHearingExtension("8009");
  const { supervised, press } = await setUp();
  await press("监听");
  expect(supervised).toEqual([{ command: "listen", agentId: "1001", extension: "8009" }]);
});

test("K30 已处理 is told to the server with the request's id, and said to whoever pressed it", async () => {
  const { server, shown, press } = await setUp();
  await press("已处理");
  expect(server.bodies(assistanceApi.answer.path)).toEqual([{ id: "a1", way: "done", line: "" }]);
  expect(shown.at(-1)).toMatchObject({ level: "success", text: "坐席1001的求助已处理", attention: false });
});

test("K30 a request that somebody else has answered, or that is over, is no longer offered; another's news changes nothing", async () => {
  const { shown, handle } = await setUp();
  await handle("answered", "another");
  expect(shown).toHaveLength(1);
  await handle("answered");
  expect(shown.at(-1)).toMatchObject({ id: "assistance.1001", title: "坐席1001的求助已有人应答", durationMs: 3_000 });
  expect(shown.at(-1)!.actions).toBeUndefined();
  await handle("over");
  expect(shown).toHaveLength(2);
  await handle("asked", "a2");
  await handle("over", "a2");
  expect(shown.at(-1)).toMatchObject({ title: "坐席1001的求助已结束", durationMs: 3_000 });
});
