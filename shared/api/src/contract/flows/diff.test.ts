import { diffFlows } from "./diff.ts";
import { body, node, say } from "./engine/testing/build.ts";

const hello = node("hello", "play", { says: ["您好"], to: { next: "bye" } });
const bye = node("bye", "hangup");
const before = body([node("start", "start", { to: { next: "hello" } }), hello, bye]);

test("G47 nothing differs from itself, whatever the order of the properties", () => {
  const turned = JSON.parse(JSON.stringify(before)) as typeof before;
  const { globals, ...rest } = turned;
  expect(diffFlows(before, { globals, ...rest })).toEqual({ nodes: [], wordings: [], others: [] });
});

test("G47 nodes that came, went and changed are named with what of them, wordings with both texts", () => {
  const after = body(
    [
      node("start", "start", { to: { next: "hello" } }),
      { ...hello, nodeName: "欢迎", x: 40, talkings: [{ ...hello.talkings[0]!, text: "您好，欢迎来电" }] },
      node("more", "play", { says: [say("更多")] }),
    ],
    { collectVariable: [{ vName: "order", vAlias: "订单号", type: "text", value: "" }] },
  );
  const { nodes, wordings, others } = diffFlows(before, after, ["", '{"voice":"f2"}']);
  expect(nodes.map(({ change, nodeId, what }) => [change, nodeId, what])).toEqual([
    ["changed", "hello", ["名称", "话术", "位置"]],
    ["added", "more", []],
    ["removed", "bye", []],
  ]);
  expect(wordings.map(({ change, before: was, after: is }) => [change, was, is])).toEqual([
    ["changed", "您好", "您好，欢迎来电"],
    ["added", "", "更多"],
  ]);
  expect(others).toEqual([
    { what: "变量", before: "", after: "order（订单号）text=" },
    { what: "音色", before: "", after: '{"voice":"f2"}' },
  ]);
});
