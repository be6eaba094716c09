/** Short messages of flows: an interface is gateway and template, told over a real server that speaks plain JSON. */
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { interfaceAllowanceApi, interfaceConfigApi, interfaceDeliveryApi } from "@liantai/api/contract/admin";
import { createTestJobs, createVirtualClock } from "../../testing/index.ts";
import { openOffice, refused, type Office } from "../../testing/office.ts";
import { createEventLog, type CallFact } from "../event-log/index.ts";
import { messagesOfFlows, queueMessage } from "./index.ts";

const own = "100001";
let office: Office;
let server: Server;
let answer: (n: number) => number = () => 200;
const heard: { headers: IncomingHttpHeaders; body: string; fields: Record<string, unknown> }[] = [];
const clock = createVirtualClock();

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
  office = await openOffice({ clock, jobs: createTestJobs(clock) });
  const inside = await office.enter(own);
  await inside.call(interfaceAllowanceApi.add, { body: { target: "127.0.0.1", ports: "1-65535" } });
});
afterAll(async () => {
  await office?.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function until(happened: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await happened())) await new Promise((resolve) => setImmediate(resolve));
}
const deliveries = async (callId: string) =>
  (await office.administrator.call(interfaceDeliveryApi.list, { body: { pageNo: 1, pageSize: 50, callId } })).list;

/** A call that came in and ended. */
async function call(callId: string): Promise<void> {
  const log = createEventLog(office.ports);
  const facts: readonly CallFact[] = [
    { type: "created", direction: "inbound", caller: "13800138000", callee: "4001" },
    { type: "ended" },
  ];
  for (const fact of facts)
    await log.append({
      ...{ stream: "contact", kind: "call", compId: own, id: callId, at: clock.now(), actor: "engine", fact },
      ...(fact.type === "ended" ? { reason: "completed" as const } : {}),
    });
  await log.stop();
}

const gateway = (over: object = {}) =>
  ({
    ...{ name: "短信网关", events: ["sms"], method: "POST", signed: 0, secret: "", sendFullNumbers: 1 },
    ...{ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sms`, timeoutS: 5, maxTries: 3, enabled: 1 },
    headers: [{ name: "Authorization", value: "Bearer gateway-key" }],
    mapping: [
      { target: "templateId", kind: "constant", value: "T-17" },
      { target: "sign", kind: "constant", value: "联台" },
      { target: "outId", kind: "field", value: "deliveryId" },
    ],
    ...over,
  }) as never;

test("G117 a flow's message goes to its interface alone, with number, variables and constants; once, tried again, logged", async () => {
  const { administrator, ports } = office;
  expect(
    (await refused(administrator.call(interfaceConfigApi.add, { body: gateway({ sendFullNumbers: 0 }) }))).fields,
  ).toMatchObject([{ path: "events", message: expect.stringContaining("完整号码") }]);
  const sms = await administrator.call(interfaceConfigApi.add, { body: gateway() });
  const other = await administrator.call(interfaceConfigApi.add, {
    body: gateway({ name: "客户系统", events: ["ended"] }),
  });
  const things = () => ports.database.tenant(own, (trx) => messagesOfFlows.things!(trx, own));
  expect(await things()).toMatchObject([{ kind: "smsTemplate", id: sms.id, name: "短信网关", enabled: 1 }]);

  answer = (n) => (n === 1 ? 503 : 200);
  const message = {
    templateId: sms.id,
    to: "139 0013-9000",
    values: { 姓名: "王一" },
    callId: "c-sms",
    key: "c-sms:e5",
  };
  expect(await queueMessage(ports, own, message)).toBe(true);
  // Asked once more after a kill.
  expect(await queueMessage(ports, own, message)).toBe(true);
  expect(await queueMessage(ports, own, { ...message, to: "不是号码", key: "c-sms:e6" })).toBe(false);
  // Another interface of the enterprise is no gateway.
  expect(await queueMessage(ports, own, { ...message, templateId: other.id, key: "c-sms:e7" })).toBe(false);
  await clock.advance(1_000);
  await until(() => heard.length === 1);
  await until(async () => (await deliveries("c-sms"))[0]?.attempts === 1);
  await clock.advance(60_000);
  await until(async () => (await deliveries("c-sms"))[0]?.state === "delivered");
  expect(heard).toHaveLength(2);
  expect(heard[1]!.body).toBe(heard[0]!.body);
  expect(heard[1]!.headers["authorization"]).toBe("Bearer gateway-key");
  expect(heard[1]!.fields).toEqual({
    ...{ templateId: "T-17", sign: "联台", outId: `${sms.id}.c-sms:e5` },
    message: { number: "13900139000", values: { 姓名: "王一" } },
  });
  expect(await deliveries("c-sms")).toHaveLength(1);
  // No event of a call goes there.
  await call("c-plain");
  expect((await deliveries("c-plain")).map(({ interfaceId }) => interfaceId)).toEqual([other.id]);
  await administrator.call(interfaceConfigApi.update, {
    body: { id: sms.id, ...(gateway({ enabled: 0, headers: [] }) as object) } as never,
  });
  expect(await queueMessage(ports, own, { ...message, key: "c-sms:e8" })).toBe(false);
});
