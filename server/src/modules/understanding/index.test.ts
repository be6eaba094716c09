import { operateLogApi } from "@liantai/api/contract/admin";
import {
  flowApi,
  flowTestApi,
  flowVersionApi,
  innerKnowledgeApi,
  intentApi,
  intentionDetailApi,
  intentionRuleApi,
  knowledgeClassApi,
  regexRuleApi,
  robotLearningApi,
  scoreModelApi,
} from "@liantai/api/contract/flow-editor";
import { body, node } from "@liantai/api/testing/flows";
import { maskSaid } from "./learning/masking.ts";
import { openOffice, refused, type Office } from "../../testing/office.ts";
import { createUnderstanding, keepHeard, evaluate, type Understanding } from "./index.ts";

let office: Office;
let understanding: Understanding;
beforeAll(async () => {
  office = await openOffice();
  understanding = createUnderstanding(office.ports);
  await understanding.understander.start();
});
afterAll(async () => {
  await understanding.understander.stop();
  await office.close();
});

const compId = "100001";
const page = { pageNo: 1, pageSize: 50 };
const samples = {
  退货: ["我想退货", "怎么申请退货退款", "买的东西不想要了"],
  查物流: ["我的快递到哪里了", "帮我查一下物流", "什么时候能送到"],
};

const addIntent = (name: string, more: object = {}) =>
  office.administrator.call(intentApi.add, { body: { name, ...more } });

/** As the runtime of a flow will. */
async function hear(text: string, intentIds: readonly string[], nodeId = "n1") {
  const match = await understanding.understand(compId, intentIds, text);
  await office.ports.database.tenant(compId, (trx) =>
    keepHeard(trx, office.ports.random, {
      compId,
      at: new Date(office.ports.clock.now()),
      callId: `call-${nodeId}`,
      flowId: "flow-1",
      versionId: "v1",
      nodeId,
      nodeName: "问问题",
      text,
      intentIds,
      match,
    }),
  );
  return match;
}

test("I1 a rule that does not compile is refused at its field; the tester says which sentences fit and where", async () => {
  const { administrator, agent } = office;
  const bad = await refused(administrator.call(regexRuleApi.add, { body: { name: "坏", pattern: "退(?=货)" } }));
  expect(bad).toMatchObject({
    code: 400,
    fields: [{ path: "pattern", message: "正则表达式有误：不支持前瞻或后顾（(?=、(?!、(?<=、(?<!）" }],
  });
  const sentences = ["我要退2件货", "查余额"];
  const body = { pattern: "退(?P<n>\\d+)件", sentences };
  expect(await administrator.call(regexRuleApi.test, { body })).toEqual({
    fault: "",
    results: [
      { matched: 1, start: 2, end: 5, groups: [{ name: "n", text: "2" }] },
      { matched: 0, start: 0, end: 0, groups: [] },
    ],
  });
  const none = await administrator.call(regexRuleApi.test, { body: { pattern: "退(", sentences } });
  expect(none).toEqual({ fault: "正则表达式有误：左括号没有对应的右括号", results: [] });
  expect(await refused(agent.call(regexRuleApi.test, { body }))).toMatchObject({ status: 403 });
});

test("I2 what is too long is refused where it is typed", async () => {
  const { administrator } = office;
  const test = (body: object) => refused(administrator.call(regexRuleApi.test, { body: body as never }));
  expect(await test({ pattern: "a".repeat(501), sentences: [] })).toMatchObject({ msg: "正则表达式最多500个字符" });
  const slow = {
    pattern: "(?:.{0,15}甲){0,10}[乙丙]$",
    sentences: Array.from({ length: 20 }, () => "甲".repeat(1_000)),
  };
  const part = await administrator.call(regexRuleApi.test, { body: slow });
  expect(part.fault).toBe("正则表达式和句子都太长，只测试了前1句");
  expect(part.results).toHaveLength(1);
  expect(await test({ pattern: "a", sentences: ["长".repeat(1_001)] })).toMatchObject({ code: 400 });
  expect(await test({ pattern: "a", sentences: Array.from({ length: 21 }, () => "a") })).toMatchObject({
    msg: "一次最多测试20句",
  });
  expect(await refused(administrator.call(intentApi.test, { body: { text: "长".repeat(1_001) } }))).toMatchObject({
    code: 400,
  });
});

