/** Through the office: configuration, the outbox, deliveries to a real server on this machine, which an operator has to allow. */
import { parseTime } from "@liantai/api/contract";
import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import {
  interfaceAllowanceApi,
  interfaceConfigApi,
  interfaceDeliveryApi,
  operateLogApi,
} from "@liantai/api/contract/admin";
import { createTestJobs, createVirtualClock } from "../../testing/index.ts";
import { openOffice, refused, type Office } from "../../testing/office.ts";
import { createEventLog, type CallFact } from "../event-log/index.ts";
import { backOffMs } from "./deliveries.ts";

const own = "100001";
const secret = "a-secret-of-sixteen-or-more";
let office: Office;
let server: Server;
let port: number;
let answer: (n: number) => number = () => 200;
const heard: { headers: IncomingHttpHeaders; body: string; fields: Record<string, unknown> }[] = [];
const clock = createVirtualClock();
/** Jobs sent, to run one again as a retry would. */
const jobs = createTestJobs(clock);
const sent: { queue: string; data: object }[] = [];
const runs = new Map<string, (data: object) => Promise<void>>();

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => (body += part));
    request.on("end", () => {
      heard.push({ headers: request.headers, body, fields: JSON.parse(body || "{}") as Record<string, unknown> });
      response.writeHead(answer(heard.length)).end('{"received":true}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
  office = await openOffice({
    clock,
    jobs: {
      ...jobs,
      work: async (queue, run) => {
        runs.set(queue, run as never);
        await jobs.work(queue, run);
      },
      send: async (queue, data, options) => {
        sent.push({ queue, data });
        await jobs.send(queue, data, options);
      },
    },
  });
});
afterAll(async () => {
  await office?.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  heard.splice(0);
  answer = () => 200;
});

const url = (path = "/hook") => `http://127.0.0.1:${port}${path}`;
const form = (over: object = {}) =>
  ({
    name: "客户系统",
    events: ["ringing", "answered", "ended", "recorded"],
    url: url(),
    method: "POST",
    headers: [{ name: "X-Key", value: "own-credential" }],
    signed: 1,
    secret,
    mapping: [],
    timeoutS: 5,
    maxTries: 8,
    sendFullNumbers: 0,
    enabled: 1,
    ...over,
  }) as never;

/** The network is real, so is the waiting for it; time is not. */
async function until(happened: () => boolean | Promise<boolean>): Promise<void> {
  for (let i = 0; i < 300 && !(await happened()); i += 1) await new Promise((resolve) => setTimeout(resolve, 10));
  if (!(await happened())) throw new Error("did not happen");
}
const deliveries = async (filter: object = {}) =>
  (await office.administrator.call(interfaceDeliveryApi.list, { body: { pageSize: 100, ...filter } })).list;
const tried = async (callId: string, attempts: number) =>
  until(async () =>
    (await deliveries({ callId })).every((d) => d.attempts >= attempts && (d.status !== null || d.error !== "")),
  );

/** A call as the engine writes it. */
async function call(facts: readonly CallFact[], callId = office.ports.random.id()): Promise<string> {
  const eventLog = createEventLog(office.ports);
  for (const fact of facts)
    void eventLog.append({
      stream: "contact",
      kind: "call",
      compId: own,
      id: callId,
      at: clock.now(),
      actor: "engine",
      ...(fact.type === "ended" ? { reason: "completed" as never } : {}),
      fact,
    });
  await eventLog.flush();
  await eventLog.stop();
  return callId;
}
const created: CallFact = {
  type: "created",
  direction: "inbound",
  caller: "13812345678",
  callee: "4001",
  accessNumber: "4001",
};
const ended: CallFact = { type: "ended" };

let id: string;

test("a loopback address is refused until an operator allows it: the test call says why; administrators may not allow it", async () => {
  const before = await office.administrator.call(interfaceConfigApi.test, {
    body: { event: "ended", ...(form() as object) } as never,
  });
  expect(before).toMatchObject({ ok: false, status: null, error: "地址指向内网、本机或保留网段，不允许访问" });
  expect(heard).toEqual([]);
  expect(
    (await refused(office.administrator.call(interfaceAllowanceApi.add, { body: { target: "127.0.0.1" } }))).status,
  ).toBe(403);
  expect(
    (await refused(office.operator.call(interfaceAllowanceApi.add, { body: { compId: own, target: "0.0.0.0/0" } })))
      .fields[0],
  ).toMatchObject({ path: "target" });
  await office.operator.call(interfaceAllowanceApi.add, {
    body: { compId: own, target: "127.0.0.1", ports: String(port) },
  });
  expect(await office.administrator.call(interfaceAllowanceApi.list, { body: {} })).toMatchObject([
    { target: "127.0.0.1", ports: String(port) },
  ]);
  // From inside the enterprise as well, under the operator's own name.
  const inside = await office.enter(own);
  const { id: other } = await inside.call(interfaceAllowanceApi.add, {
    body: { target: "10.9.0.0/16", remark: "机房" },
  });
  expect(await inside.call(interfaceAllowanceApi.list, { body: {} })).toMatchObject([
    { target: "10.9.0.0/16", ports: "" },
    { target: "127.0.0.1" },
  ]);
  expect(
    (await refused(office.administrator.call(interfaceAllowanceApi.delete, { body: { ids: [other] } }))).status,
  ).toBe(403);
  expect(await inside.call(interfaceAllowanceApi.delete, { body: { ids: [other] } })).toEqual({ count: 1 });
  const after = await office.administrator.call(interfaceConfigApi.test, {
    body: { event: "ended", ...(form() as object) } as never,
  });
  expect(after).toMatchObject({ ok: true, status: 200, response: '{"received":true}', error: null, redirects: [] });
  expect(heard[0]!.headers).toMatchObject({
    "x-key": "own-credential",
    "x-liantai-event": "ended",
    "content-type": "application/json; charset=utf-8",
  });
  // The credential is sent, not shown.
  expect(JSON.stringify(after)).not.toContain("own-credential");
  expect(heard[0]!.fields).toMatchObject({ caller: "138****8000", talkSeconds: 173 });
});

test("secrets are write-only, lie sealed, and go nowhere new without being typed again", async () => {
  expect(
    (await refused(office.administrator.call(interfaceConfigApi.add, { body: form({ secret: "" }) }))).fields[0],
  ).toMatchObject({ path: "secret" });
  expect(
    (
      await refused(
        office.administrator.call(interfaceConfigApi.add, {
          body: form({ headers: [{ name: "Cookie", value: "x" }] }),
        }),
      )
    ).fields[0]?.message,
  ).toContain("由系统设置");
  expect(
    (
      await refused(
        office.administrator.call(interfaceConfigApi.add, { body: form({ url: "http://u:p@example.com/" }) }),
      )
    ).fields[0],
  ).toMatchObject({ path: "url", message: "接口地址中不能包含账号和密码" });
  ({ id } = await office.administrator.call(interfaceConfigApi.add, { body: form() }));
  expect((await refused(office.administrator.call(interfaceConfigApi.add, { body: form() }))).fields[0]).toMatchObject({
    path: "name",
    message: "接口名称已存在",
  });
  const shown = await office.administrator.call(interfaceConfigApi.get, { body: { id } });
  expect(shown).toMatchObject({ hasSecret: true, headers: [{ name: "X-Key", value: "********" }] });
  const row = await office.ports.database.system((trx) =>
    trx.selectFrom("outward_interface").selectAll().executeTakeFirstOrThrow(),
  );
  expect(JSON.stringify(row)).not.toMatch(/own-credential|a-secret-of/);
  const masked = { id, ...(form({ secret: "", headers: [{ name: "x-key", value: "********" }] }) as object) };
  await office.administrator.call(interfaceConfigApi.update, { body: masked as never });
  expect(
    (
      await refused(
        office.administrator.call(interfaceConfigApi.update, {
          body: { ...masked, url: "http://elsewhere.example/" } as never,
        }),
      )
    ).fields[0]?.message,
  ).toContain("请重新填写请求头x-key的值");
  const { list } = await office.administrator.call(operateLogApi.list, {
    body: { object: "interfaceConfig" },
  });
  expect(JSON.stringify(list)).not.toMatch(/own-credential|a-secret-of/);
});

test("events of a call become deliveries in the log’s own transaction, signed, masked, in order, once", async () => {
  const callId = await call([
    created,
    { type: "queued", skillGroupId: "g", position: 0 },
    { type: "movedUp", byMs: 180_000, name: "张班长" },
    { type: "dataSet", agentId: "1001", data: { order: "17", 联系人: "13912345678" } },
    { type: "offered", agentId: "1001", ringMs: 20_000, idleMs: 0 },
    { type: "answered", agentId: "1001" },
    ended,
    { type: "recordingStored", key: "recordings/x.wav", durationMs: 60_000, bytes: 1 },
  ]);
  expect((await deliveries({ callId })).map((d) => [d.event, d.state])).toEqual(
    expect.arrayContaining([
      ["ringing", "waiting"],
      ["answered", "waiting"],
      ["ended", "waiting"],
      ["recorded", "waiting"],
    ]),
  );
  await clock.advance(1_000);
  await until(async () => (await deliveries({ callId })).every((d) => d.state === "delivered"));
  expect(heard.map((h) => h.fields["event"])).toEqual(["ringing", "answered", "ended", "recorded"]);
  const last = heard.at(-1)!;
  expect(last.fields).toMatchObject({
    callId,
    compId: own,
    caller: "138****5678",
    callee: "4001",
    agentId: "1001",
    agentName: expect.any(String),
    result: 200,
    recordingSeconds: 60,
    displayNumber: null,
    priority: 3,
    transfers: 0,
    satisfaction: null,
  });
  expect(JSON.parse(String(last.fields["callData"]))).toEqual({ order: "17", 联系人: "139****5678" });
  const timestamp = String(last.headers["x-liantai-timestamp"]);
  expect(timestamp).toBe(String(Math.floor(clock.now() / 1_000)));
  expect(last.headers["x-liantai-signature"]).toBe(
    createHmac("sha256", secret).update(`${timestamp}.${last.body}`).digest("hex"),
  );
  expect(last.headers["idempotency-key"]).toBe(last.fields["deliveryId"]);
  expect(new Set(heard.map((h) => h.headers["idempotency-key"])).size).toBe(4);

  // A job that comes again finds nothing to do.
  const again = sent.at(-1)!;
  await runs.get(again.queue)!(again.data);
  expect(heard).toHaveLength(4);
});

test.each([
  [1, 1],
  [2, 2],
  [3, 4],
  [4, 8],
  [5, 16],
  [6, 32],
  [7, 64],
])("after try %i it waits %i minutes", (attempts, minutes) => expect(backOffMs(attempts)).toBe(minutes * 60_000));

test("a failing receiver is tried again after 1, 2, 4 … minutes with the same body and key, and given up after its last try", async () => {
  await office.administrator.call(interfaceConfigApi.update, {
    body: { id, ...(form({ secret: "", maxTries: 5 }) as object) } as never,
  });
  answer = () => 503;
  const callId = await call([created, ended]);
  const [first] = await deliveries({ callId });
  const began = clock.now();
  const at: number[] = [];
  for (let n = 1; n <= 5; n += 1) {
    if (n === 1) await clock.advance(1_000);
    else {
      const next = parseTime((await deliveries({ callId }))[0]!.nextTryAt!)!.getTime();
      await clock.advance(next - clock.now() - 1_000);
      expect(heard).toHaveLength(n - 1);
      await clock.advance(1_000);
    }
    await tried(callId, n);
    await until(() => heard.length === n);
    at.push(Math.floor((clock.now() - began) / 60_000));
  }
  expect(at).toEqual([0, 1, 3, 7, 15]);
  expect(new Set(heard.map((h) => h.headers["idempotency-key"]))).toEqual(new Set([first!.id]));
  expect(new Set(heard.map((h) => h.body)).size).toBe(1);
  await until(async () => (await deliveries({ callId }))[0]!.state === "failed");
  expect(await deliveries({ callId })).toMatchObject([
    {
      state: "failed",
      attempts: 5,
      status: 503,
      error: "对方返回状态码503",
      response: '{"received":true}',
      nextTryAt: null,
    },
  ]);
  await clock.advance(20 * 60_000);
  expect(heard).toHaveLength(5);

  // By hand, once the receiver is well again.
  answer = () => 200;
  expect(await office.administrator.call(interfaceDeliveryApi.retry, { body: { ids: [first!.id] } })).toEqual({
    count: 1,
  });
  await clock.advance(1_000);
  await until(async () => (await deliveries({ callId }))[0]!.state === "delivered");
  expect(heard).toHaveLength(6);
  expect(heard[5]!.headers["idempotency-key"]).toBe(first!.id);
  expect(
    (await refused(office.administrator.call(interfaceDeliveryApi.retry, { body: { ids: [first!.id] } }))).msg,
  ).toContain("都已送达");
});

test("a process that dies while it sends: the try counts, the same message comes again after the back-off", async () => {
  const callId = await call([created, ended]);
  const [delivery] = await deliveries({ callId });
  // As a claim that was never followed by a result leaves it.
  await office.ports.database.system((trx) =>
    trx
      .updateTable("interface_delivery")
      .set({ attempts: 1, nextTryAt: new Date(clock.now() + backOffMs(1)), body: '{"kept":true}' })
      .where("id", "=", delivery!.id)
      .execute(),
  );
  await clock.advance(30_000);
  expect(heard).toEqual([]);
  await clock.advance(31_000);
  await until(async () => (await deliveries({ callId }))[0]!.state === "delivered");
  expect(heard).toMatchObject([{ fields: { kept: true } }]);
  expect((await deliveries({ callId }))[0]).toMatchObject({ attempts: 2 });
});

test("mapping, full numbers and the switch that turns an interface off", async () => {
  const mapping = [
    { target: "phone", kind: "field", value: "caller" },
    { target: "source", kind: "constant", value: "liantai" },
    { target: "seconds", kind: "field", value: "talkSeconds" },
  ];
  await office.administrator.call(interfaceConfigApi.update, {
    body: { id, ...(form({ secret: "", mapping, sendFullNumbers: 1, events: ["ended"] }) as object) } as never,
  });
  const callId = await call([created, { type: "answered", agentId: "1001" }, ended]);
  expect((await deliveries({ callId })).map((d) => d.event)).toEqual(["ended"]);
  await clock.advance(1_000);
  await until(() => heard.length === 1);
  expect(heard[0]!.fields).toEqual({ phone: "13812345678", source: "liantai", seconds: 0 });
  const { list } = await office.administrator.call(operateLogApi.list, {
    body: { object: "interfaceConfig", action: "update" },
  });
  expect(list[0]!.changes).toEqual(
    expect.arrayContaining([{ field: "sendFullNumbers", label: "发送完整号码", before: "否", after: "是" }]),
  );
  await office.administrator.call(interfaceConfigApi.update, {
    body: { id, ...(form({ secret: "", enabled: 0 }) as object) } as never,
  });
  expect(await deliveries({ callId: await call([created, ended]) })).toEqual([]);
});

test("the log is kept for thirty days; deleting an interface takes its log along", async () => {
  await office.administrator.call(interfaceConfigApi.update, {
    body: { id, ...(form({ secret: "" }) as object) } as never,
  });
  expect((await deliveries()).length).toBeGreaterThan(0);
  await office.ports.database.system((trx) =>
    trx
      .updateTable("interface_delivery")
      .set({ eventAt: new Date(clock.now() - 31 * 86_400_000) })
      .where("state", "=", "delivered")
      .execute(),
  );
  await clock.advance(602_000);
  expect((await deliveries()).filter((d) => d.state === "delivered")).toEqual([]);
  expect(await office.administrator.call(interfaceConfigApi.delete, { body: { ids: [id] } })).toEqual({ count: 1 });
  expect(await deliveries()).toEqual([]);
});
