/** The machine of work orders against the table that docs/protocol.md publishes, and what the table leaves to conditions. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  historyKinds,
  orderCodeText,
  orderCommands,
  orderEvents,
  orderOccurrences,
  orderPhases,
  stateOf,
} from "../codes.ts";
import { edge, flow, inPhase, is, node, Stage, task } from "../testing/stage.ts";
import { commandsFor, type OrderInput } from "./index.ts";

const phases = Object.keys(orderPhases) as (keyof typeof orderPhases)[];
const [, published = ""] =
  /^## Work orders$(.*?)^## /ms.exec(readFileSync(join(__dirname, "../../../../../../docs/protocol.md"), "utf8")) ?? [];

/** What a row of the table says by its head, cells by phase; '+' is an event without a number. */
const table = new Map(
  [...published.matchAll(/^ {2}\| `(\w+)` \|(.*)\|$/gm)].map(([, name, rest]) => {
    const [, ...cells] = rest!.split("|").map((cell) => cell.trim());
    return [name!, new Map(phases.map((phase, i) => [phase, cells[i] ?? ""]))];
  }),
);

/** Who could do it, where anybody can. */
const actors: Readonly<Record<keyof typeof orderPhases, Readonly<Record<string, string>>>> = {
  draft: { jump: "M", default: "1000" },
  pooled: { claim: "1002", retrieve: "1000", default: "M" },
  handling: { retrieve: "1000", recycle: "M", assign: "M", jump: "M", urge: "1000", remove: "M", default: "1001" },
  signing: { approve: "1004", returnPrevious: "1004", returnCreator: "1004", retrieve: "1001", default: "M" },
  waiting: { default: "M" },
  suspended: { resume: "1001", default: "M" },
  transferred: { retrieve: "1001", recycle: "M", assign: "M", jump: "M", urge: "1000", remove: "M", default: "1002" },
  done: { default: "M" },
  deleted: { default: "M" },
};

const inputs: Readonly<Record<string, OrderInput>> = Object.fromEntries(
  Object.keys({ ...orderCommands, ...orderOccurrences }).map((type) => {
    const more = {
      assign: { to: "1003" },
      transfer: { to: "1003" },
      jump: { nodeId: "处理" },
      timeOut: { limit: "node" },
      warn: { limit: "node" },
      keepStatus: { minutes: 30 },
      addSubOrder: { id: "o9" },
      endSubOrder: { id: "o2" },
      migrate: { nodeId: "", version: 2 },
      prioritize: { priority: 1 },
      nameStatus: { status: "" },
      missTarget: { target: "t", name: "首次响应", cycle: 2 },
      customerFill: { form: "回访表", recordId: "r9", maker: "a1" },
      customerRate: { score: 10, maker: "a1" },
      warnTarget: { target: "t", name: "首次响应", cycle: 2 },
    }[type] ?? { text: "说明" };
    return [type, { type, ...more } as OrderInput];
  }),
);

/** As the table means it: something to retrieve is not opened yet, something to answer was asked. */
function prepared(phase: (typeof phases)[number], type: string): Stage {
  const s = inPhase[phase]();
  if (phase === "draft" && type === "jump") return inPhase.handling().run("1001", { type: "returnCreator" });
  if (phase === "handling" && ["retrieve", "open", "claimTimeOut"].includes(type)) {
    const given = new Stage({
      ...flow,
      nodes: flow.nodes.map((n) => (n.id === "受理" ? task("受理", { by: "seat", agentIds: ["1001"] }) : n)),
    });
    return given.run("1000", "submit");
  }
  if (type === "commentUrge" && !["draft", "done", "deleted"].includes(phase))
    return s.run("1099", { type: "urge", text: "急" });
  if (phase === "done" && type === "endSubOrder")
    return inPhase
      .handling()
      .run("", { type: "addSubOrder", id: "o2" })
      .run("1001", { type: "complete", evenWithSubOrders: true });
  if (type === "endSubOrder" && ["draft", "pooled", "handling", "signing", "suspended", "transferred"].includes(phase))
    return s.run("", { type: "addSubOrder", id: "o2" });
  return s;
}

