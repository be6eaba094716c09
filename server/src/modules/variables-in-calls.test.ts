/** What a call's flow knows without having asked: published and dialled through the front door. */
import { formatTime } from "@liantai/api/contract";
import { blackListApi, dialTaskApi, dictionarieApi, taskPhoneApi } from "@liantai/api/contract/admin";
import { flowApi, flowVersionApi } from "@liantai/api/contract/flow-editor";
import { body, node, say } from "@liantai/api/testing/flows";
import { openDialOffice, type DialOffice } from "../testing/dial-office.ts";
import { refused } from "../testing/office.ts";
import { isContact, readStream } from "./event-log/index.ts";
import { replayFlowCall } from "./flows/index.ts";
import { addForm, addRecord, input } from "./forms/testing/forms.ts";

const compId = "100001";
let o: DialOffice;
beforeAll(async () => {
  o = await openDialOffice();
});
afterAll(() => o?.close());

const nobody = { talkings: [], limit: 3 };
const globals = { unknown: nobody, timeout: nobody };
const wait = { config: { keys: ["1"], firstSeconds: 60 }, says: ["请按1"] };

/** Published as an administrator does it. */
async function published(name: string, drawn: ReturnType<typeof body>): Promise<string> {
  const { administrator } = o;
  const { id } = await administrator.call(flowApi.create, { body: { name, flowType: 1, flow: JSON.stringify(drawn) } });
  await administrator.call(flowVersionApi.publish, { body: { id, revision: 1 } });
  return id;
}

/** The customer's leg of a task's call that leads into the flow. */
async function dialled(taskIdentity: string, flowId: string, phone: string): Promise<string> {
  await o.runs({ taskIdentity, flowId }, [phone]);
  const [leg] = o.at(phone);
  o.sw.pickUp(leg!);
  await o.settle();
  return leg!;
}

const callIdOf = async (phone: string): Promise<string> => {
  const attempt = await o.ports.database.tenant(compId, (trx) =>
    trx.selectFrom("dial_attempt").select("callId").where("phone", "=", phone).executeTakeFirstOrThrow(),
  );
  return attempt.callId!;
};

/** Steps of the flow of the call to this number. */
const stepsOf = async (phone: string) => {
  const id = await callIdOf(phone);
  const events = await o.ports.database.tenant(compId, (trx) => readStream(trx, { compId, stream: "contact", id }));
  return events.filter(isContact).flatMap(({ fact }) => (fact.type === "flowStep" ? [fact] : []));
};
const nodesOf = async (phone: string) =>
  (await stepsOf(phone)).flatMap(({ step, nodeName }) => (step === "node" ? [nodeName] : []));
const saidIn = async (phone: string) =>
  (await stepsOf(phone)).flatMap(({ step, content }) => (step === "play" ? [content] : []));

test("G130 what the engine sets later is empty until then, and no expression fails over it", async () => {
  const unset = ["lastText", "lastIntent", "lastTransfer", "lastError"].map((name) => `${name} == ""`).join(" && ");
  const drawn = body(
    [
      node("start", "start", { to: { next: "pressed" } }),
      node("pressed", "condition", {
        config: { rules: [{ id: "one", expression: 'lastKeys == "1"' }] },
        to: { one: "end", else: "others" },
      }),
      node("others", "condition", {
        config: { rules: [{ id: "empty", expression: unset }] },
        to: { empty: "wait", else: "end" },
      }),
      node("wait", "keyNav", { ...wait, to: { "key-1": "again", timeout: "end", invalid: "end" } }),
      node("again", "condition", {
        config: { rules: [{ id: "one", expression: 'lastKeys == "1"' }] },
        to: { one: "good", else: "end" },
      }),
      node("good", "play", { says: [say("好")], to: { next: "end" } }),
      node("end", "hangup"),
    ],
    { globals },
  );
  const leg = await dialled("未按过键", await published("未按过键", drawn), "13800000001");
  o.sw.press(leg, "1");
  await o.settle();
  expect(await nodesOf("13800000001")).toEqual(["start", "pressed", "others", "wait", "again", "good"]);
});

