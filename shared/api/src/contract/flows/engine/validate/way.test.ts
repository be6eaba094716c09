/** What a call meets on its way, through sub-processes and failures. */
import type { FlowNode } from "../flow.ts";
import { body, node } from "../testing/build.ts";
import { and, around, errors, nodes, sound, with_ } from "../testing/sound.ts";
import { validate } from "./index.ts";

test("G159 of an expression the engine's own, fields, first values, and what the same node set before have a value", () => {
  const assign = (...all: readonly (readonly [vName: string, value: string])[]) => ({
    assign: all.map(([vName, value]) => ({ vName, from: "expression", value })),
  });
  const found = (config: Readonly<Record<string, unknown>>) =>
    errors(
      validate(
        sound((all) =>
          and(node("v", "variable", { config, to: { next: "q" } }))(
            with_("t", () => ({ branch: node("t", "timeRoute", { to: { day: "v", else: "x" } }).branch }))(all),
          ),
        ),
        around,
      ),
    ).map(({ rule: name, nodeName, text }) => `${name} ${nodeName} ${text}`);
  const own = "lastKeys + lastError + caller + formData.name + customer.level + hello";
  expect(found(assign(["sum", own], ["card", "sum"]))).toEqual([]);
  expect(found(assign(["card", "sum.size"], ["sum", own]))).toEqual([
    "assigned v 节点“v”：变量“sum”在有的路径上还没有赋值",
  ]);
});

test("G17 a round through the sub-process counts as one where the sub-process waits for nobody", () => {
  const round = (own: readonly FlowNode[]) =>
    body(
      [
        node("s", "start", { to: { next: "j" } }),
        node("j", "jump", { config: { targetId: "sub" }, to: { next: "j" } }),
      ],
      { subs: { sub: own } },
    );
  const quick = [node("ss", "start", { to: { next: "se" } }), node("se", "end")];
  const slow = [
    node("ss", "start", { to: { next: "sp" } }),
    node("sp", "play", { says: ["喂"], to: { next: "se" } }),
    node("se", "end"),
  ];
  expect(errors(validate(round(quick), around)).map(({ rule }) => rule)).toEqual(["loop"]);
  expect(validate(round(slow), around)).toEqual([]);
});

test("G16 what a sub-process assigns counts only if every way out of it does, an exit without a branch included", () => {
  const asks = (tries: Readonly<Record<string, string>>) => [
    node("ss", "start", { to: { next: "sk" } }),
    node("sk", "keyCollect", { says: ["请按"], config: { vName: "off" }, to: { collected: "se", ...tries } }),
    node("se", "end", { config: { result: "good" } }),
    node("sx", "hangup"),
  ];
  const found = (tries: Readonly<Record<string, string>>) =>
    errors(validate(sound(undefined, { nodes: body(nodes, { subs: { sub: asks(tries) } }).nodes }), around)).map(
      ({ rule, nodeName }) => `${rule} ${nodeName}`,
    );
  expect(found({ timeout: "sx", invalid: "sx" })).toEqual([]);
  expect(found({ timeout: "sx" })).toEqual(["assigned p"]);
});