test("I9 a rule goes before keywords, keywords before samples; a rule that an intent uses is not deleted", async () => {
  const { administrator } = office;
  const rule = await administrator.call(regexRuleApi.add, { body: { name: "找人工", pattern: "(?:转|找)人工" } });
  const human = await addIntent("人工", { ruleIds: [rule.id] });
  const bill = await addIntent("账单", { keywords: ["账单", "话费单"] });
  const meant = async (text: string) => {
    const { by, intent } = await administrator.call(intentApi.test, {
      body: { text, intentIds: [human.id, bill.id] },
    });
    return [by, intent?.name, intent?.what];
  };
  expect(await meant("我账单不对，给我转人工")).toEqual(["rule", "人工", "找人工"]);
  expect(await meant("我想看看这个月的话费单")).toEqual(["keyword", "账单", "话费单"]);
  expect(await meant("今天天气怎么样")).toEqual(["none", undefined, undefined]);
  expect(await refused(administrator.call(regexRuleApi.delete, { body: { ids: [rule.id] } }))).toMatchObject({
    msg: "“找人工”正在被意图“人工”使用，不能删除",
  });
  await administrator.call(regexRuleApi.update, {
    body: { id: rule.id, name: "找人工", pattern: "(?:转|找)人工", enabled: 0 },
  });
  expect(await meant("给我转人工")).toEqual(["none", undefined, undefined]);
  const { list } = await administrator.call(regexRuleApi.list, { body: page });
  expect(list).toMatchObject([{ name: "找人工", enabled: 0, intents: ["人工"] }]);
});

test("I10 training builds the index at once: the sentence after it is matched without asking for an intent", async () => {
  const { id } = await addIntent("开发票", { samples: ["请开一张发票"] });
  await understanding.understander.prepare(compId);
  const asks = jest.spyOn(office.ports.database, "tenant");
  const match = await understanding.understand(compId, [id], "请开一张发票");
  expect([match.intent?.id, asks.mock.calls.length]).toEqual([id, 0]);
  asks.mockRestore();
});

test("I13 what is assigned is known from then on; the changes that were foretold are those that come", async () => {
  const { administrator } = office;
  const back = await addIntent("退货", { samples: samples.退货 });
  const where = await addIntent("查物流", { samples: samples.查物流 });
  const ids = [back.id, where.id];
  expect((await hear("我想退货啊", ids)).intent?.name).toBe("退货");
  for (const text of ["包裹咋还没动静", "包裹咋还没动静呢", "嗯，包裹还没动静", "想把包裹退掉行不行"])
    await hear(text, ids);
  const heard = await administrator.call(robotLearningApi.list, { body: page });
  const group = heard.list.find(({ text }) => text.startsWith("包裹咋"))!;
  expect(group).toMatchObject({ count: 2, flowId: "flow-1", nodeId: "n1", callIds: ["call-n1"] });

  const body = { ids: [group.id], intentId: where.id };
  const dry = await administrator.call(robotLearningApi.assign, { body: { ...body, dryRun: true } });
  expect(dry).toMatchObject({ saved: false, added: 1, astray: [] });
  expect((await understanding.understand(compId, ids, "包裹咋还没动静")).by).toBe("none");
  const real = await administrator.call(robotLearningApi.assign, { body });
  expect(real).toEqual({ ...dry, saved: true });

  expect((await understanding.understand(compId, ids, "包裹咋还没动静")).intent).toMatchObject({
    name: "查物流",
    by: "sample",
    score: expect.closeTo(1) as number,
  });
  // Each stored sentence is where it was foretold, and all others where they were.
  for (const { text, fromId, toId } of real.changes) {
    const now = await understanding.understand(compId, ids, text);
    expect([text, now.intent?.id ?? ""]).toEqual([text, toId]);
    expect(toId).not.toBe(fromId);
  }
  expect(real.changes.map(({ text }) => text)).toContain("嗯，包裹还没动静");
  expect((await understanding.understand(compId, ids, "想把包裹退掉行不行")).intent?.id ?? "").toBe(
    real.changes.find(({ text }) => text === "想把包裹退掉行不行")?.toId ?? "",
  );
  const left = await administrator.call(robotLearningApi.list, { body: page });
  expect(left.list.map(({ text }) => text)).not.toContain(group.text);
  const assigned = await administrator.call(robotLearningApi.list, { body: { ...page, state: "assigned" } });
  expect(assigned.list).toMatchObject([{ id: group.id, state: "assigned", intentName: "查物流" }]);
  const every = await administrator.call(robotLearningApi.list, { body: { ...page, state: "all" } });
  expect(every.list.find(({ id }) => id === group.id)).toMatchObject({ state: "assigned", intentName: "查物流" });
  expect(every.total).toBe(left.total + 1);
  const log = await administrator.call(operateLogApi.list, { body: page });
  expect(log.list.find(({ actionText }) => actionText === "归入意图")).toMatchObject({ objectName: "查物流" });
});

