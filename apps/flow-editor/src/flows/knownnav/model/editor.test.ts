import type { FlowNode, SubProcess } from "@liantai/api/flows";
import { branch, bodyWith, designWith, node, says, small } from "../testing/design.ts";
import { allNodes, changeSub, subOf, type Design } from "./body.ts";
import { changesBetween, meeting, merged } from "./changes.ts";
import { copied, pasted } from "./clipboard.ts";
import { editorOf, ofSub, stepped, type Editor } from "./editor.ts";
import { edgesOf, exitsOf, refusalOf, tidied } from "./exits.ts";
import { addGroup, frameOf, removeGroup, renameGroup } from "./groups.ts";
import { layOut } from "./lay-out.ts";
import { placesOf } from "./layout.ts";
import { shapesOf } from "./shapes.ts";
import {
  addNode,
  changeNode,
  connect,
  moveNodes,
  newNode,
  readingOrder,
  removeNodes,
  resizeNode,
  sizeOf,
} from "./nodes.ts";
import { removedIds, textOf } from "./saved.ts";
import { search } from "./search.ts";
import { addSub, callersOf, keptFor, removeSub, renameSub } from "./sub-processes.ts";

let made = 0;
const newId = () => `n${++made}`;
beforeEach(() => {
  made = 0;
});
const main = (nodes: readonly FlowNode[] = small): SubProcess => subOf(bodyWith({ main: nodes }), "main")!;
const named = ({ flow }: SubProcess, id: string) => flow.nodes.find(({ nodeId }) => nodeId === id)!;
const leads = (sub: SubProcess, id: string) =>
  Object.fromEntries(exitsOf(named(sub, id)).map(({ id: exit, target }) => [exit, target]));
const edit = (editor: Editor, change: (sub: SubProcess) => SubProcess, place?: string, at = 0) =>
  stepped(editor, { do: "edit", edit: ofSub(editor.sub, change), ...(place ? { place, at } : {}) });
const ids = ({ board }: Editor) => allNodes(board.now.body).map(({ nodeId }) => nodeId);

describe("nodes", () => {
  test("a new one has the defaults of its type, a name of its own, and stands behind the chosen one's first open exit", () => {
    const sub = main([
      node("start", "start", { nodeName: "开始" }),
      node("p", "play", { nodeName: "播放语音", x: 250 }),
    ]);
    const one = newNode(sub, "keyNav", { id: "k", flowId: "f1" });
    expect(one).toMatchObject({ nodeName: "按键导航", flowId: "f1", config: { keys: ["1", "2"], bargeIn: true } });
    expect(newNode(sub, "play", { id: "x", flowId: "f1" }).nodeName).toBe("播放语音2");
    const added = addNode(sub, one, { after: "start" });
    expect(leads(added, "start")).toEqual({ next: "k" });
    // Not over what stands there already.
    const { x, y } = named(added, "k");
    expect(x === 250 && y < sizeOf(named(added, "p")).height).toBe(false);
  });

  test("an exit that need not be wired is taken last", () => {
    const sub = addNode(main(), node("x", "hangup"), { after: "menu" });
    expect(leads(sub, "menu")).toEqual({ "key-1": "service", "key-2": "bye", timeout: "x", invalid: "" });
  });

  test("dropped at a place it leads nowhere and nothing leads to it", () => {
    const sub = addNode(main(), node("x", "hangup"), { at: { x: 10.4, y: 20.6 }, after: "menu" });
    expect(named(sub, "x")).toMatchObject({ x: 10, y: 21 });
    expect(leads(sub, "menu")["timeout"]).toBe("");
  });

  test("one that goes takes with it what led there, and its place in a group", () => {
    const sub = removeNodes(addGroup(main(), "g", new Set(["bye"])), new Set(["bye"]));
    expect(leads(sub, "menu")).toMatchObject({ "key-1": "service", "key-2": "" });
    expect(sub.flow.groups).toEqual([]);
    expect(removeNodes(sub, new Set(["nobody"]))).toBe(sub);
  });

  test("exits are led elsewhere and nowhere; never to a start; what the type has not is refused", () => {
    const sub = connect(main(), "menu", "timeout", "bye");
    expect(leads(sub, "menu")["timeout"]).toBe("bye");
    expect(leads(connect(sub, "menu", "timeout", ""), "menu")["timeout"]).toBe("");
    expect(refusalOf(sub, "menu", "timeout", "start")).toBe("连线不能指向开始节点");
    expect(refusalOf(sub, "menu", "key-9", "bye")).toBe("「主菜单」没有这个出口");
    expect(refusalOf(sub, "menu", "timeout", "menu")).toBeUndefined();
  });

  test("a key that is taken away takes its branch with it, the intents of the others stay", () => {
    const before = named(main(), "menu");
    const kept = { ...before, branch: [branch("key-1", "service", "i1"), branch("key-2", "bye")] };
    expect(tidied({ ...kept, config: { keys: ["1"] } }).branch).toEqual([
      { id: "key-1", nodeName: "按1", nodeId: "service", dictionariesId: "i1" },
    ]);
  });

  test("a type that nobody knows keeps its branches", () => {
    const strange = node("s", "hologram", { nextNodeId: "bye", branch: [branch("odd", "menu")] });
    expect(exitsOf(strange).map(({ id, target }) => [id, target])).toEqual([
      ["next", "bye"],
      ["odd", "menu"],
    ]);
    expect(tidied(strange)).toBe(strange);
  });

  test("moving and resizing round, and what stays is the same object", () => {
    const sub = main();
    const moved = moveNodes(sub, new Map([["bye", { x: 1.6, y: 2.2 }]]));
    expect(named(moved, "bye")).toMatchObject({ x: 2, y: 2 });
    expect(named(moved, "menu")).toBe(named(sub, "menu"));
    expect(moveNodes(sub, new Map([["start", { x: 0, y: 0 }]]))).toBe(sub);
    const { width, height } = sizeOf(named(resizeNode(sub, "menu", { width: 9_999, height: 1 }), "menu"));
    expect([width, height]).toEqual([420, sizeOf(named(sub, "menu")).height]);
  });

  test("they are gone through as a call meets them", () => {
    const loose = node("loose", "hangup");
    expect(readingOrder(main([loose, ...small])).map(({ nodeId }) => nodeId)).toEqual([
      ...["start", "menu", "service", "bye", "loose"],
    ]);
  });
});

