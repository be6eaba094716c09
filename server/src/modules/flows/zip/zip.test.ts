import { writeWav } from "@liantai/api/wav";
import { operateLogApi, timeRuleApi, voiceApi } from "@liantai/api/contract/admin";
import {
  flowApi,
  flowTestApi,
  flowVersionApi,
  innerKnowledgeApi,
  intentApi,
  knowledgeClassApi,
  regexRuleApi,
} from "@liantai/api/contract/flow-editor";
import type { FlowBody } from "@liantai/api/flows";
import { exported, importing, planning, unzipped, zipped, type Part } from "../../../testing/flow-zips.ts";
import { openOffice, refused, type Office, type Person } from "../../../testing/office.ts";
import { bodyWith, plainNode, spoken, wayOut } from "../blank.ts";

let office: Office;
let admin: Person;
/** Of another enterprise. */
let other: Person;
const compId = "100002";
beforeAll(async () => {
  office = await openOffice();
  admin = office.administrator;
  await office.ports.database.system((trx) =>
    trx
      .insertInto("enterprise")
      .values({ compId, name: "乙企业", createdAt: new Date(office.ports.clock.now()) })
      .execute(),
  );
  other = await office.enter(compId);
});
afterAll(() => office?.close());

async function ownFlow(name = "带语音"): Promise<string> {
  const samples = Int16Array.from({ length: 8_000 }, (_, at) => Math.round(9_000 * Math.sin(at / 5)));
  const wav = new File([writeWav(samples, 8_000)], "欢迎.wav");
  const voice = await admin.call(voiceApi.add, {
    body: { name: name === "带语音" ? "欢迎语" : `${name}的欢迎语`, source: "upload", files: wav } as never,
  });
  const audio = spoken("hello", "欢迎", { playType: "audio", audios: [voice.id] });
  const flow = bodyWith([
    plainNode("start", "start", "开始", { x: 0, y: 0, nextNodeId: "say" }),
    plainNode("say", "play", "问候", { x: 1, y: 0, nextNodeId: "hours", talkings: [audio] }),
    plainNode("hours", "timeRoute", "工作时间", {
      x: 2,
      y: 0,
      config: { rules: [{ id: "rule-of-here", name: "白天" }] },
      branch: [wayOut("rule-of-here", "白天", "group"), wayOut("else", "其他", "end")],
    }),
    plainNode("group", "skillGroup", "转人工", { x: 3, y: 0, config: { targetId: "group-of-here" } }),
    plainNode("end", "hangup", "挂机", { x: 4, y: 0 }),
  ]);
  const body = { name, flowType: 1, flow: JSON.stringify(flow) } as const;
  const { id } = await admin.call(flowApi.create, { body });
  const test = { steps: [], overrides: {}, expect: [{ what: "node" as const, value: "问候" }] };
  await admin.call(flowTestApi.add, { body: { flowId: id, name: "问候", test } });
  return id;
}

test("G49 export, import into another enterprise, export: flow and tests are equal but for ids, what is missing is said", async () => {
  const id = await ownFlow();
  const first = await exported(admin, id);
  const made = await importing(other, first);
  expect(made).toMatchObject({ name: "带语音", nodes: 5, tests: 1, voices: 1 });
  expect(made.missing.map(({ kind, nodeName }) => [kind, nodeName])).toEqual([
    ["timeRule", "工作时间"],
    ["skillGroup", "转人工"],
  ]);
  const second = await exported(other, made.id);
  const [a, b] = [await unzipped(first), await unzipped(second)];
  expect([...b.keys()]).toEqual([...a.keys()]);
  expect(b.get("audio/001.wav")).toEqual(a.get("audio/001.wav"));
  expect(b.get("tests/001.json")).toEqual(a.get("tests/001.json"));
  const third = await importing(other, second, { name: "再来一次" });
  expect(third).toMatchObject({ voices: 0, missing: [] });
  const again = await unzipped(await exported(other, third.id));
  expect(again.get("flow.json")).toEqual(b.get("flow.json"));
  const { flow } = JSON.parse(b.get("flow.json")!.toString()) as { flow: FlowBody };
  const hours = flow.nodes[0]!.subProcess.flow.nodes.find(({ nodeId }) => nodeId === "hours")!;
  expect(hours.branch.map(({ id: exit }) => exit)).toEqual(["else"]);
  const findings = await other.call(flowVersionApi.validate, { body: { id: made.id } });
  expect(findings.findings.map(({ nodeName }) => nodeName)).toEqual(expect.arrayContaining(["工作时间", "转人工"]));
  // The same enterprise has all of it: nothing is missing, the name gets a number.
  expect(await importing(admin, first)).toMatchObject({ name: "带语音 2", voices: 0 });
});