test("W2 every number of the specification has its name, and the shorter list stands apart", () => {
  const named = Object.values(orderEvents).flatMap((e) => ("code" in e ? [e.code] : []));
  expect(named).toEqual([...Array.from({ length: 18 }, (_, i) => i), 100, 101, 102, 103]);
  expect(named.map(orderCodeText)).not.toContain("其他");
  expect(new Set(named.map(orderCodeText)).size).toBe(22);
  expect(historyKinds).toEqual({ 15: "发送邮件", 16: "转派" });
  expect([orderCodeText(15), orderCodeText(16), orderCodeText(18)]).toEqual(["创建", "转交", "其他"]);
  expect([...new Set(phases.map(stateOf))]).toEqual([
    "draft",
    "pooled",
    "handling",
    "suspended",
    "transferred",
    "done",
    "deleted",
  ]);
});

test("W3 the published table names every command and every occurrence", () => {
  expect([...table.keys()]).toEqual([...Object.keys(orderCommands), ...Object.keys(orderOccurrences)]);
});

describe.each(phases)("W3 %s: the published table", (phase) => {
  test.each(Object.keys(inputs))("%s", (type) => {
    const s = prepared(phase, type);
    expect(s.order.phase.kind).toBe(phase);
    const by = actors[phase][type] ?? actors[phase]["default"]!;
    const said = inputs[type]!;
    const input =
      said.type === "migrate"
        ? { ...said, nodeId: s.order.nodeId }
        : said.type === "nameStatus"
          ? { ...said, status: `named ${stateOf(phase)}` }
          : said;
    const before = s.order;
    const outcome = s.try(type in orderOccurrences ? "" : by, input);
    const cell = table.get(type)!.get(phase)!;
    if (cell === "") {
      expect(outcome).toEqual({ ok: false, refusal: "state", text: expect.stringMatching(/^[\u4e00-\u9fff，\d]+$/) });
      expect(s.order).toBe(before);
      return;
    }
    if (!outcome.ok) throw new Error(outcome.text);
    const codes = outcome.events.flatMap(({ type: what }) => {
      const event = orderEvents[what];
      return "code" in event ? [event.code] : [];
    });
    expect(codes).toEqual(cell === "+" ? [] : [Number(cell)]);
    expect(outcome.events.map(({ seq }) => seq)).toEqual(outcome.events.map((_, i) => before.seq + 1 + i));
    expect(outcome.order.seq).toBe(outcome.events.at(-1)!.seq);
  });
});

test("W4 each number from 0 to 17 in one order's history, as it was done", () => {
  const s = new Stage();
  s.run("1000", "save").run("1000", "submit").run("1000", "retrieve").run("1000", "submit");
  s.run("1001", "claim").run("M", { type: "recycle" }).run("1002", "claim");
  s.run("1002", { type: "transfer", to: "1001" }).run("1001", { type: "transferBack" });
  s.run("1000", { type: "urge", text: "请尽快" }).run("1002", { type: "commentUrge", text: "马上" });
  s.run("1002", { type: "returnCreator", text: "资料不全" }).run("1000", "submit");
  s.run("M", { type: "assign", to: "1001" }).run("1001", "approve");
  s.run("1003", { type: "returnPrevious" }).run("1001", "approve");
  s.run("M", { type: "jump", nodeId: "回访" }).run("1000", { type: "complete", text: "客户满意" });
  s.run("1000", { type: "followUp", text: "已回访" }).run("1000", { type: "commentFollowUp", text: "下月再访" });
  expect(s.codes).toEqual([15, 0, 1, 5, 1, 6, 7, 6, 16, 17, 9, 12, 4, 1, 10, 2, 3, 2, 11, 8, 13, 14]);
  expect(s.order.phase.kind).toBe("done");
  expect(s.history.map(({ seq }) => seq)).toEqual(s.history.map((_, i) => i + 1));
});