test("I19 assigning runs the tests of published flows that listen for the intent; what will fail wants a reason", async () => {
  const { administrator } = office;
  const bill = await addIntent("查话费", { samples: ["查一下话费"], keywords: [] });
  const pay = await addIntent("交话费", { samples: ["我要交话费"] });
  const flow = body([
    node("start", "start", { to: { next: "ask" } }),
    node("ask", "speech", {
      says: ["请说"],
      config: {
        branches: [
          { id: "bill", name: "查话费" },
          { id: "pay", name: "交话费" },
        ],
      },
      to: { bill: "tell", pay: "bye", unknown: "bye", timeout: "bye" },
      intents: { bill: bill.id, pay: pay.id },
    }),
    node("tell", "play", { says: ["您的话费"], to: { next: "bye" } }),
    node("bye", "hangup"),
  ]);
  const made = { name: "话费", flowType: 1 as const, flow: JSON.stringify(flow) };
  const { id: flowId, revision } = await administrator.call(flowApi.create, { body: made });
  const addTest = (name: string, sentence: string, not: boolean) =>
    administrator.call(flowTestApi.add, {
      body: {
        ...{ flowId, name, enabled: 1 },
        test: {
          steps: [{ do: "say", value: sentence }],
          overrides: {},
          expect: [{ what: "node", value: "tell", ...(not && { not: true as const }) }],
        },
      },
    });
  await addTest("查", "查一下话费", false);
  await addTest("不懂", "月底话费扣得对不对", true);
  // Red as it is: no doing of what is assigned.
  await addTest("早就不过", "我要交话费", false);
  await hear("月底话费扣得对不对呀", [bill.id, pay.id], "n19");
  const { list } = await administrator.call(robotLearningApi.list, { body: page });
  const group = list.find(({ text }) => text === "月底话费扣得对不对呀")!;
  const assign = (more: { dryRun?: boolean; reason?: string }) =>
    administrator.call(robotLearningApi.assign, { body: { ids: [group.id], intentId: bill.id, ...more } });
  // Nobody is led through a draft.
  expect((await assign({ dryRun: true })).tests).toEqual({ run: 0, left: 0, failed: [] });
  await administrator.call(flowVersionApi.publish, { body: { id: flowId, revision, reason: "先上线" } });
  const { tests } = await assign({ dryRun: true });
  expect(tests).toEqual({
    ...{ run: 3, left: 0 },
    failed: [
      { flowId, flowName: "话费", version: 1, id: expect.any(String), name: "不懂", faults: [expect.any(String)] },
    ],
  });
  expect(await refused(assign({}))).toMatchObject({
    msg: "有1个流程测试将不再通过，归入请填写原因：流程「话费」的「不懂」",
  });
  const left = await administrator.call(intentApi.find, { body: { id: bill.id } });
  expect(left.samples).toEqual(["查一下话费"]);
  expect((await assign({ reason: "这句就是查话费" })).saved).toBe(true);
  const log = await administrator.call(operateLogApi.list, { body: page });
  const line = log.list.find(({ actionText, objectName }) => actionText === "归入意图" && objectName === "查话费")!;
  expect(JSON.stringify(line)).toContain("这句就是查话费");
});

test("I13 two who assign to one intent at once lose no sentence; a foreign group or intent is none", async () => {
  const { administrator } = office;
  const intent = await addIntent("催单", { samples: ["快点给我送"] });
  for (const text of ["能不能快一点啊", "等得花都谢了"]) await hear(text, [intent.id], "n2");
  const { list } = await administrator.call(robotLearningApi.list, { body: page });
  const ids = ["能不能快一点啊", "等得花都谢了"].map((text) => list.find((group) => group.text === text)!.id);
  await Promise.all(
    ids.map((id) => administrator.call(robotLearningApi.assign, { body: { ids: [id], intentId: intent.id } })),
  );
  const { samples: all } = await administrator.call(intentApi.find, { body: { id: intent.id } });
  expect([...all].sort()).toEqual(["快点给我送", "能不能快一点啊", "等得花都谢了"].sort());
  const assign = (groups: string[], intentId: string) =>
    refused(administrator.call(robotLearningApi.assign, { body: { ids: groups, intentId } }));
  expect(await assign(ids, "nowhere")).toMatchObject({ msg: "意图不存在或已被删除" });
  expect(await assign(["nowhere"], intent.id)).toMatchObject({ msg: "所选句子不存在或已被删除" });
});

