/** A flow of all 27 types in which one caller comes through each of them, and the way that he is to take. */
import { blackListApi, skillGroupApi, timeRuleApi } from "@liantai/api/contract/admin";
import { innerKnowledgeApi, knowledgeClassApi } from "@liantai/api/contract/flow-editor";
import type { FlowNode } from "@liantai/api/flows";
import { body, node, sounding, variables, type FlowBody } from "../drawing.ts";
import { slow, systemAt, texted, wants, type Systems } from "../exits/outward.ts";
import type { Studio } from "../studio.ts";

/** What is heard at which node, Hz. */
export const hz = {
  ...{ menu: 300, code: 450, news: 600, turn: 750, ask: 900, helped: 1_150, knows: 1_300, said: 1_450, rate: 1_600 },
  ...{ mail: 1_750, room: 1_900, interfaceSays: 2_050, transferSays: 2_200, expressionSays: 2_350, bye: 2_500 },
} as const;
export const newsMs = 2_000;

/** From the north of the country: the first branch of the area route. */
export const fromBeijing = "01062345679";
/** Outward calls to it are forbidden. */
const forbidden = "13911114444";
/** Nobody sits there. */
const empty = "1005";

/** Where a caller goes who was led wrong: it says nothing, and no list of the way has it. */
const lost = "lost";

interface Means {
  readonly says: (name: keyof typeof hz) => FlowNode["talkings"];
  readonly voice: (name: keyof typeof hz) => string;
  readonly ids: Readonly<
    Record<"rule" | "group" | "question" | "intent" | "level" | "ask" | "gateway" | "other", string>
  >;
}

/** Each failure has no exit of its own, so that its canvas' exception node takes it. */
const failing = (name: string, fails: FlowNode, { says }: Means, wording: keyof typeof hz) => [
  node(`${name}Start`, `${name}开始`, "start", { to: { next: fails.nodeId } }),
  fails,
  node(`${name}Caught`, `${name}异常`, "exception", { config: { classes: [name] }, to: { next: `${name}Says` } }),
  node(`${name}Says`, `${name}话术`, "play", { says: says(wording), to: { next: `${name}End` } }),
  node(`${name}End`, `${name}返回`, "end"),
];

const deciding = ({ ids }: Means): readonly FlowNode[] => [
  node("start", "开始", "start", { to: { next: "vars" } }),
  node("vars", "等级", "variable", {
    config: { assign: [{ vName: "grade", value: "金卡" }] },
    to: { next: "gold", error: lost },
  }),
  node("gold", "是金卡", "condition", {
    config: { rules: [{ id: "yes", expression: 'grade == "金卡"' }] },
    to: { yes: "hours", else: lost },
  }),
  node("hours", "上班", "timeRoute", { config: { rules: [{ id: ids.rule }] }, to: { [ids.rule]: "area", else: lost } }),
  node("area", "哪里来", "areaRoute", {
    config: { branches: [{ id: "near", name: "北京", provinces: ["北京市"] }] },
    to: { near: "black", else: lost, unknown: lost },
  }),
  node("black", "黑名单", "blackList", {
    config: { number: "${caller}", lists: "both" },
    to: { notContained: "menu", contained: lost },
  }),
];

const pressing = ({ says }: Means): readonly FlowNode[] => [
  node("menu", "菜单", "keyNav", {
    says: says("menu"),
    config: { keys: ["1"], repeatKey: "9", firstSeconds: 60 },
    to: { "key-1": "code", timeout: lost, invalid: lost },
  }),
  node("code", "收号", "keyCollect", {
    says: says("code"),
    config: { vName: "code", min: 4, max: 4, confirm: true, firstSeconds: 60, betweenSeconds: 30 },
    to: { collected: "news", timeout: lost, invalid: lost },
  }),
  node("news", "通知", "play", { says: says("news"), to: { interrupted: "rest", next: lost } }),
  node("rest", "接着说", "continuePlay", { to: { next: "round" } }),
  node("round", "两遍", "loop", { config: { limit: 1 }, to: { again: "turn", over: "level" } }),
  node("turn", "一遍", "play", { says: says("turn"), to: { next: "round", interrupted: lost } }),
];