test("G178 what has no equal here is told before, with what there is; what is chosen takes its place, what is not stays open", async () => {
  const first = await exported(admin, await ownFlow("选着导入"));
  const weekly = [{ days: [1], ranges: [{ from: "09:00", to: "12:00" }] }];
  const rule = { body: { name: "工作日", remark: "", holidays: [], specials: [], weekly } };
  const [{ id: ruleId }, { id: foreignId }] = [
    await other.call(timeRuleApi.add, rule),
    await admin.call(timeRuleApi.add, rule),
  ];
  const plan = await planning(other, first);
  expect(plan.references).toEqual([
    { kind: "timeRule", kindName: "时间规则", id: "rule-of-here", name: "", nodes: ["工作时间"], by: [""] },
    { kind: "skillGroup", kindName: "技能组", id: "group-of-here", name: "", nodes: ["转人工"], by: [""] },
  ]);
  expect(plan.here).toContainEqual({ kind: "timeRule", id: ruleId, name: "工作日", enabled: 1 });
  expect(new Set(plan.here.map(({ kind }) => kind))).not.toContain("voice");
  const using = (use: string, kind = "timeRule") => ({
    references: JSON.stringify([{ kind, id: "rule-of-here", use }]),
  });
  for (const [use, kind, said] of [
    ["nowhere", "timeRule", "时间规则"],
    [foreignId, "timeRule", "时间规则"],
    [ruleId, "skillGroup", "技能组"],
  ] as const)
    expect(await refused(importing(other, first, using(use, kind)))).toMatchObject({
      fields: [{ message: `为${said}“rule-of-here”选用的对象已不存在，请重新导入` }],
    });
  expect(await refused(importing(other, first, { references: '[{"id":"x"}]' }))).toMatchObject({
    fields: [{ path: "references", message: "缺少的对象的选用有误" }],
  });
  const made = await importing(other, first, using(ruleId));
  expect(made.missing.map(({ kind }) => kind)).toEqual(["skillGroup"]);
  const { flow } = await other.call(flowApi.find, { params: { id: made.id } });
  const hours = (JSON.parse(flow) as FlowBody).nodes[0]!.subProcess.flow.nodes.find(
    ({ nodeId }) => nodeId === "hours",
  )!;
  expect([hours.config["rules"], hours.branch.map(({ id }) => id)]).toEqual([
    [{ id: ruleId, name: "白天" }],
    [ruleId, "else"],
  ]);
});

test("G127 a ZIP carries the recordings of the tests, is refused without them, and is not made where one is gone", async () => {
  const flow = JSON.stringify(bodyWith([plainNode("start", "start", "开始", { x: 0, y: 0 })]));
  const { id } = await admin.call(flowApi.create, { body: { name: "带录音", flowType: 1, flow } });
  const samples = Int16Array.from({ length: 8_000 }, (_, at) => Math.round(9_000 * Math.sin(at / 7)));
  const files = new File([writeWav(samples, 8_000)], "客户.wav");
  const audio = await admin.call(flowTestApi.audioAdd, { body: { flowId: id, files } as never });
  const step = { do: "audio" as const, value: "转人工", audio: { id: audio.id, name: audio.name } };
  const test = { steps: [step], overrides: {}, expect: [] };
  await admin.call(flowTestApi.add, { body: { flowId: id, name: "录音", test } });
  const first = await exported(admin, id);
  const named = `audio/test-${audio.id}.wav`;
  const parts = [...(await unzipped(first))].map(([name, bytes]): Part => [name, bytes]);
  expect(parts.map(([name]) => name)).toContain(named);
  const made = await importing(other, first);
  const played = (who: Person, flowId: string) => who.file(flowTestApi.audioPlay, { query: { flowId, id: audio.id } });
  expect((await played(other, made.id)).bytes).toEqual((await played(admin, id)).bytes);
  expect(new Map(await unzipped(await exported(other, made.id))).get(named)).toEqual(
    new Map(await unzipped(first)).get(named),
  );
  const kept = async () => {
    let count = 0;
    for await (const _ of office.ports.blobs.list("flow-tests/")) count += 1;
    return count;
  };
  const before = await kept();
  const without = await zipped(parts.filter(([name]) => name !== named));
  expect(await refused(importing(other, without, { name: "缺" }))).toMatchObject({
    msg: "压缩包里没有测试「录音」的音频文件",
  });
  const odd = await zipped(parts.map(([name, bytes]): Part => [name, name === named ? Buffer.from("RIFF") : bytes]));
  expect(await refused(importing(other, odd, { name: "坏" }))).toMatchObject({
    msg: expect.stringContaining("不是8000Hz"),
  });
  expect(await kept()).toBe(before);
  for await (const { key } of office.ports.blobs.list("flow-tests/")) await office.ports.blobs.delete(key);
  const { bytes, status } = await admin.file(flowApi.exportZip, { query: { id } });
  expect([status, bytes.toString()]).toEqual([
    200,
    expect.stringContaining("测试「录音」的音频文件已不存在，请重新上传后再导出"),
  ]);
});

