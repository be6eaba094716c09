/** What a customer typed in secret reaches the enterprise's own system: told by the outbox, fetched once with the interface's key. */
import { createHmac } from "node:crypto";
import { secondMs } from "@liantai/api/contract";
import { interfaceConfigApi, interfaceDeliveryApi, operateLogApi, secureEntryApi } from "@liantai/api/contract/admin";
import { createVirtualClock } from "../../testing/index.ts";
import { openOffice, refused, type Office } from "../../testing/office.ts";
import { createEventLog } from "../event-log/index.ts";
import { createSecureEntries, keptMs } from "../secure-entries/index.ts";

const own = "100001";
const secret = "a-secret-of-sixteen-or-more";
const clock = createVirtualClock();
const card = "6222021234567890";
let office: Office;
let interfaceId: string;

const form = (over: object = {}) =>
  ({
    name: "支付系统",
    events: ["secureEntered"],
    url: "https://pay.example/hook",
    method: "POST",
    headers: [],
    signed: 1,
    secret,
    mapping: [],
    timeoutS: 1,
    maxTries: 1,
    sendFullNumbers: 0,
    enabled: 1,
    ...over,
  }) as never;

beforeAll(async () => {
  office = await openOffice({ clock });
  ({ id: interfaceId } = await office.administrator.call(interfaceConfigApi.add, { body: form() }));
});
afterAll(() => office?.close());

const keep = (callId: string) =>
  createSecureEntries({ ...office.ports, sealer: office.sealer }).keep({
    compId: own,
    callId,
    agentId: "1001",
    name: "银行卡号",
    digits: card,
  });
/** As the documentation says it. */
const signed = (token: string, more: { at?: number; key?: string } = {}) => {
  const timestamp = String(Math.floor((more.at ?? clock.now()) / secondMs));
  const signature = createHmac("sha256", more.key ?? secret)
    .update(`${timestamp}.${token}`)
    .digest("hex");
  return { compId: own, interfaceId, token, timestamp, signature };
};
const nobody = () => office.person("");
const redeem = (body: object) => nobody().call(secureEntryApi.redeem, { body: body as never });
const log = async () =>
  (await office.administrator.call(operateLogApi.list, { body: { pageNo: 1, pageSize: 100 } })).list.filter(
    (line) => line.object === "secureEntry",
  );

test("K37 the interface is told of the token, its key opens it once, and both uses stand in the log without the digits", async () => {
  const token = await keep("call-1");
  const rows = () => office.ports.database.system((trx) => trx.selectFrom("secure_entry").selectAll().execute());
  expect(JSON.stringify(await rows())).not.toContain(card);
  expect(JSON.stringify(await rows())).not.toContain(token);
  const eventLog = createEventLog(office.ports);
  void eventLog.append({
    stream: "contact",
    kind: "call",
    compId: own,
    id: "call-1",
    at: clock.now(),
    actor: "engine",
    fact: { type: "secureEntered", agentId: "1001", name: "银行卡号", digits: 16, token },
  });
  await eventLog.stop();
  const told = await office.ports.database.system((trx) => trx.selectFrom("interface_delivery").selectAll().execute());
  expect(told).toMatchObject([{ interfaceId, event: "secureEntered", secureToken: token, secureDigits: 16 }]);
  const { list } = await office.administrator.call(interfaceDeliveryApi.list, { body: { event: "secureEntered" } });
  expect(list.map(({ callId }) => callId)).toEqual(["call-1"]);
  expect(await redeem(signed(token))).toMatchObject({
    callId: "call-1",
    agentId: "1001",
    name: "银行卡号",
    digits: card,
  });
  expect(await rows()).toEqual([]);
  expect(await refused(redeem(signed(token)))).toMatchObject({ msg: "凭据无效、已使用或已过期" });
  const lines = await log();
  expect(lines.map((line) => [line.actionText, line.objectName, line.user])).toEqual([
    ["换取被拒", "支付系统", "支付系统"],
    ["换取内容", "call-1", "支付系统"],
  ]);
  expect(JSON.stringify(lines)).not.toContain(card);
});

test("K37 of two who ask at once one gets it; another key, another enterprise, an old signature get nothing and leave it", async () => {
  const token = await keep("call-2");
  const good = signed(token);
  const wrong = { status: 401, msg: "接口编号、签名或时间戳无效" };
  expect(await refused(redeem(signed(token, { key: "another-secret-of-16" })))).toMatchObject(wrong);
  expect(await refused(redeem(signed(token, { at: clock.now() - 301 * secondMs })))).toMatchObject(wrong);
  expect(await refused(redeem({ ...good, compId: "200002" }))).toMatchObject(wrong);
  expect(await refused(redeem({ ...good, interfaceId: "none" }))).toMatchObject(wrong);
  expect(await refused(redeem({ ...good, signature: good.signature.toUpperCase() }))).toMatchObject({
    msg: "签名为64位小写十六进制",
  });
  const both = await Promise.allSettled([redeem(good), redeem(good)]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("K37 an interface that is off or unsigned opens nothing; after ten minutes there is nothing", async () => {
  const token = await keep("call-3");
  for (const over of [{ enabled: 0 }, { signed: 0 }]) {
    await office.administrator.call(interfaceConfigApi.update, {
      body: { id: interfaceId, ...(form(over) as object) } as never,
    });
    expect(await refused(redeem(signed(token)))).toMatchObject({ status: 401 });
  }
  await office.administrator.call(interfaceConfigApi.update, {
    body: { id: interfaceId, ...(form() as object) } as never,
  });
  await clock.advance(keptMs);
  await clock.settle();
  expect(await refused(redeem(signed(token)))).toMatchObject({ msg: "凭据无效、已使用或已过期" });
  const left = () => office.ports.database.system((trx) => trx.selectFrom("secure_entry").selectAll().execute());
  expect(await left()).toEqual([]);
});

test("K37 twenty wrong keys in a minute, and an address waits", async () => {
  const token = await keep("call-4");
  for (let i = 0; i < 20; i += 1) await refused(redeem(signed(token, { key: "another-secret-of-16" })));
  expect(await refused(redeem(signed(token)))).toMatchObject({ status: 429 });
  await clock.advance(60_000);
  expect(await redeem(signed(token))).toMatchObject({ digits: card });
});