test("lines are what the branches say; one to a node that is not there is none", () => {
  const sub = main([...small, node("x", "play", { nextNodeId: "gone" })]);
  expect(edgesOf(sub)).toEqual([
    { id: "start-next", source: "start", exit: "next", target: "menu" },
    { id: "menu-key-1", source: "menu", exit: "key-1", target: "service" },
    { id: "menu-key-2", source: "menu", exit: "key-2", target: "bye" },
  ]);
});

describe("the clipboard", () => {
  const text = copied(addGroup(main(), "g", new Set(["menu", "bye"])), new Set(["start", "menu", "bye"]))!;

  test("nodes come under new ids with new wordings; branches to nodes outside are dropped; a second start is left out", () => {
    const { sub, ids: news } = pasted(main(), text, { flowId: "f2", newId })!;
    expect(news).toHaveLength(2);
    const [menu, bye] = news.map((id) => named(sub, id));
    expect(menu).toMatchObject({ nodeName: "主菜单2", flowId: "f2", x: 300, y: 40 });
    expect(leads(sub, menu!.nodeId)).toMatchObject({ "key-1": "", "key-2": bye!.nodeId });
    expect(menu!.talkings[0]).toMatchObject({ text: "人工服务请按1" });
    expect(menu!.talkings[0]!.talkKey).not.toBe("t1");
    expect(sub.flow.groups.at(-1)).toMatchObject({ name: "分组", nodeIds: news });
  });

  test("into an empty canvas at a place, the start too", () => {
    const { sub, ids: news } = pasted(main([]), text, { flowId: "f2", newId, at: { x: 100, y: 50 } })!;
    expect(news).toHaveLength(3);
    expect(leads(sub, news[0]!)).toEqual({ next: news[1] });
    expect(sub.flow.nodes.map(({ x, y }) => [x, y])[0]).toEqual([100, 50]);
  });

  test.each([
    "你好",
    "{",
    '{"kind":"liantai-flow-nodes"}',
    '{"kind":"liantai-flow-nodes","nodes":[{"nodeId":1}]}',
    '{"kind":"liantai-flow-nodes","nodes":[]}',
  ])("%s is none", (other) => {
    expect(pasted(main(), other, { flowId: "f2", newId })).toBeUndefined();
  });

  test("a jump to a copied node leads to the copy", () => {
    const jump = node("j", "jump", { config: { to: "node", targetId: "bye" } });
    const of = copied(main([...small, jump]), new Set(["j", "bye"]))!;
    const { sub, ids: news } = pasted(main(), of, { flowId: "f1", newId })!;
    expect(named(sub, news[1]!).config["targetId"]).toBe(news[0]);
  });
});