test("G50 bombs, tricks with names, links and other things are refused, and nothing stays", async () => {
  const id = await ownFlow().catch(async () => {
    const { list } = await admin.call(flowApi.list, { body: { pageNo: 1, pageSize: 20, name: "带语音" } });
    return list[0]!.id;
  });
  const good = await unzipped(await exported(admin, id));
  const parts = [...good].map(([name, bytes]): Part => [name, bytes]);
  const slipped = Buffer.from(await zipped([...parts, ["audio/aaa.wav", Buffer.from("x")]]));
  for (let at = slipped.indexOf("audio/aaa.wav"); at >= 0; at = slipped.indexOf("audio/aaa.wav", at + 1))
    slipped.write("../../etc/aaa", at);
  const cases: readonly (readonly [string, Buffer, string])[] = [
    ["a path that climbs", slipped, "文件名有误"],
    ["a link", await zipped([...parts, ["audio/l.wav", Buffer.from("/etc/passwd"), { mode: 0o120777 }]]), "不能有链接"],
    ["a stranger", await zipped([...parts, ["evil.sh", Buffer.from("rm")]]), "不属于流程的文件"],
    [
      "10,000 entries",
      await zipped(Array.from({ length: 10_000 }, (_, at): Part => [`tests/${at}.json`, Buffer.from("{}")])),
      "超过2000个",
    ],
    ["zeros", await zipped([...parts, ["audio/z.wav", Buffer.alloc(101 * 1024 * 1024)]]), "超过100M"],
    ["no zip", Buffer.from("PK\u0003\u0004nonsense"), "不是有效的流程压缩包"],
    ["no manifest", await zipped(parts.slice(1)), "不是有效的流程压缩包"],
    [
      "sound of another kind",
      await zipped(parts.map(([name, bytes]): Part => [name, name.startsWith("audio/") ? Buffer.from("RIFF") : bytes])),
      "不是8000Hz",
    ],
    [
      "a flow with more",
      await zipped(
        parts.map(([name, bytes]): Part =>
          name === "flow.json" ? [name, Buffer.from('{"tts":"","flow":{"evil":1}}')] : [name, bytes],
        ),
      ),
      "evil",
    ],
  ];
  for (const [what, bytes, message] of cases) {
    const { msg } = await refused(
      importing(what.startsWith("sound") ? other : admin, bytes, { name: `坏${what}`.slice(0, 20) }),
    );
    expect([what, msg]).toEqual([what, expect.stringContaining(message)]);
  }
  const { total } = await other.call(flowApi.list, { body: { pageNo: 1, pageSize: 20, name: "坏" } });
  expect(total).toBe(0);
});