const asking = ({ says, voice, ids }: Means): readonly FlowNode[] => [
  node("level", "查级别", "interface", {
    config: {
      ...{ interfaceId: ids.level, timeoutSeconds: 10, music: voice("ask") },
      request: [{ name: "code", value: "${code}" }],
      reply: [{ path: "data.levels.0", vName: "level" }],
    },
    to: { ok: "seven", failed: lost, timeout: lost },
  }),
  node("seven", "是七级", "condition", {
    config: { rules: [{ id: "yes", rows: [{ variable: "level", operator: "eq", value: "7" }] }] },
    to: { yes: "text", else: lost },
  }),
  node("text", "发短信", "sendSms", {
    config: { templateId: ids.gateway, number: texted, values: [{ name: "code", value: "${code}级${level}" }] },
    to: { next: "helper", failed: lost },
  }),
  node("helper", "帮手", "jump", { config: { targetId: "help", results: ["好"] }, to: { 好: "knows", next: lost } }),
  node("knows", "营业时间", "knowledge", {
    config: { by: "question", questionId: ids.question },
    to: { answered: "said", notFound: lost },
  }),
  node("said", "请说", "speech", {
    says: says("said"),
    config: { branches: [{ id: "line", name: "宽带", key: "0" }], bargeInMs: 0, noInputSeconds: 60 },
    to: { line: "rate", unknown: lost, timeout: lost },
    intents: { line: ids.intent },
  }),
  node("rate", "评价", "satisfaction", {
    says: says("rate"),
    config: {
      ...{ firstSeconds: 60, secondText: "请问您对哪里不满意", reasons: [{ key: "1", name: "态度" }], vName: "mark" },
      ...{ mailText: "请留下您的意见", mailGroupId: ids.group },
    },
    to: { rated: "mail", notRated: lost },
  }),
  node("mail", "留言", "voiceMessage", {
    says: says("mail"),
    config: { toId: ids.group, minSeconds: 1, silenceSeconds: 30 },
    to: { left: "phone", tooShort: lost },
  }),
];

const leading = ({ says, ids }: Means): readonly FlowNode[] => [
  node("phone", "打分机", "callExtension", {
    config: { number: empty },
    to: { unregistered: "outside", busy: lost, noAnswer: lost },
  }),
  node("outside", "打外线", "callOutside", {
    config: { number: forbidden },
    to: { blocked: "room", busy: lost, noAnswer: lost, failed: lost, ended: lost },
  }),
  node("room", "按分机", "extensionRoute", {
    says: says("room"),
    config: { digits: 4, tries: 1, firstSeconds: 60, betweenSeconds: 30 },
    to: { invalid: "group", timeout: lost, busy: lost, noAnswer: lost },
  }),
  node("group", "转组", "skillGroup", {
    config: { targetId: ids.group },
    to: { absent: "seat", timeout: lost, full: lost },
  }),
  node("seat", "转坐席", "callSeat", {
    config: { who: "fixed", seatId: empty },
    to: { absent: "first", busy: lost, noAnswer: lost },
  }),
  ...[
    ["first", "interface", "second"],
    ["second", "transfer", "third"],
    ["third", "expression", "route"],
  ].map(([id, targetId, next]) => node(id!, `试${id}`, "jump", { config: { targetId }, to: { next: next! } })),
  node("route", "去别的流程", "ivrRoute", {
    config: { value: "${code}", rows: [{ value: "1234", flowId: ids.other }], data: ["grade"] },
    to: { else: lost },
  }),
  node(lost, "走错了", "hangup"),
];

const subs = (means: Means): Readonly<Record<string, readonly FlowNode[]>> => ({
  help: [
    node("helpStart", "帮手开始", "start", { to: { next: "helped" } }),
    node("helped", "帮手话术", "play", { says: means.says("helped"), to: { next: "helpEnd" } }),
    node("helpEnd", "帮手返回", "end", { config: { result: "好" } }),
  ],
  interface: failing(
    "interface",
    node("refused", "被拒绝", "interface", {
      config: { interfaceId: means.ids.ask, request: [{ name: "want", value: wants.refusal }] },
      to: { ok: "interfaceEnd" },
    }),
    means,
    "interfaceSays",
  ),
  transfer: failing(
    "transfer",
    node("nobody", "没有人", "callSeat", { config: { who: "fixed", seatId: empty } }),
    means,
    "transferSays",
  ),
  expression: failing(
    "expression",
    node("nonsense", "算不出", "variable", {
      config: { assign: [{ vName: "sum", from: "expression", value: "int(grade) + 1" }] },
      to: { next: "expressionEnd" },
    }),
    means,
    "expressionSays",
  ),
});