test("frames stand round their nodes, have names of their own, and a node is in one", () => {
  const first = addGroup(main(), "g1", new Set(["menu", "bye"]));
  const second = addGroup(first, "g2", new Set(["bye", "service"]));
  expect(second.flow.groups).toEqual([
    { id: "g1", name: "分组", nodeIds: ["menu"] },
    { id: "g2", name: "分组2", nodeIds: ["service", "bye"] },
  ]);
  expect(frameOf(second, second.flow.groups[0]!)).toMatchObject({ x: 244, y: -34 });
  expect(renameGroup(second, "g1", "夜间").flow.groups[0]!.name).toBe("夜间");
  expect(removeGroup(second, "g1").flow.nodes).toBe(second.flow.nodes);
  expect(addGroup(second, "g3", new Set())).toBe(second);
});

describe("sub-processes", () => {
  test("a new one has a start that leads to an end", () => {
    const body = addSub(bodyWith({ main: small }), { id: "s", classification: 3, flowId: "f1", newId });
    const sub = subOf(body, "s")!;
    expect([sub.subProcessName, sub.classification]).toEqual(["问答", 3]);
    expect(sub.flow.nodes.map(({ nodeType }) => nodeType)).toEqual(["start", "end"]);
    expect(edgesOf(sub)).toHaveLength(1);
  });

  test("one that is called stays, and says who calls it", () => {
    const jump = node("j", "jump", { nodeName: "去核身", config: { to: "subProcess", targetId: "s" } });
    const qa = [{ subProcessId: "s", dictionariesId: "i" }];
    const body = bodyWith({ main: [...small, jump], s: [] }, { qaNodes: qa });
    expect(callersOf(body, "s")).toEqual(["main「去核身」", "问答"]);
    expect(keptFor(body, subOf(body, "s")!)).toBe("main「去核身」、问答还在使用它");
    expect(removeSub(body, "s")).toBe(body);
    expect(removeSub(body, "main")).toBe(body);
    const free = bodyWith({ main: small, s: [] });
    expect(removeSub(free, "s").nodes).toHaveLength(1);
    expect(renameSub(free, "s", "核身").nodes[1]!.subProcess.subProcessName).toBe("核身");
  });
});

test("a search looks at names, types, wordings and remarks of all sub-processes", () => {
  const body = bodyWith({ main: small, s: [node("x", "hangup", { nodeName: "收尾", remark: "人工服务结束" })] });
  expect(search(body, "人工").map(({ node: { nodeName }, where }) => [nodeName, where])).toEqual([
    ["主菜单", "人工服务请按1"],
    ["收尾", "人工服务结束"],
  ]);
  expect(search(body, " 挂机 ").map(({ sub, node: { nodeId } }) => [sub.subProcessId, nodeId])).toEqual([
    ["main", "bye"],
    ["s", "x"],
  ]);
  expect(search(body, "  ")).toEqual([]);
});

describe("layout", () => {
  test("lines lead to the right and nothing lies on anything", async () => {
    const many = Array.from({ length: 80 }, (_, at) =>
      node(`m${at}`, "play", { nextNodeId: at % 4 === 3 ? "" : `m${at + 1}` }),
    );
    const places = new Map(await layOut(shapesOf(main(many))));
    expect(places.size).toBe(80);
    for (const { source, target } of edgesOf(main(many)))
      expect(places.get(target)!.x).toBeGreaterThan(places.get(source)!.x);
    const boxes = many.map((one) => ({ ...places.get(one.nodeId)!, ...sizeOf(one) }));
    for (const [at, a] of boxes.entries())
      for (const b of boxes.slice(at + 1))
        expect(a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height).toBe(false);
  });

  test("a node that leads to itself is put somewhere, too", () => {
    expect(placesOf(shapesOf(main([node("a", "play", { nextNodeId: "a" })])))).toHaveLength(1);
  });
});