/** Intents with rules in classes, a question by itself with a recorded answer, and a class of questions. */
async function knowingFlow(): Promise<string> {
  const classOf = (name: string, kind: 1 | 2, parentId = "") =>
    admin.call(knowledgeClassApi.add, { body: { name, kind, ...(parentId ? { parentId } : {}) } });
  const rule = await admin.call(regexRuleApi.add, { body: { name: "订单号", pattern: "DD[0-9]{4}", kind: "intent" } });
  const top = await classOf("售后", 2);
  const below = await classOf("退换", 2, top.id);
  const intent = await admin.call(intentApi.add, {
    body: {
      ...{ name: "退货", classId: below.id, priority: 5, threshold: 0.55, keywords: ["退货", "退款"] },
      ...{ ruleIds: [rule.id], samples: ["我要退货", "东西不要了"] },
    },
  });
  const business = await classOf("营业", 1);
  const answer = await admin.call(voiceApi.add, {
    body: {
      ...{ name: "地址录音", source: "upload" },
      files: new File(
        [
          writeWav(
            Int16Array.from({ length: 800 }, (_, at) => at),
            8_000,
          ),
        ],
        "地址.wav",
      ),
    } as never,
  });
  const address = await admin.call(innerKnowledgeApi.add, {
    body: { classId: business.id, question: "你们在哪里", similar: ["地址"], answer: "", voiceId: answer.id },
  });
  await admin.call(innerKnowledgeApi.add, {
    body: { classId: business.id, question: "几点开门", similar: [], answer: "九点开门" },
  });
  const flow = bodyWith([
    plainNode("start", "start", "开始", { x: 0, y: 0, nextNodeId: "ask" }),
    plainNode("ask", "speech", "询问", {
      ...{ x: 1, y: 0, talkings: [spoken("q", "请说")] },
      config: { branches: [{ id: "back", name: "退货" }] },
      branch: [{ ...wayOut("back", "退货", "one"), dictionariesId: intent.id }],
    }),
    plainNode("one", "knowledge", "地址", {
      ...{ x: 2, y: 0, config: { by: "question", questionId: address.id } },
      branch: [wayOut("answered", "已回答", "all"), wayOut("notFound", "没有答案", "all")],
    }),
    plainNode("all", "knowledge", "营业", { x: 3, y: 0, config: { by: "sentence", classId: business.id } }),
  ]);
  const { id } = await admin.call(flowApi.create, {
    body: { name: "会听懂", flowType: 1, flow: JSON.stringify(flow) },
  });
  return id;
}

const knows = async (who: Person) => {
  const page = { pageNo: 1, pageSize: 100 };
  const [intents, rules, classes, questions] = await Promise.all([
    who.call(intentApi.list, { body: page }),
    who.call(regexRuleApi.list, { body: page }),
    who.call(knowledgeClassApi.list, { body: page }),
    who.call(innerKnowledgeApi.list, { body: page }),
  ]);
  return {
    intents: intents.list.map(({ name }) => name).sort(),
    rules: rules.list.map(({ name, pattern }) => `${name} ${pattern}`).sort(),
    classes: classes.list.map(({ name }) => name).sort(),
    questions: questions.list.map(({ question, voiceName }) => `${question} ${voiceName}`).sort(),
  };
};

/** An archive's texts, ids out of them. */
const withoutIds = async (bytes: Buffer): Promise<string> => {
  const parts = await unzipped(bytes);
  const ids = new Map<string, string>();
  const texts = [...parts].flatMap(([name, part]) => (name.endsWith(".json") ? [`${name}\n${part.toString()}`] : []));
  for (const name of parts.keys())
    if (name.startsWith("intents/")) {
      const { id, voices } = JSON.parse(parts.get(name)!.toString()) as { id: string; voices: readonly string[] };
      for (const each of [id, ...voices]) if (!ids.has(each)) ids.set(each, `id-${ids.size}`);
    }
  return [...ids]
    .reduce((text, [id, known]) => text.replaceAll(id, known), texts.join("\n"))
    .replace(/"exportedAt": "[^"]*"/, "");
};

