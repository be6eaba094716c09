import { body, node, say } from "../testing/build.ts";
import { readFlow } from "./index.ts";

const flow = body([node("s", "start", { to: { next: "p" } }), node("p", "play", { says: [say("喂")] })]);
const json = JSON.stringify(flow);
const faults = (text: string) => {
  const read = readFlow(text);
  return "faults" in read ? read.faults.map(({ path, text: words }) => `${path}: ${words}`) : [];
};
type Loose = Record<string, unknown>;
interface Written {
  readonly nodes: readonly { readonly subProcess: { readonly flow: { readonly nodes: readonly Loose[] } } }[];
  readonly collectVariable: readonly Loose[];
}
const changed = (change: (play: Loose, whole: Loose) => void): string => {
  const whole = JSON.parse(json) as { nodes: { subProcess: { flow: { nodes: Loose[] } } }[] };
  change(whole.nodes[0]!.subProcess.flow.nodes[1]!, whole as unknown as Loose);
  return JSON.stringify(whole);
};
const at = "nodes[0].subProcess.flow.nodes[1]";

test("G19 a flow is read as it was written", () => {
  expect(readFlow(json)).toEqual({ body: flow });
});

test("G19 G157 a whole flow is written as it was read; one of the specification's properties alone has the rest filled in", () => {
  const whole = body([node("s", "start", { to: { next: "k" } }), node("k", "keyNav", { sensitive: true })], {
    collectVariable: [{ type: "number", value: "3", vName: "n", vAlias: "数量" }],
  });
  const read = readFlow(JSON.stringify(whole));
  expect("body" in read && JSON.stringify(read.body)).toBe(JSON.stringify(whole));
  const written = JSON.parse(JSON.stringify(whole)) as Written;
  for (const each of written.nodes[0]!.subProcess.flow.nodes)
    for (const key of ["sensitive", "remark", "config"]) delete each[key];
  for (const key of ["type", "value"]) delete written.collectVariable[0]![key];
  const filled = readFlow(JSON.stringify(written));
  expect(filled).toMatchObject({
    body: {
      nodes: [{ subProcess: { flow: { nodes: [{ nodeId: "s" }, { sensitive: false, remark: "", config: {} }] } } }],
      collectVariable: [{ vName: "n", vAlias: "数量", type: "text", value: "" }],
    },
  });
  const again = readFlow("body" in filled ? JSON.stringify(filled.body) : "");
  expect("body" in again && JSON.stringify(again.body)).toBe("body" in filled && JSON.stringify(filled.body));
});

test("G19 what is not the flow's is refused by its name and place", () => {
  expect(faults("{")).toEqual([": 不是JSON"]);
  expect(faults("null")).toEqual([": 应为对象"]);
  expect(faults(changed((_, whole) => (whole["colour"] = 1)))).toEqual(["colour: 不认识的属性“colour”"]);
  expect(faults(changed((play) => (play["hidden"] = 1)))).toEqual([`${at}.hidden: 不认识的属性“hidden”`]);
  expect(faults(changed((play) => delete play["flowId"]))).toEqual([`${at}.flowId: 缺少`]);
  expect(faults(json.replace('"qaNodes"', '"__proto__":{},"qaNodes"'))).toEqual(["__proto__: 不认识的属性“__proto__”"]);
  expect(faults(changed((play) => (play["config"] = { times: 9 })))).toEqual([
    `${at}.config.times: 节点“p”：播放次数不能大于5`,
  ]);
  expect(faults(changed((play) => (play["config"] = { times: "1", bargin: true })))).toEqual([
    `${at}.config.bargin: 节点“p”：不认识的属性“bargin”`,
    `${at}.config.times: 节点“p”：播放次数应为数字`,
  ]);
});

test("G20 ids, lengths and numbers of things are bounded", () => {
  expect(faults(changed((play) => (play["nodeId"] = "../x")))[0]).toContain(`${at}.nodeId: 编号只能是`);
  expect(faults(changed((play) => (play["nodeName"] = "长".repeat(31))))).toEqual([`${at}.nodeName: 不能超过30个字`]);
  expect(faults(changed((play) => (play["talkings"] = Array.from({ length: 201 }, () => say("a")))))).toEqual([
    `${at}.talkings: 不能超过200项`,
  ]);
  const many = Array.from({ length: 600 }, (_, n) => node(`n${n}`, "end"));
  expect(faults(JSON.stringify(body(many, { subs: { b: many } })))).toEqual(["nodes: 节点不能超过1000个"]);
  expect(faults(`"${"x".repeat(5_000_001)}"`)).toEqual([": 流程内容过大"]);
  expect(faults(changed((play) => (play["talkings"] = Array.from({ length: 100 }, () => 1)))).length).toBe(50);
  expect(faults("[".repeat(100_000))).toEqual([": 不是JSON"]);
});

test("G166 wordings of a node's own for who fails, and where the flow leads whom: read as written, by their values", () => {
  const talking = say("按错了", { skills: { when: "unknown", nth: 1 } });
  const { globals } = flow;
  const led = { ...globals, unknown: { ...globals.unknown, exit: "k" } };
  const own = body([node("s", "start", { to: { next: "k" } }), node("k", "keyNav", { says: [talking] })], {
    globals: led,
  });
  expect(readFlow(JSON.stringify(own))).toEqual({ body: own });
  expect(faults(JSON.stringify(own).replace('"when":"unknown"', '"when":"always"'))).toEqual([
    "nodes[0].subProcess.flow.nodes[1].talkings[0].skills.when: 应为unknown、timeout之一",
  ]);
  expect(faults(JSON.stringify(own).replace('"exit":"k"', '"exit":"一"'))[0]).toContain("globals.unknown.exit");
});