const otherFlow = (says: Means["says"]): FlowBody =>
  body(
    [
      node("otherStart", "另一个开始", "start", { to: { next: "stillGold" } }),
      node("stillGold", "还是金卡", "condition", {
        config: { rules: [{ id: "yes", rows: [{ variable: "grade", value: "金卡" }] }] },
        to: { yes: "bye", else: lost },
      }),
      node("bye", "再见", "hangup", { says: says("bye") }),
      node(lost, "走错了", "hangup"),
    ],
    // What it is without being handed one.
    { collectVariable: variables("grade").map((each) => ({ ...each, value: "无" })) },
  );

/** Nodes in the order in which he is to enter them, and from where a branch leads to each: '' where another flow begins. */
export const way: readonly (readonly [from: string, to: string])[] = [
  ...[
    " start",
    "start vars",
    "vars gold",
    "gold hours",
    "hours area",
    "area black",
    "black menu",
    "menu code",
    "code news",
  ],
  ...["news rest", "rest round", "round turn", "turn round", "round level", "level seven", "seven text", "text helper"],
  ...["helper helpStart", "helpStart helped", "helped helpEnd", "helper knows", "knows said", "said rate", "rate mail"],
  ...["mail phone", "phone outside", "outside room", "room group", "group seat", "seat first"],
  ...["first interfaceStart", "interfaceStart refused", "refused interfaceCaught", "interfaceCaught interfaceSays"],
  ...["interfaceSays interfaceEnd", "first second"],
  ...["second transferStart", "transferStart nobody", "nobody transferCaught", "transferCaught transferSays"],
  ...["transferSays transferEnd", "second third"],
  ...["third expressionStart", "expressionStart nonsense", "nonsense expressionCaught"],
  ...["expressionCaught expressionSays", "expressionSays expressionEnd", "third route"],
  ...[" otherStart", "otherStart stillGold", "stillGold bye"],
].map((step) => step.split(" ") as unknown as readonly [string, string]);

const nodesOf = ({ nodes }: FlowBody): readonly FlowNode[] => nodes.flatMap(({ subProcess }) => subProcess.flow.nodes);

/** With all that its nodes refer to, the other flow among it; nodes: of both. */
export async function longFlow(
  studio: Studio,
  systems: Systems,
): Promise<{ readonly long: FlowBody; readonly nodes: ReadonlyMap<string, FlowNode> }> {
  const names = Object.keys(hz) as (keyof typeof hz)[];
  const length = (name: keyof typeof hz) => (name === "news" ? newsMs : name === "ask" ? 4 * slow.afterMs : 300);
  const voices = await Promise.all(names.map((name) => studio.voice({ hz: hz[name], ms: length(name) })));
  const voice: Means["voice"] = (name) => voices[names.indexOf(name)]!;
  const says: Means["says"] = (name) => [sounding(voice(name))];
  const { admin } = studio;
  const made = async (path: string, own: object): Promise<string> => (await admin.post<{ id: string }>(path, own)).id;

  const weekly = [{ days: [1, 2, 3, 4, 5, 6, 7], ranges: [{ from: "00:00", to: "24:00" }] }];
  const { members: _, id: __, ...like } = await studio.group();
  const classId = await made(knowledgeClassApi.add.path, { kind: 1, name: "长流程分类", parentId: "", sort: 0 });
  await admin.post(blackListApi.add.path, {
    ...{ blackListType: 1, phone: forbidden, isPrefix: 0, blackListCallType: 1, remark: "" },
  });
  const other = otherFlow(says);
  const means: Means = {
    ...{ says, voice },
    ids: {
      rule: await made(timeRuleApi.add.path, { name: "长流程用", remark: "", weekly, holidays: [], specials: [] }),
      group: await made(skillGroupApi.add.path, { ...like, name: "没有人的组" }),
      question: await made(innerKnowledgeApi.add.path, {
        ...{ classId, question: "几点关门", voiceId: voice("knows"), enabled: 1 },
      }),
      intent: await studio.intent("我要报修电视"),
      level: await systemAt(studio, systems, slow.path),
      ask: await systemAt(studio, systems, "refuses"),
      gateway: await systemAt(studio, systems, "texts", "sms"),
      other: await studio.flow(other),
    },
  };
  const long = body([...deciding(means), ...pressing(means), ...asking(means), ...leading(means)], {
    collectVariable: variables("grade", "code", "level", "mark", "sum"),
    subs: subs(means),
  });
  const nodes = new Map([other, long].flatMap(nodesOf).map((each) => [each.nodeId, each]));
  return { long, nodes };
}
