/** What interfaces without 发送完整号码 are told by flows, in calls through the front door and over the wire. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { dialTaskApi, interfaceAllowanceApi, interfaceConfigApi, taskPhoneApi } from "@liantai/api/contract/admin";
import { flowApi, flowVersionApi } from "@liantai/api/contract/flow-editor";
import { body, node } from "@liantai/api/testing/flows";
import { openDialOffice, type DialOffice } from "../testing/dial-office.ts";
import { replayFlowCall } from "./flows/index.ts";
import { addForm, addRecord, input } from "./forms/testing/forms.ts";

const compId = "100001";
let o: DialOffice;
let receiver: Server;
let heard: { readonly path: string; readonly body: Record<string, string> }[] = [];
let trusted: string;
let stranger: string;

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let text = "";
    request.on("data", (part) => (text += part));
    request.on("end", () => {
      heard.push({ path: request.url!, body: JSON.parse(text) as Record<string, string> });
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const { port } = receiver.address() as AddressInfo;
  o = await openDialOffice();
  await o.operator.call(interfaceAllowanceApi.add, { body: { compId, target: "127.0.0.1", ports: String(port) } });
  const add = async (name: string, sendFullNumbers: 0 | 1) =>
    (
      await o.administrator.call(interfaceConfigApi.add, {
        body: {
          ...{
            name,
            events: ["recorded"],
            url: `http://127.0.0.1:${port}/${name}`,
            method: "POST",
            headers: [],
            signed: 0,
          },
          ...{ secret: "", mapping: [], timeoutS: 5, maxTries: 1, enabled: 1, sendFullNumbers },
        } as never,
      })
    ).id;
  [trusted, stranger] = [await add("trusted", 1), await add("stranger", 0)];
});
afterAll(async () => {
  await o?.close();
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
});
beforeEach(() => {
  heard = [];
});

const nobody = { talkings: [], limit: 3 };
const globals = { unknown: nobody, timeout: nobody };
const variables = (...names: readonly string[]) =>
  names.map((vName) => ({ vName, vAlias: vName, type: "text" as const, value: "-" }));

async function published(name: string, drawn: ReturnType<typeof body>): Promise<string> {
  const { administrator } = o;
  const { id } = await administrator.call(flowApi.create, { body: { name, flowType: 1, flow: JSON.stringify(drawn) } });
  await administrator.call(flowVersionApi.publish, { body: { id, revision: 1 } });
  return id;
}

const request = (of: Readonly<Record<string, string>>) => Object.entries(of).map(([name, value]) => ({ name, value }));
const asks = (id: string, interfaceId: string, of: Readonly<Record<string, string>>, next: string) =>
  node(id, "interface", {
    config: { interfaceId, request: request(of) },
    to: { ok: next, failed: next, timeout: next },
  });

/** The network is real. */
async function told(count: number): Promise<void> {
  for (let n = 0; n < 2_000 && heard.length < count; n += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    if (n % 50 === 0) await o.settle();
  }
  await o.settle();
  expect(heard).toHaveLength(count);
}

const phone = "13812345678";
const kin = "13987654321";
const typed = "13700001111";

