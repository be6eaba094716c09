/** An audition, message by message. */
import type { AuditionContent, AuditionType } from "@liantai/api/contract";
import { compile, noTools, type Question, type Values } from "@liantai/api/flows";
import { body, node } from "@liantai/api/testing/flows";
import { createVirtualClock } from "../../testing/clock.ts";
import { AuditionSession, auditionMs } from "./session.ts";

type Told = { readonly type: AuditionType } & AuditionContent;

function audition(
  nodes: Parameters<typeof body>[0],
  {
    real = false,
    answer = async () => undefined as never,
    vars = {},
    other,
  }: {
    real?: boolean;
    answer?: (ask: Question) => Promise<never>;
    vars?: Values;
    /** The flow that any other id leads to. */
    other?: Parameters<typeof body>[0];
  } = {},
) {
  const clock = createVirtualClock();
  const told: Told[] = [];
  let over = 0;
  const asked: string[] = [];
  const session = new AuditionSession(
    {
      clock,
      tools: noTools,
      tell: (type, content) => told.push({ type, ...content }),
      ask: (_id, ask) => {
        asked.push(ask.what);
        return answer(ask);
      },
      load: async (flowId) =>
        other && {
          program: compile({ flowId, versionId: "", flowType: 1, body: body(other), voice: null }),
          prompts: {},
        },
      listen: () => undefined,
      provinceOf: (city) => ({ 杭州市: "浙江省", 上海市: "上海市" })[city] ?? "",
      over: () => (over += 1),
    },
    {
      msgId: "m",
      program: compile({ flowId: "f", versionId: "", flowType: 1, body: body(nodes), voice: null }),
      prompts: {},
      vars,
      isText: true,
      real,
      seed: 1,
    },
  );
  session.start();
  const last = (type: AuditionType) => told.findLast((each) => each.type === type);
  return {
    clock,
    session,
    told,
    last,
    asked,
    over: () => over,
    types: () => told.map(({ type }) => type).filter((type) => type !== 13 && type !== 14),
  };
}

const menu = [
  node("开始", "start", { to: { next: "导航" } }),
  node("导航", "keyNav", { says: ["请按1"], config: { keys: ["1"] }, to: { "key-1": "收集" } }),
  node("收集", "keyCollect", { says: ["请输入"], config: { vName: "no", terminator: "*" }, to: { collected: "再见" } }),
  node("再见", "hangup", { says: ["再见"] }),
];

test("G30 start, play with its acknowledgement, panels of keys shown and hidden, stop, end", () => {
  const a = audition(menu);
  expect(a.types()).toEqual([1, 6, 2]);
  expect(a.last(2)).toMatchObject({ msgId: "m", flowId: "f", responseEntity: { text: "请按1" } });
  a.session.back("digits", "", "1");
  expect(a.types().slice(3)).toEqual([11, 10, 5, 2]);
  expect(a.last(5)!.terminators).toBe("*");
  expect(a.session.back("playEnd", a.last(2)!.eventId, "")).toBe(true);
  a.session.back("digits", "", "42*");
  expect(a.types().slice(7)).toEqual([9, 2]);
  a.session.back("playEnd", a.last(2)!.eventId, "");
  expect(a.last(12)).toMatchObject({ responseEntity: { result: "hangup" } });
  expect([a.over(), a.clock.waiting]).toEqual([1, 0]);
  expect(a.told.filter(({ type }) => type === 14).map(({ responseEntity }) => responseEntity.nextNodeId)).toEqual([
    "导航",
    "收集",
    "再见",
  ]);
});

test("G60 a step to another node names the exit that was taken", () => {
  const a = audition(menu);
  a.session.back("digits", "", "1");
  expect(a.told.filter(({ type }) => type === 14).map(({ responseEntity }) => responseEntity.result)).toEqual([
    "next",
    "key-1",
  ]);
  // And in the words of the editor.
  const said = a.told.filter(({ type }) => type === 13 || type === 14).map(({ responseEntity }) => responseEntity.text);
  expect(said).toEqual(
    expect.arrayContaining(["类型：按键导航，第几次：1", "出口：下一步", "出口：按1", "类型：按键收集，第几次：1"]),
  );
  expect(said.filter((text) => /[a-z]/i.test(text ?? ""))).toEqual([]);
});