test("I11 a thread that ended is given its index again; I10 a change of another enterprise drops nothing of this one", async () => {
  const intent = await addIntent("停机", { samples: ["帮我停机"] });
  const meant = async () => (await understanding.understand(compId, [intent.id], "帮我停机")).intent?.name;
  expect(await meant()).toBe("停机");
  await understanding.understander.stop();
  expect(await meant()).toBe("停机");
  await understanding.understander.start();
  const given = await understanding.train(await understanding.intentsOf(compId, [intent.id, "nowhere"]));
  expect(given.intents.map(({ name }) => name)).toEqual(["停机"]);
  await office.administrator.call(intentApi.delete, { body: { ids: [intent.id] } });
  expect(await meant()).toBeUndefined();
  // A version of a flow keeps what it was published with.
  expect((await understanding.matchOn("v1", given, "帮我停机")).intent?.name).toBe("停机");
});

test("I2 more samples than an intent or an enterprise may have are refused", async () => {
  const { administrator } = office;
  const many = (from: number, count: number) => Array.from({ length: count }, (_, at) => `句子${from + at}`);
  const tooMany = await refused(administrator.call(intentApi.add, { body: { name: "太多", samples: many(0, 2_001) } }));
  expect(tooMany.msg).toBe("相似句最多2000条");
  for (let at = 0; at < 9; at += 1) await addIntent(`满${at}`, { samples: many(at * 2_000, 2_000) });
  const full = await refused(
    administrator.call(intentApi.add, { body: { name: "满9", samples: many(18_000, 2_000) } }),
  );
  expect(full.msg).toMatch(/^全部意图的相似句合计最多20000条，其他意图已有18\d{3}条$/);
  const { list } = await administrator.call(intentApi.list, { body: { ...page, name: "满" } });
  await administrator.call(intentApi.delete, { body: { ids: list.map(({ id }) => id) } });
});

test("I12 sentences are kept with their scores, put aside and deleted; numbers in them are masked", async () => {
  const { administrator } = office;
  const [back] = (await administrator.call(intentApi.list, { body: { ...page, name: "退货" } })).list;
  await hear("我电话幺三八零零一三八零零零", [back!.id]);
  await hear("！？", [back!.id]);
  expect(maskSaid("我电话幺三八零零一三八零零零，或者13800138000")).toBe("我电话幺三八****八零零零，或者138****8000");
  const details = await administrator.call(intentionDetailApi.list, { body: page });
  expect(details.list).toMatchObject([{ text: "我想退货啊", intentName: "退货", by: "sample" }]);
  const find = async (state: "unknown" | "ignored") =>
    (await administrator.call(robotLearningApi.list, { body: { ...page, state } })).list;
  const group = (await find("unknown")).find(({ text }) => text === "我电话幺三八零零一三八零零零");
  expect(await administrator.call(robotLearningApi.ignore, { body: { ids: [group!.id] } })).toEqual({ count: 1 });
  expect((await find("ignored")).map(({ id }) => id)).toEqual([group!.id]);
  expect(await administrator.call(robotLearningApi.delete, { body: { ids: [group!.id] } })).toEqual({ count: 1 });
  expect(await refused(administrator.call(robotLearningApi.delete, { body: { ids: [group!.id] } }))).toMatchObject({
    code: 404,
  });
});

test("I15 the nearest question answers, in its class or in all; what is off does not", async () => {
  const { administrator } = office;
  const top = await administrator.call(knowledgeClassApi.add, { body: { kind: 1, name: "售后" } });
  const below = await administrator.call(knowledgeClassApi.add, { body: { kind: 1, name: "退换", parentId: top.id } });
  const other = await administrator.call(knowledgeClassApi.add, { body: { kind: 1, name: "门店" } });
  const add = (classId: string, question: string, answer: string, more: object = {}) =>
    administrator.call(innerKnowledgeApi.add, { body: { classId, question, answer, ...more } });
  const days = await add(below.id, "几天之内可以退货", "七天之内。", { similar: ["退货有期限吗"] });
  await add(other.id, "门店几点开门", "早上九点。");
  const ask = (asked: Parameters<Understanding["knowledgeAnswer"]>[1]) => understanding.knowledgeAnswer(compId, asked);
  expect(await ask({ text: "请问退货期限是多久啊" })).toMatchObject({ id: days.id, answer: "七天之内。" });
  expect(await ask({ text: "请问退货有没有期限", classId: top.id })).toMatchObject({ id: days.id });
  expect(await ask({ text: "退货期限是多久", classId: other.id })).toBeUndefined();
  expect(await ask({ classId: other.id })).toMatchObject({ answer: "早上九点。", score: 1 });
  expect(await ask({ questionId: days.id })).toMatchObject({ answer: "七天之内。" });
  const { list } = await administrator.call(innerKnowledgeApi.list, { body: { ...page, classId: top.id } });
  expect(list).toMatchObject([{ question: "几天之内可以退货", hits: 3, className: "退换" }]);
  await administrator.call(innerKnowledgeApi.update, {
    body: { id: days.id, classId: below.id, question: "几天之内可以退货", answer: "七天之内。", enabled: 0 },
  });
  expect(await ask({ text: "退货有期限吗" })).toBeUndefined();
  expect(await refused(add(below.id, "没有答案", ""))).toMatchObject({ msg: "请输入答案或选择录音" });
  expect(await refused(add("nowhere", "分类", "没有"))).toMatchObject({ msg: "分类不存在或已被删除" });
});