test("W4 the number is asked for once, at the first submission; the order's limit begins with it", () => {
  const s = inPhase.pooled();
  const numbered = () => s.effects.filter((e) => JSON.stringify(e).includes('"number"')).length;
  expect(s.effects).toEqual([
    { do: "number" },
    { do: "start", scope: "order", limit: { minutes: 480 } },
    { do: "stop", scope: "node" },
    { do: "stop", scope: "claim" },
    { do: "start", scope: "node", limit: { minutes: 120, warnMinutes: 30 } },
    { do: "tell", event: "submitted", whom: ["candidates"], people: [] },
  ]);
  s.order = { ...s.order, workCode: "GD20261120000001" };
  s.run("1001", "claim").run("1001", { type: "returnCreator" }).run("1000", "submit");
  expect(numbered()).toBe(1);
});

test("W5 whose it is: a stranger, a colleague and a handler without the right are refused in words", () => {
  const s = inPhase.handling();
  expect(s.refused("1002", { type: "approve" })).toBe("工单不在您手中，不能通过");
  expect(s.refused("1002", { type: "claim" })).toBe("工单已被1001领取");
  expect(s.refused("1001", { type: "assign", to: "1002" })).toBe("只有班长或管理员可以指派");
  expect(s.refused("1001", { type: "recycle" })).toBe("只有班长或管理员可以回收");
  expect(s.refused("1001", { type: "transfer", to: "1001" })).toBe("不能转交给自己");
  expect(s.refused("1001", { type: "transfer", to: "nobody" })).toBe("坐席不存在或已停用");
  expect(s.refused("1001", { type: "urge", text: "急" })).toBe("工单在您手中，不需要催办");
  expect(s.refused("M", { type: "jump", nodeId: "没有" })).toBe("流程中没有该节点");
  expect(inPhase.pooled().refused("1003", { type: "claim" })).toBe("您不在该节点的处理人范围内");
  expect(inPhase.draft().refused("1001", { type: "submit" })).toBe("只有创建人可以提交");
  expect(inPhase.done().refused("1001", { type: "approve" })).toBe("工单已办结，不能通过");
});

test("W5 what the node does not allow nobody does there", () => {
  const only = new Stage({
    ...flow,
    nodes: flow.nodes.map((n) =>
      n.id === "受理" ? task("受理", { by: "group", groupId: "g1" }, { actions: ["approve"] }) : n,
    ),
  });
  only.run("1000", "submit").run("1001", "claim");
  for (const [type, name] of [
    ["complete", "办结"],
    ["returnCreator", "退回创建人"],
    ["suspend", "挂起"],
  ] as const)
    expect(only.refused("1001", { type })).toBe(`「受理」不允许${name}`);
  expect(commandsFor(only.order, { id: "1001", supervises: false }, only.around())).toEqual([
    "save",
    "approve",
    "comment",
    "prioritize",
  ]);
});

test("W5 who had it before takes it back while nobody looked at it", () => {
  const s = inPhase.handling().run("1001", "approve");
  expect(s.order.phase).toEqual({ kind: "handling", holder: "1003", opened: false });
  s.run("1001", "retrieve");
  expect(s.order).toMatchObject({ nodeId: "受理", phase: { kind: "handling", holder: "1001" } });
  s.run("1001", "approve").run("1003", "open");
  expect(s.refused("1001", { type: "retrieve" })).toBe("工单已被查看，不能撤回");
  expect(s.refused("1002", { type: "retrieve" })).toBe("只有上一步处理人可以撤回");
});

test("W76 what is taken back is his who takes it back, opened, whoever stands in for him", () => {
  const s = inPhase.transferred();
  s.away.set("1001", "1004");
  s.run("1001", "retrieve");
  expect(s.order.phase).toEqual({ kind: "handling", holder: "1001", opened: true });
  s.run("1001", "approve").run("1001", "retrieve");
  expect(s.order).toMatchObject({ nodeId: "受理", phase: { kind: "handling", holder: "1001", opened: true } });
});

test("W9 what is taken back to a node with a claim time is not given away by it", () => {
  const s = inPhase.handling().run("1001", "approve").run("1003", "approve").run("1003", "retrieve");
  expect(s.order).toMatchObject({ nodeId: "处理", phase: { kind: "handling", holder: "1003", opened: true } });
  const claim = s.effects.filter((one) => JSON.stringify(one).includes("laim"));
  expect(claim.at(-1)).toEqual({ do: "stop", scope: "claim" });
});