test("G115 what a flow knows goes with it: intents with rules, questions, classes; equal but for ids, what is made is said", async () => {
  const id = await knowingFlow();
  const first = await exported(admin, id);
  expect([...(await unzipped(first)).keys()]).toEqual([
    "manifest.json",
    "flow.json",
    "intents/0001.json",
    "intents/0002.json",
    "intents/0003.json",
    "intents/0004.json",
    "audio/001.wav",
  ]);
  const heard = new Promise((resolve) => void office.ports.broker.subscribe("understanding.changed", resolve));
  const made = await importing(other, first);
  expect(made.missing).toEqual([]);
  expect(made).toMatchObject({ voices: 1 });
  expect(made.made.map(({ kindName, name }) => `${kindName} ${name}`).sort()).toEqual(
    [
      "内部知识 你们在哪里",
      "内部知识 几点开门",
      "分类 营业",
      "分类 售后",
      "分类 退换",
      "正则规则 订单号",
      "意图 退货",
    ].sort(),
  );
  expect(await heard).toEqual({ compId });
  expect(await knows(other)).toMatchObject({
    rules: ["订单号 DD[0-9]{4}"],
    questions: ["你们在哪里 地址录音", "几点开门 "],
  });
  expect(await withoutIds(await exported(other, made.id))).toBe(await withoutIds(first));
  const { findings } = await other.call(flowVersionApi.validate, { body: { id: made.id } });
  expect(findings.filter(({ rule }) => rule === "reference")).toEqual([]);
  // Once more: all of it is here.
  expect(await importing(other, first, { name: "再来" })).toMatchObject({ made: [], voices: 0, missing: [] });
  const log = await other.call(operateLogApi.list, { body: { pageNo: 1, pageSize: 50 } });
  expect(log.list.map(({ objectName, actionText }) => `${actionText} ${objectName}`)).toContain("新增 退货");
});

async function founded(compId: string, name: string) {
  const createdAt = new Date(office.ports.clock.now());
  await office.ports.database.system((trx) =>
    trx.insertInto("enterprise").values({ compId, name, createdAt }).execute(),
  );
  return office.enter(compId);
}

test("G115 a rule of the same name that says something else stays as it is; the flow's own gets a number", async () => {
  const stranger = await founded("100003", "丙企业");
  await stranger.call(regexRuleApi.add, { body: { name: "订单号", pattern: "XX[0-9]+", kind: "intent" } });
  const { list } = await admin.call(flowApi.list, { body: { pageNo: 1, pageSize: 20, name: "会听懂" } });
  const { made } = await importing(stranger, await exported(admin, list[0]!.id));
  expect(made.map(({ name }) => name)).toContain("订单号 2");
  expect((await knows(stranger)).rules).toEqual(["订单号 2 DD[0-9]{4}", "订单号 XX[0-9]+"]);
});

test("G115 what came along and could not be kept here is refused by name, and nothing stays", async () => {
  const { list } = await admin.call(flowApi.list, { body: { pageNo: 1, pageSize: 20, name: "会听懂" } });
  const good = await unzipped(await exported(admin, list[0]!.id));
  const fresh = "100004";
  const fourth = await founded(fresh, "丁企业");
  interface Thing {
    readonly kind: string;
    content: Record<string, unknown>;
  }
  const changed = (kind: string, change: (thing: Thing) => void): Promise<Buffer> =>
    zipped(
      [...good].map(([name, bytes]): Part => {
        if (!name.startsWith("intents/")) return [name, bytes];
        const thing = JSON.parse(bytes.toString()) as Thing;
        if (thing.kind === kind) change(thing);
        return [name, Buffer.from(JSON.stringify(thing))];
      }),
    );
  const cases: readonly (readonly [Buffer, string])[] = [
    [
      await changed(
        "intent",
        ({ content }) =>
          (content["rules"] = [{ name: "坏", pattern: "(?=a)", kind: "intent", remark: "", enabled: 1 }]),
      ),
      "正则“坏”",
    ],
    [await changed("intent", ({ content }) => (content["samples"] = ["x".repeat(201)])), "有误"],
    [await changed("intent", ({ content }) => (content["evil"] = 1)), "有误"],
    [await changed("knowledge", ({ content }) => ((content["answer"] = ""), (content["voiceId"] = ""))), "没有答案"],
    [
      await changed("knowledgeClass", ({ content }) => (content["classes"] = ["1", "2", "3", "4", "5", "6"])),
      "classes",
    ],
  ];
  for (const [bytes, message] of cases) expect((await refused(importing(fourth, bytes))).msg).toContain(message);
  expect(await knows(fourth)).toEqual({ intents: [], rules: [], classes: [], questions: [] });
});