test("G31 what is late, or of another audition's event, changes nothing", () => {
  const a = audition(menu);
  const count = a.told.length;
  expect(a.session.back("playEnd", "e99", "")).toBe(false);
  expect(a.session.back("text", a.last(2)!.eventId, "你好")).toBe(false);
  expect(a.told).toHaveLength(count);
});

test("G32 a hang-up ends it, ten minutes end it, a time-out is the flow's", async () => {
  const a = audition(menu);
  a.session.back("hangup", "", "");
  expect([a.types().at(-1), a.session.back("digits", "", "1")]).toEqual([12, false]);
  const b = audition(menu);
  b.session.back("playEnd", b.last(2)!.eventId, "");
  await b.clock.advance(5_000);
  expect(b.last(2)!.responseEntity.text).toContain("请按键一");
  await b.clock.advance(auditionMs);
  expect(b.types().at(-1)).toBe(12);
});

test("E17 all 13 kinds, 1 to 6 and 8 to 14, in one session; 7 is never sent", () => {
  const a = audition([
    node("开始", "start", { to: { next: "地区" } }),
    node("地区", "areaRoute", {
      config: { branches: [{ id: "zj", name: "浙江", provinces: ["浙江省"] }] },
      to: { zj: "导航", unknown: "导航", else: "导航" },
    }),
    node("导航", "keyNav", { says: ["请按1"], config: { keys: ["1"] }, to: { "key-1": "收集" } }),
    node("收集", "keyCollect", { says: ["请输入"], config: { vName: "no" }, to: { collected: "提问" } }),
    node("提问", "speech", {
      says: ["请说"],
      config: { branches: [{ id: "a", name: "甲" }] },
      intents: { a: "i" },
      to: { a: "再见", unknown: "再见", timeout: "再见" },
    }),
    node("再见", "hangup", { says: ["再见"] }),
  ]);
  a.session.back("areaCode", a.last(8)!.eventId, "浙江省");
  expect(a.last(8)!.areaCodes).toContain("浙江省");
  a.session.back("digits", "", "1");
  a.session.back("digits", "", "42#");
  a.session.back("text", a.last(3)!.eventId, "甲");
  expect(a.last(3)!.speechParams).toMatchObject({ isText: true, endSilenceMs: 800, maxMs: 15_000 });
  a.session.end("");
  expect([...new Set(a.told.map(({ type }) => type))].sort((x, y) => x - y)).toEqual([
    ...[1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14],
  ]);
  for (const told of a.told)
    expect(Object.keys(told).sort()).toEqual([
      ...["areaCodes", "eventId", "flowId", "msgId", "responseEntity", "speechParams", "terminators", "type"],
    ]);
});

test("G140 whoever listens may call from a city that the node names, a city that is a province, or nowhere that is known", () => {
  const from = (area: string) => {
    const a = audition([
      node("开始", "start", { to: { next: "地区" } }),
      node("地区", "areaRoute", {
        config: {
          branches: [
            { id: "hz", name: "杭州", cities: ["杭州市", "杭城"] },
            { id: "zj", name: "浙江", provinces: ["浙江省"] },
            { id: "sh", name: "上海", cities: ["上海市"] },
          ],
        },
        to: { hz: "杭州", zj: "浙江", sh: "上海", unknown: "未知", else: "其他" },
      }),
      ...["杭州", "浙江", "上海", "未知", "其他"].map((name) => node(name, "hangup", { says: [`${name}来电`] })),
    ]);
    const { areaCodes, eventId } = a.last(8)!;
    if (!areaCodes.includes(area)) return areaCodes;
    a.session.back("areaCode", eventId, area);
    return a.last(2)!.responseEntity.text;
  };
  const areas = ["浙江省 杭州市", "浙江省", "上海市", "归属地未知", "广东省"];
  expect(areas.map(from)).toEqual(["杭州来电", "浙江来电", "上海来电", "未知来电", "其他来电"]);
  // What is no city as numbers have it comes from no number.
  expect(JSON.stringify(from(""))).not.toContain("杭城");
});