test("W77 an urge of an order that waits is told to its sub-orders and its monitors", () => {
  const s = inPhase.waiting().run("1000", { type: "urge", text: "急" });
  expect(s.effects.slice(-2)).toEqual([
    { do: "tellSubOrders", event: "urged" },
    { do: "tell", event: "urged", whom: ["monitors"], people: [] },
  ]);
});

test("W6 least loaded: of those online the one with the fewest; nobody online is 103, the pool, and told to the monitors", () => {
  const least = {
    ...flow,
    nodes: flow.nodes.map((n) => (n.id === "受理" ? task("受理", { by: "leastLoaded", groupId: "g1" }) : n)),
  };
  const s = new Stage(least);
  s.load.set("1001", 4).set("1002", 2);
  expect(s.run("1000", "submit").order.phase).toEqual({ kind: "handling", holder: "1002", opened: false });
  const empty = new Stage(least);
  empty.online.clear();
  empty.run("1000", "submit");
  expect(empty.order.phase).toEqual({ kind: "pooled" });
  expect(empty.codes).toEqual([15, 1, 103]);
  expect(empty.effects).toContainEqual({ do: "tell", event: "nobodyOnline", whom: ["monitors"], people: [] });
  expect(empty.run("1001", "claim").order.phase).toMatchObject({ holder: "1001" });
});

test("W6 a stand-in takes what comes while one is away, and a circle of stand-ins ends where it began", () => {
  const s = inPhase.handling();
  s.away.set("1003", "1007").set("1007", "1008");
  expect(s.run("1001", "approve").order.phase).toMatchObject({ holder: "1008" });
  const circle = inPhase.handling();
  circle.away.set("1003", "1007").set("1007", "1003");
  expect(circle.run("1001", "approve").order.phase).toMatchObject({ holder: "1003" });
});

test("W6 the field of the form names the handler; without one the order waits in the pool for a monitor", () => {
  const byField = {
    ...flow,
    nodes: flow.nodes.map((n) => (n.id === "受理" ? task("受理", { by: "field", field: "owner" }) : n)),
  };
  const s = new Stage(byField);
  s.values = { owner: { id: "1005", label: "王五" } };
  expect(s.run("1000", "submit").order.phase).toMatchObject({ holder: "1005" });
  const none = new Stage(byField).run("1000", "submit");
  expect(none.order.phase.kind).toBe("pooled");
  expect(none.run("M", { type: "assign", to: "1001" }).order.phase).toMatchObject({ holder: "1001" });
});

test("W7 countersign: all agree, one says no, any, and a share", () => {
  const signing = (mode: "all" | "any" | "percentage", percentage?: number) => {
    const s = new Stage({
      ...flow,
      nodes: flow.nodes.map((n) =>
        n.kind === "countersign" ? { ...n, mode, ...(percentage ? { percentage } : {}) } : n,
      ),
    });
    s.values = { level: "urgent" };
    return s.run("1000", "submit").run("1001", "claim").run("1001", "approve");
  };
  const no = { type: "returnPrevious", text: "不同意" } as const;
  const all = signing("all").run("1004", "approve").run("1005", "approve");
  expect(all.order.phase.kind).toBe("signing");
  expect(all.refused("1004", { type: "approve" })).toBe("您已提交会签意见");
  expect(all.refused("1001", { type: "approve" })).toBe("您不是会签人，不能通过");
  expect(all.run("1006", "approve").order).toMatchObject({ nodeId: "回访", phase: { holder: "1000" } });
  expect(signing("all").run("1005", no).order).toMatchObject({ nodeId: "受理", phase: { holder: "1001" } });
  expect(signing("any").run("1004", no).run("1006", "approve").order.nodeId).toBe("回访");
  expect(signing("any").run("1004", no).run("1005", no).run("1006", no).order.nodeId).toBe("受理");
  expect(signing("percentage", 60).run("1004", "approve").run("1005", no).run("1006", "approve").order.nodeId).toBe(
    "回访",
  );
  expect(signing("percentage", 67).run("1004", "approve").run("1005", no).order.nodeId).toBe("受理");
});