test("classes are trees of five levels without circles, and stay while something is in them", async () => {
  const { administrator } = office;
  const add = async (name: string, parentId = "", kind = 2) =>
    (await administrator.call(knowledgeClassApi.add, { body: { kind, name, parentId } })).id;
  const ids = [await add("一")];
  for (const name of ["二", "三", "四", "五"]) ids.push(await add(name, ids.at(-1)!));
  expect(await refused(add("六", ids.at(-1)!))).toMatchObject({ msg: "分类最多5级" });
  expect(await refused(add("别类", ids[0]!, 1))).toMatchObject({ msg: "上级分类不存在或已被删除" });
  expect(await refused(add("二", ids[0]!))).toMatchObject({ msg: "分类名称已存在" });
  const circle = { id: ids[0]!, kind: 2, name: "一", parentId: ids[2]! };
  expect(await refused(administrator.call(knowledgeClassApi.update, { body: circle }))).toMatchObject({
    msg: "上级分类不能是自己或自己的下级",
  });
  expect(await refused(administrator.call(knowledgeClassApi.delete, { body: { ids: [ids[0]!] } }))).toMatchObject({
    msg: "“一”正在被下级分类使用，不能删除",
  });
});

test("I14 addends give points, each once; a rule says which level they are, and its levels do not meet", async () => {
  const { administrator } = office;
  const [back] = (await administrator.call(intentApi.list, { body: { ...page, name: "退货" } })).list;
  const addends = [
    { kind: "intent" as const, intentId: back!.id, least: null, text: null, points: 60 },
    { kind: "seconds" as const, intentId: null, least: 30, text: null, points: 30 },
    { kind: "turns" as const, intentId: null, least: 3, text: null, points: -20 },
  ];
  await administrator.call(scoreModelApi.save, { body: { addends } });
  const model = await administrator.call(scoreModelApi.list, {});
  expect(model).toMatchObject([{ intentName: "退货", points: 60 }, { least: 30 }, { least: 3, points: -20 }]);
  const kept = await understanding.addendsOf(compId);
  const nothing = { connected: true, refused: false, intents: [], said: [], nodes: [], answers: {}, seconds: 0 };
  const silent = { ...nothing, turns: 9, hungUpBy: "customer" } as const;
  const levels = [
    { name: "高", minScore: 60, maxScore: 100 },
    { name: "低", minScore: 0, maxScore: 59 },
  ];
  await administrator.call(intentionRuleApi.add, { body: { name: "默认", levels } });
  const rule = { levels, wins: [], addends: kept };
  const meant = { ...silent, intents: [{ intentId: back!.id, seq: 4 }], seconds: 31, turns: 3 };
  expect(evaluate(rule, meant)).toMatchObject({ level: "高", minScore: 60, maxScore: 100, score: 70 });
  expect(evaluate(rule, silent)).toMatchObject({ level: "低", score: 0 });
  const meet = [levels[0]!, { name: "中", minScore: 50, maxScore: 60 }];
  expect(
    await refused(administrator.call(intentionRuleApi.add, { body: { name: "重叠", levels: meet } })),
  ).toMatchObject({
    msg: "等级“中”与“高”的分数范围重叠",
  });
  expect(
    await refused(
      administrator.call(scoreModelApi.save, {
        body: { addends: [{ kind: "intent", intentId: "nowhere", points: 1, least: null, text: null }] },
      }),
    ),
  ).toMatchObject({ msg: "所选意图不存在或已被删除" });
});