describe("steps", () => {
  const opened = () => editorOf(designWith({ main: small, s: [node("in", "start")] }));

  test("are taken back and taken again, with what was chosen where it is still there", () => {
    let editor = edit(opened(), (sub) => addNode(sub, node("x", "hangup"), { after: "menu" }));
    editor = stepped(editor, { do: "select", ids: ["x", "menu"] });
    editor = stepped(editor, { do: "undo" });
    expect(ids(editor)).not.toContain("x");
    expect([...editor.marked]).toEqual(["menu"]);
    expect(ids(stepped(editor, { do: "redo" }))).toContain("x");
  });

  test("of one place without a pause are one", () => {
    const type = (editor: Editor, name: string, at: number) =>
      edit(editor, (sub) => changeNode(sub, "menu", (one) => ({ ...one, nodeName: name })), "menu name", at);
    const editor = type(type(type(opened(), "主", 0), "主菜", 300), "主菜单了", 2_000);
    const back = stepped(editor, { do: "undo" });
    expect(allNodes(back.board.now.body)[1]!.nodeName).toBe("主菜");
    expect(allNodes(stepped(back, { do: "undo" }).board.now.body)[1]!.nodeName).toBe("主菜单");
  });

  test("are 100 at most", () => {
    let editor = opened();
    for (let at = 1; at <= 120; at++)
      editor = edit(editor, (sub) => moveNodes(sub, new Map([["bye", { x: at, y: 0 }]])));
    for (let at = 0; at < 120; at++) editor = stepped(editor, { do: "undo" });
    expect(allNodes(editor.board.now.body)[3]!.x).toBe(20);
  });

  test("a node is found in whichever sub-process it is; a sub-process that goes gives way to the main one", () => {
    const found = stepped(opened(), { do: "find", nodeId: "in" });
    expect([found.sub, ...found.marked]).toEqual(["s", "in"]);
    const gone = stepped(found, { do: "edit", edit: (now) => ({ ...now, body: removeSub(now.body, "s") }) });
    expect([gone.sub, gone.marked.size]).toEqual(["main", 0]);
    expect(stepped(found, { do: "find", nodeId: "nobody" })).toBe(found);
  });
});

test("what is sent says what is gone since the last save; what was undone is not gone", () => {
  const before = bodyWith({ main: small });
  const now = changeSub(before, "main", (sub) => removeNodes(sub, new Set(["bye"])));
  const intent = changeSub(before, "main", (sub) =>
    changeNode(sub, "menu", (one) => ({ ...one, branch: [branch("key-1", "service", "i1")] })),
  );
  expect(removedIds(before, now)).toEqual({ nodeIds: ["bye"], talkIds: ["t2"], wordIds: [] });
  expect(removedIds(intent, before)).toEqual({ nodeIds: [], talkIds: [], wordIds: ["i1"] });
  const sent = JSON.parse(textOf(now, before)) as typeof before;
  expect(sent.removeIds.nodeIds).toEqual(["bye"]);
  expect(sent.nodes[0]!.subProcess.flow.edges.map(({ id }) => id)).toEqual(["start-next", "menu-key-1"]);
});

describe("two who draw", () => {
  const base = designWith({ main: small, s: [node("in", "start")] });
  const did = (change: (sub: SubProcess) => SubProcess, sub = "main"): Design => ofSub(sub, change)(base);
  const rename = (id: string, nodeName: string) => (sub: SubProcess) =>
    changeNode(sub, id, (one) => ({ ...one, nodeName }));

  test("who did what is told by name", () => {
    const mine = did((sub) => removeNodes(rename("menu", "总菜单")(sub), new Set(["bye"])));
    expect(changesBetween(base, mine).map(({ kind, name }) => [kind, name])).toEqual([
      ["changed", "总菜单（按键导航）"],
      ["removed", "再见（挂机）"],
    ]);
    expect(changesBetween(base, { ...base, tts: "{}" }).map(({ name }) => name)).toEqual(["音色"]);
  });

  test("at different nodes both are kept", () => {
    const mine = did((sub) =>
      addNode(rename("menu", "总菜单")(sub), node("x", "play", { talkings: [says("t9", "您好")] }), {}),
    );
    const theirs = did(rename("bye", "挂断"));
    const both = merged(base, mine, { ...theirs, tts: "{}" })!;
    expect(allNodes(both.body).map(({ nodeName }) => nodeName)).toEqual([
      "开始",
      "总菜单",
      "转客服",
      "挂断",
      "x",
      "in",
    ]);
    expect(both.tts).toBe("{}");
  });

  test("at the same node one gives way", () => {
    const [mine, theirs] = [did(rename("menu", "甲")), did(rename("menu", "乙"))];
    expect(merged(base, mine, theirs)).toBeUndefined();
    expect(meeting(changesBetween(base, mine), changesBetween(base, theirs)).map(({ name }) => name)).toEqual([
      "甲（按键导航）",
    ]);
  });

  test("in a sub-process that the other took away, too", () => {
    const gone = { ...base, body: removeSub(base.body, "s") };
    expect(merged(base, did(rename("in", "入口"), "s"), gone)).toBeUndefined();
    const both = merged(base, gone, did(rename("menu", "甲")))!;
    expect(both.body.nodes).toHaveLength(1);
    expect(allNodes(both.body)[1]!.nodeName).toBe("甲");
  });
});