test("A14 what was cut off is played on from where the clock says it was", async () => {
  const a = audition([
    node("开始", "start", { to: { next: "介绍" } }),
    node("介绍", "play", { says: ["长长的介绍"], to: { next: "再见", interrupted: "询问" } }),
    node("询问", "keyNav", { says: ["继续请按1"], config: { keys: ["1"] }, to: { "key-1": "继续" } }),
    node("继续", "continuePlay", { to: { next: "再见" } }),
    node("再见", "hangup"),
  ]);
  expect(a.session.says(a.last(2)!.eventId)).toMatchObject({ fromMs: 0 });
  await a.clock.advance(900);
  a.session.back("digits", "", "9");
  a.session.back("playEnd", a.last(2)!.eventId, "");
  a.session.back("digits", "", "1");
  expect(a.session.says(a.last(2)!.eventId)).toMatchObject({ says: [{ text: "长长的介绍" }], fromMs: 900 });
});

test("G30 the flow that another leads to has what the engine sets, as in a call", async () => {
  const a = audition(
    [
      node("开始", "start", { to: { next: "去" } }),
      node("去", "jump", { config: { to: "flow", targetId: "f2", data: ["caller"] } }),
    ],
    {
      vars: { caller: "13800138000", accessNumber: "4001", callId: "m" },
      other: [
        node("开始", "start", { to: { next: "说" } }),
        node("说", "play", { says: ["${caller}拨打${accessNumber}，编号${callId}"], to: { next: "再见" } }),
        node("再见", "hangup"),
      ],
    },
  );
  await a.clock.settle();
  expect(a.last(2)!.responseEntity.text).toBe("13800138000拨打4001，编号m");
});

test("G8 flows that lead over to one another for ever end an audition, too", async () => {
  const over = [
    node("开始", "start", { to: { next: "转" } }),
    node("转", "jump", { config: { to: "flow", targetId: "g" } }),
  ];
  const a = audition(over, { other: over });
  await a.clock.settle();
  for (let n = 0; n < 50; n += 1) await Promise.resolve();
  expect([a.last(12)?.responseEntity["result"], a.over()]).toEqual(["failed", 1]);
});

test.each([false, true])("E17 only with 真实调用 is an interface asked and a message sent (%s)", async (real) => {
  const answer = async () => ({ ok: true, status: 200, values: { sum: "12" } }) as never;
  const a = audition(
    [
      node("开始", "start", { to: { next: "查" } }),
      node("查", "interface", {
        config: { interfaceId: "i", reply: [{ path: "sum", vName: "sum" }] },
        to: { ok: "发", failed: "再见", timeout: "再见" },
      }),
      node("发", "sendSms", { config: { templateId: "t", number: "13800138000" }, to: { next: "说", failed: "再见" } }),
      node("说", "play", { says: ["金额${sum}"], to: { next: "再见" } }),
      node("再见", "hangup"),
    ],
    { real, answer },
  );
  await a.clock.settle();
  for (let n = 0; n < 20; n += 1) await Promise.resolve();
  const said = a.told.map(({ responseEntity }) => responseEntity.text ?? "");
  expect(a.asked).toEqual(real ? ["interface", "sms"] : []);
  const not = ["接口未真实调用", "短信未真实发送"];
  expect(not.map((text) => said.includes(text))).toEqual(real ? [false, false] : [true, true]);
  // Either way it goes on by the exit of what was done.
  expect(a.last(2)!.responseEntity.text).toBe(real ? "金额12" : "金额");
});