test("G130 the customer's number is the far end's in a call out, too: his last agent and the blacklist are asked about it", async () => {
  const phone = "13800000002";
  const drawn = body(
    [
      node("start", "start", { to: { next: "wait" } }),
      node("wait", "keyNav", {
        ...wait,
        says: ["${customerNumber}，${caller}"],
        to: { "key-1": "listed", timeout: "end", invalid: "end" },
      }),
      node("listed", "blackList", { to: { contained: "seat", notContained: "end" } }),
      node("seat", "callSeat", { config: { who: "last" }, to: { absent: "end", busy: "end", noAnswer: "end" } }),
      node("end", "hangup"),
    ],
    { globals },
  );
  const earlier = new Date(o.clock.now() - 60_000);
  await o.ports.database.tenant(compId, (trx) =>
    trx
      .insertInto("call_record")
      .values({
        ...{ compId, callId: "earlier", direction: "inbound", caller: phone, callee: "4001", accessNumber: "4001" },
        ...{ agentId: "1001", startAt: earlier, answerAt: earlier, endAt: earlier, cause: "completed", result: 200 },
        ...{ waitMs: 0, ringMs: 0, talkMs: 1_000, holdMs: 0, recordingKey: null, recordingMs: null },
        ...{ skillGroupId: null, appliedSeq: 1 },
      })
      .execute(),
  );
  const leg = await dialled("上次接待", await published("上次接待", drawn), phone);
  await o.administrator.call(blackListApi.add, {
    body: { ...{ blackListType: 1, phone, isPrefix: 0, blackListCallType: 2 }, expiresAt: "", remark: "" },
  });
  o.sw.press(leg, "1");
  await o.settle();
  expect(await saidIn(phone)).toEqual([`${phone}，${o.numbers[0]}`]);
  expect(await nodesOf(phone)).toEqual(["start", "wait", "listed", "seat", "end"]);
  expect((await stepsOf(phone)).find(({ step }) => step === "transfer")?.data).toMatchObject({ id: "1001" });
});

test("G130 the time is that of what the flow goes on with, in a replay, too", async () => {
  const phone = "13800000003";
  const drawn = body(
    [
      node("start", "start", { to: { next: "mark" } }),
      node("mark", "variable", { config: { assign: [{ vName: "first", value: "${now}" }] }, to: { next: "wait" } }),
      node("wait", "keyNav", { ...wait, to: { "key-1": "judge", timeout: "end", invalid: "end" } }),
      node("judge", "condition", {
        config: { rules: [{ id: "same", rows: [{ variable: "now", value: "${first}" }] }] },
        to: { same: "end", else: "tell" },
      }),
      node("tell", "play", { says: ["${first}，${now}"], to: { next: "end" } }),
      node("end", "hangup"),
    ],
    { globals, collectVariable: [{ vName: "first", vAlias: "来电时间", type: "text", value: "" }] },
  );
  const leg = await dialled("等待之后", await published("等待之后", drawn), phone);
  const began = o.clock.now();
  await o.advance(40_000);
  o.sw.press(leg, "1");
  await o.settle();
  expect((await saidIn(phone)).at(-1)).toBe(`${formatTime(began)}，${formatTime(began + 40_000)}`);
  await o.advance(5_000);
  const text = await replayFlowCall(o.ports.database, { callId: await callIdOf(phone), compId });
  expect(text).toContain("核对：与原通话经过的节点一致");
  expect(text).toContain(`now=${formatTime(began + 40_000)}`);
});

const logOf = async (phone: string): Promise<string> => {
  const id = await callIdOf(phone);
  return JSON.stringify(
    await o.ports.database.tenant(compId, (trx) => readStream(trx, { compId, stream: "contact", id })),
  );
};

