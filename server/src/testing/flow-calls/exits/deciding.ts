/** Nodes that decide by themselves where a call goes, and those that end it. */
import { blackListApi, timeRuleApi } from "@liantai/api/contract/admin";
import type { FlowBody } from "@liantai/api/flows";
import { body } from "../drawing.ts";
import { named } from "./draw.ts";
import { once } from "./asking.ts";
import { presses, type ExitCase, type World } from "./exit-case.ts";

/** The flow that others lead over to. */
export const otherFlow: FlowBody = body([
  named("other-start", "start", { to: { next: "other-end" } }),
  named("other-end", "hangup"),
]);

const always = [{ days: [1, 2, 3, 4, 5, 6, 7], ranges: [{ from: "00:00", to: "24:00" }] }];
const barred = "95001";

const branching = ({ short }: World): readonly ExitCase[] => [
  {
    ...{ id: "condition", type: "condition", asks: true },
    config: { rules: [{ id: "one", rows: [{ variable: "typed", value: "1" }] }] },
    exits: { one: { typed: "1" }, else: { typed: "2" } },
  },
  {
    ...{ id: "variable", type: "variable", asks: true, variables: ["reckoned"] },
    config: { assign: [{ vName: "reckoned", from: "expression", value: "int(typed) + 1" }] },
    exits: { next: { typed: "1" }, error: { typed: "*" } },
  },
  {
    ...{ id: "loop", type: "loop", config: { limit: 1 } },
    targets: {
      again: named("loop-round", "keyNav", {
        says: [short()],
        config: { ...once, keys: ["1"] },
        to: { "key-1": "loop" },
      }),
    },
    exits: {
      again: { path: ["loop-round"] },
      over: { does: presses("1"), path: ["loop-round", "loop", "loop-to-over"] },
    },
  },
  // No node leads to it: what fails and has no exit does.
  {
    ...{ id: "exception", type: "exception", variables: ["failing"] },
    before: [
      named("exception-fails", "variable", {
        config: { assign: [{ vName: "failing", from: "expression", value: 'int(which + "x")' }] },
        to: { next: "nowhere" },
      }),
    ],
    exits: { next: {} },
  },
];

const jumping = (otherId: string): readonly ExitCase[] => [
  {
    ...{ id: "jump", type: "jump", asks: true, config: { targetId: "sub", results: ["good"] } },
    subs: {
      sub: [
        named("sub-start", "start", { to: { next: "sub-check" } }),
        named("sub-check", "condition", {
          config: { rules: [{ id: "one", rows: [{ variable: "typed", value: "1" }] }] },
          to: { one: "sub-good", else: "sub-other" },
        }),
        named("sub-good", "end", { config: { result: "good" } }),
        named("sub-other", "end"),
      ],
    },
    exits: {
      good: { typed: "1", path: ["sub-start", "sub-check", "sub-good", "jump-to-good"] },
      next: { typed: "2", path: ["sub-start", "sub-check", "sub-other", "jump-to-next"] },
    },
  },
  {
    ...{ id: "jumpNode", type: "jump", config: { to: "node", targetId: "jumpNode-there" } },
    more: [named("jumpNode-there", "hangup")],
    exits: {},
    ways: { node: { path: ["jumpNode-there"] } },
  },
  {
    ...{ id: "jumpFlow", type: "jump", config: { to: "flow", targetId: otherId } },
    exits: {},
    ways: { flow: { path: ["other-start", "other-end"] } },
  },
  {
    ...{ id: "ivrRoute", type: "ivrRoute", asks: true },
    config: { value: "${typed}", rows: [{ value: "1", flowId: otherId }] },
    exits: { else: { typed: "2" } },
    ways: { row: { typed: "1", path: ["other-start", "other-end"] } },
  },
];

async function knowing({ studio }: World): Promise<readonly ExitCase[]> {
  const own = { name: "出口用时间", remark: "", weekly: always, holidays: [], specials: [] };
  const { id } = await studio.admin.post<{ id: string }>(timeRuleApi.add.path, own);
  const rule = (weekly: typeof always) => () => studio.admin.post(timeRuleApi.update.path, { id, ...own, weekly });
  await studio.admin.post(blackListApi.add.path, {
    ...{ blackListType: 1, phone: barred, isPrefix: 0, blackListCallType: 2, remark: "" },
  });
  return [
    {
      ...{ id: "timeRoute", type: "timeRoute", config: { rules: [{ id }] } },
      exits: { [id]: { before: rule(always) }, else: { before: rule([]) } },
    },
    {
      ...{ id: "areaRoute", type: "areaRoute" },
      config: { branches: [{ id: "near", name: "北京", provinces: ["北京市"] }] },
      exits: { near: { phone: "01062345678" }, else: { phone: "057188886666" }, unknown: { phone: "95123" } },
    },
    {
      ...{ id: "blackList", type: "blackList", asks: true, config: { number: "${typed}", lists: "enterprise" } },
      exits: { contained: { typed: barred }, notContained: { typed: "95002" } },
    },
  ];
}

export async function deciding(world: World): Promise<readonly ExitCase[]> {
  const otherId = await world.studio.flow(otherFlow);
  return [
    ...branching(world),
    ...jumping(otherId),
    ...(await knowing(world)),
    { id: "end", type: "end", exits: {}, ways: { end: { path: [] } } },
    { id: "hangup", type: "hangup", says: [world.short()], exits: {}, ways: { end: { path: [] } } },
  ];
}