test("W8 sub-orders: the parent waits for all, or for any, and ending it with open ones is asked about", () => {
  const s = inPhase.waiting().run("", { type: "addSubOrder", id: "o3" });
  expect(s.effects).toContainEqual({ do: "openSubOrder", nodeId: "协办", formId: "f2", flowId: "w2" });
  s.run("", { type: "endSubOrder", id: "o2" });
  expect(s.order.phase.kind).toBe("waiting");
  s.run("", { type: "endSubOrder", id: "o3" });
  expect(s.order).toMatchObject({ nodeId: "回访", phase: { holder: "1000" } });
  s.run("", { type: "addSubOrder", id: "o4" });
  expect(s.refused("1000", { type: "complete" })).toBe("还有1个子工单未办结，确定要办结吗？");
  expect(s.run("1000", { type: "complete", evenWithSubOrders: true }).order.phase.kind).toBe("done");
  const any = new Stage({
    ...flow,
    nodes: flow.nodes.map((n) => (n.kind === "subOrder" ? { ...n, wait: "any" as const } : n)),
  });
  any.values = { level: "joint" };
  any.run("1000", "submit").run("1001", "claim").run("1001", "approve");
  any
    .run("", { type: "addSubOrder", id: "a" })
    .run("", { type: "addSubOrder", id: "b" })
    .run("", { type: "endSubOrder", id: "b" });
  expect(any.order.nodeId).toBe("回访");
});

test("W9 a limit that runs out raises the order a level; who does not look at what was given loses it to the pool", () => {
  const s = inPhase.handling().run("", { type: "warn", limit: "node" }).run("", { type: "timeOut", limit: "node" });
  expect(s.run("", { type: "timeOut", limit: "order" }).order.upgrades).toBe(2);
  expect(s.history.at(-1)).toMatchObject({
    type: "timedOut",
    by: "",
    data: { limit: "order", level: 2, node: "受理" },
  });
  s.run("1001", "approve");
  expect(s.effects).toContainEqual({ do: "startClaim", minutes: 10 });
  s.run("", { type: "claimTimeOut" });
  expect(s.order.phase.kind).toBe("pooled");
  expect(s.history.at(-1)).toMatchObject({ type: "recycled", by: "", data: { from: "1003", text: "未及时受理" } });
});

test("W9 limits stand still while an order is suspended or waits", () => {
  expect(inPhase.suspended().run("1001", { type: "resume" }).effects.slice(-2)).toEqual([
    { do: "pause" },
    { do: "continue" },
  ]);
  expect(inPhase.waiting().effects).toContainEqual({ do: "pause" });
  expect(inPhase.waiting().run("", { type: "endSubOrder", id: "o2" }).effects).toContainEqual({ do: "continue" });
});

test("W5 a flow that leads nowhere for these values refuses the step and leaves the order as it is", () => {
  const dead = new Stage({
    nodes: [node("start", "开始"), task("受理", { by: "creator" }), node("end", "结束")],
    edges: [edge("开始", "受理"), edge("受理", "结束", is("x", 1))],
  });
  dead.run("1000", "submit");
  const before = dead.order;
  expect(dead.refused("1000", { type: "approve" })).toBe("「受理」之后没有符合条件的下一步，请联系管理员检查流程");
  expect(dead.order).toBe(before);
});

test("W9 another version: the node goes on under it, what does not fit is refused", () => {
  const s = inPhase.handling();
  expect(s.refused("", { type: "migrate", nodeId: "没有", version: 2 })).toBe("新版本中没有对应的节点");
  expect(s.refused("", { type: "migrate", nodeId: "会签", version: 2 })).toBe("「会签」的类型与当前状态不符");
  expect(s.run("", { type: "migrate", nodeId: "处理", version: 2 }).order).toMatchObject({
    nodeId: "处理",
    phase: { holder: "1001" },
  });
  expect(s.history.at(-1)).toMatchObject({ type: "migrated", data: { version: 2, from: "受理", to: "处理" } });
});