test("G153 an interface without 发送完整号码 has the customer's numbers masked, and what is made of them; what he typed not", async () => {
  const { administrator } = o;
  const formId = await addForm(administrator, [input("phone", "电话"), input("orderNo", "单号")], "task");
  const { id: record } = await addRecord(administrator, formId, { phone, orderNo: "20260302001" });
  const told1 = {
    ...{ number: "${customerNumber}", own: "${caller}", called: "${callee}", mixed: "客户${callee}，单${typed}" },
    ...{ typed: "${typed}", kin: "${kin}", deposit: "${deposit}", copy: "${copy}", built: "${built}" },
    ...{ sum: "${sum}", here: "${here}", field: "${formData.phone}", order: "${formData.orderNo}", taken: "${taken}" },
  };
  const over = await published(
    "接着问",
    body(
      [
        node("start", "start", { to: { next: "ask" } }),
        asks("ask", stranger, { copy: "${copy}", typed: "${typed}", number: "${customerNumber}" }, "wait"),
        node("wait", "keyNav", {
          ...{ config: { keys: ["1"], firstSeconds: 60 }, says: ["请按1"] },
          to: { "key-1": "end", timeout: "end", invalid: "end" },
        }),
        node("end", "hangup"),
      ],
      { globals, collectVariable: variables("copy", "typed") },
    ),
  );
  const flowId = await published(
    "问两家",
    body(
      [
        node("start", "start", { to: { next: "type" } }),
        node("type", "keyCollect", {
          ...{ config: { vName: "typed", min: 11, max: 11, firstSeconds: 60 }, says: ["请输入单号"] },
          to: { collected: "make", timeout: "end", invalid: "end" },
        }),
        node("make", "variable", {
          config: {
            assign: [
              { vName: "copy", value: "${customerNumber}" },
              { vName: "built", from: "expression", value: '"K" + copy + "/" + typed' },
              { vName: "sum", from: "expression", value: "double(customerNumber) + 1.0" },
              { vName: "here", from: "expression", value: 'copy.startsWith("138")' },
              { vName: "taken", from: "field", value: "formData.phone" },
            ],
          },
          to: { next: "stranger", error: "end" },
        }),
        asks("stranger", stranger, told1, "trusted"),
        asks("trusted", trusted, told1, "over"),
        node("over", "ivrRoute", {
          config: { value: "1", rows: [{ value: "1", flowId: over }], data: ["copy", "typed"] },
          to: { else: "end" },
        }),
        node("end", "hangup"),
      ],
      {
        globals,
        collectVariable: variables("typed", "copy", "built", "sum", "here", "taken", "kin", "deposit"),
      },
    ),
  );
  const { id: taskId } = await administrator.call(dialTaskApi.add, {
    body: { taskIdentity: "问两家", ftype: 4, flowId, accessNumbers: [o.numbers[0]!], perSecond: 50 },
  });
  await administrator.call(taskPhoneApi.add, {
    body: { taskId, phones: [{ phone, variables: { kin, deposit: "20260302001" } }] as never },
  });
  await o.ports.database.tenant(compId, (trx) =>
    trx.updateTable("dial_phone").set({ formDataId: record }).where("taskId", "=", taskId).execute(),
  );
  await administrator.call(dialTaskApi.start, { body: { id: taskId } });
  await o.settle();
  const [leg] = o.at(phone);
  o.sw.pickUp(leg!);
  await o.settle();
  for (const digit of typed) o.sw.press(leg!, digit);
  await told(3);
  const [masked, whole, after] = heard;
  expect([masked!.path, whole!.path, after!.path]).toEqual(["/stranger", "/trusted", "/stranger"]);
  const shown = "138****5678";
  const rest = { own: o.numbers[0], typed, deposit: "20260302001", order: "20260302001", here: "true" };
  expect(whole!.body).toMatchObject({
    ...{ ...rest, number: phone, called: phone, mixed: `客户${phone}，单${typed}`, kin, copy: phone },
    ...{ built: `K${phone}/${typed}`, sum: "13812345679", field: phone, taken: phone },
  });
  expect(masked!.body).toMatchObject({
    ...{ ...rest, number: shown, called: shown, mixed: `客户${shown}，单${typed}`, kin: "139****4321", copy: shown },
    ...{ built: `K${shown}/${typed}`, sum: "", field: shown, taken: shown },
  });
  // Led over to another flow it is as it was.
  expect(after!.body).toMatchObject({ copy: shown, typed, number: shown });
  o.sw.press(leg!, "1");
  await o.advance(5_000);
  const attempt = await o.ports.database.tenant(compId, (trx) =>
    trx.selectFrom("dial_attempt").select("callId").where("phone", "=", phone).executeTakeFirstOrThrow(),
  );
  expect(await replayFlowCall(o.ports.database, { callId: attempt.callId!, compId })).toContain(
    "核对：与原通话经过的节点一致",
  );
});