test("G131 a flow reads fields of the customer's newest record and of the one that the task's number came with", async () => {
  const { administrator } = o;
  const phone = "13800000004";
  const { id: dictionaryId } = await administrator.call(dictionarieApi.add, { body: { code: "towns", name: "城市" } });
  await administrator.call(dictionarieApi.itemAdd, {
    body: { dictionaryId, value: "gz", label: "广州", sort: 1, enabled: 1 },
  });
  const formId = await addForm(administrator, [
    { ...{ type: "select", name: "town", label: "城市" }, ext: { options: { from: "dictionary", code: "towns" } } },
    input("phone", "电话"),
    input("name", "姓名"),
    input("idcard", "身份证", { ext: { content: "idcard" } }),
    input("points", "积分", { ext: { content: "number" } }),
    {
      ...{ type: "radio", name: "level", label: "等级" },
      items: [{ label_name: "金卡", label_value: "1" }] as never,
    },
  ]);
  const idcard = "110101199003077758";
  await addRecord(administrator, formId, { phone, name: "旧名", level: "1" });
  await o.advance(1_000);
  await addRecord(administrator, formId, { phone, name: "王女士", level: "1", town: "gz", points: "120", idcard });
  const debts = await addForm(administrator, [input("sum", "欠款", { ext: { content: "number" } })], "task");
  const { id: debt } = await addRecord(administrator, debts, { sum: "88.5" });
  const known =
    'customer.level == "金卡" && customer.town == "广州" && customer.points > 100 && customer.nothing == "" && formData.sum < 100.0';
  const drawn = body(
    [
      node("start", "start", { to: { next: "judge" } }),
      node("judge", "condition", {
        config: { rules: [{ id: "known", expression: `${known} && customer.idcard.endsWith("7758")` }] },
        to: { known: "take", else: "end" },
      }),
      node("take", "variable", {
        config: {
          assign: [
            { vName: "whole", from: "field", value: "customer.name" },
            { vName: "card", from: "field", value: "customer.idcard" },
          ],
        },
        to: { next: "tell", error: "end" },
      }),
      node("tell", "play", {
        says: ["${whole}，欠款${formData.sum}元，证件${customer.idcard}，${card}"],
        to: { next: "end" },
      }),
      node("end", "hangup"),
    ],
    {
      globals,
      collectVariable: ["whole", "card"].map((vName) => ({ vName, vAlias: vName, type: "text" as const, value: "" })),
    },
  );
  const flowId = await published("认得客户", drawn);
  const { id: taskId } = await administrator.call(dialTaskApi.add, {
    body: { taskIdentity: "认得客户", ftype: 4, flowId, accessNumbers: [o.numbers[0]!], perSecond: 50 },
  });
  await administrator.call(taskPhoneApi.add, { body: { taskId, phones: [{ phone }] as never } });
  await o.ports.database.tenant(compId, (trx) =>
    trx
      .updateTable("dial_phone")
      .set({ formDataId: debt })
      .where("compId", "=", compId)
      .where("taskId", "=", taskId)
      .execute(),
  );
  await administrator.call(dialTaskApi.start, { body: { id: taskId } });
  await o.settle();
  o.sw.pickUp(o.at(phone)[0]!);
  await o.settle();
  expect(await nodesOf(phone)).toEqual(["start", "judge", "take", "tell"]);
  expect(await saidIn(phone)).toEqual(["王女士，欠款88.5元，证件***，***"]);
  const log = await logOf(phone);
  expect(log).toContain("王女士");
  expect(log).not.toContain(idcard);
  const snapshots = await o.ports.database.system((trx) => trx.selectFrom("live_call").selectAll().execute());
  expect(JSON.stringify(snapshots)).not.toContain(idcard);
});

test("G132 score is the engine's: a flow says and compares it before anybody spoke, and one that declares it is refused", async () => {
  const drawn = (collectVariable: Parameters<typeof body>[1] = {}) =>
    body(
      [
        node("start", "start", { to: { next: "judge" } }),
        node("judge", "condition", {
          config: { rules: [{ id: "sure", expression: "score >= 0.6 && score < 1.0" }] },
          to: { sure: "end", else: "tell" },
        }),
        node("tell", "play", { says: ["得分${score}"], to: { next: "end" } }),
        node("end", "hangup"),
      ],
      { globals, ...collectVariable },
    );
  await dialled("得分", await published("得分", drawn()), "13800000006");
  expect(await saidIn("13800000006")).toEqual(["得分0"]);
  const own = { vName: "score", vAlias: "评分", type: "number", value: "5" } as const;
  expect((await refused(published("评分", drawn({ collectVariable: [own] })))).msg).toContain(
    "变量“score”与系统变量重名",
  );
});

test("G131 whom nobody knows has nothing in these fields, and what the flow gathers for its form is in formData", async () => {
  const phone = "13800000005";
  const formId = await addForm(o.administrator, [input("name", "姓名")]);
  const drawn = body(
    [
      node("start", "start", { to: { next: "judge" } }),
      node("judge", "condition", {
        config: { rules: [{ id: "nobody", expression: 'customer.name == "" && formData.name == ""' }] },
        to: { nobody: "take", else: "end" },
      }),
      node("take", "variable", {
        config: { assign: [{ vName: "who", value: "李先生" }] },
        to: { next: "tell", error: "end" },
      }),
      node("tell", "play", { says: ["${formData.name}${customer.name}您好"], to: { next: "end" } }),
      node("end", "hangup"),
    ],
    {
      globals,
      collectVariable: [{ vName: "who", vAlias: "称呼", type: "text", value: "" }],
      ...{ variableForm: formId, variableFormConf: { who: "name" } },
    },
  );
  await dialled("不认得客户", await published("不认得客户", drawn), phone);
  expect(await saidIn(phone)).toEqual(["李先生您好"]);
});
