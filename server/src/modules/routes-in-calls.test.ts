/** E14: where 时间路由, 地区路由 and 黑名单判断 lead, and what the testers of the console say of the same moment and number. */
import { accessNumApi, appliesAt, blackListApi, timeRuleApi, type WorkingTime } from "@liantai/api/contract/admin";
import { begun, compile, step, type FlowEvent, type FlowState, type Question } from "@liantai/api/flows";
import { body, node } from "@liantai/api/testing/flows";
import { formatTime } from "@liantai/api/contract";
import { silentLogger } from "../testing/index.ts";
import { openOffice, type Office } from "../testing/office.ts";
import { createCallsInFlows, type CallsInFlows } from "./calls-in-flows.ts";
import { sealerOf } from "./system/index.ts";

const compId = "100001";
let office: Office;
let calls: CallsInFlows;
beforeAll(async () => {
  office = await openOffice();
  calls = createCallsInFlows({
    ports: { ...office.ports, logger: silentLogger },
    sealer: sealerOf(Buffer.alloc(32, 3)),
    voice: async () => undefined,
    mayPress: async () => true,
  });
});
afterAll(() => office?.close());

/** The exit by which the node is left in a call from this number; what it asks is answered as in calls. */
async function leftBy(type: string, config: object, exits: readonly string[], caller = "13800138000") {
  const nodes = [
    node("s", "start", { to: { next: "n" } }),
    node("n", type, { config: { ...config }, to: Object.fromEntries(exits.map((exit) => [exit, `to-${exit}`])) }),
    ...exits.map((exit) => node(`to-${exit}`, "hangup")),
  ];
  const program = compile({ flowId: "f", versionId: "v", flowType: 1, body: body(nodes), voice: null });
  let state: FlowState = begun(program, 1);
  const events: FlowEvent[] = [{ type: "begin", vars: { caller, customerNumber: caller } }];
  const answered = async (id: string, ask: Question): Promise<FlowEvent> => {
    const by = { compId, callId: "c", began: 0, flowId: "f", versionId: "v", nodeId: "n", nodeName: "n" };
    const answer = await calls.world.ask({ ...by, caller, key: id, sensitive: false }, ask);
    return { type: "answered", id, answer };
  };
  for (let event = events.shift(); event; event = events.shift()) {
    const { state: next, effects } = step(program, state, event, calls.world.tools);
    state = next;
    for (const effect of effects) if (effect.do === "ask") events.push(await answered(effect.id, effect.ask));
  }
  return state.frames.at(-1)!.node.replace("to-", "");
}

test("E14 a number takes the branch of the place that its tester says", async () => {
  const config = {
    branches: [
      { id: "hz", cities: ["杭州市"] },
      { id: "zj", provinces: ["浙江省"] },
      { id: "sh", provinces: ["上海市"] },
      { id: "gd", provinces: ["广东省"], cities: ["拉萨市"] },
    ],
  };
  const exits = ["hz", "zj", "sh", "gd", "unknown", "else"];
  const numbers = [
    ...["13306530000", "13917000000", "18602000000", "13800138000", "057187654321", "05748888666", "08918888666"],
    ...["02885551234", "4008001234", "1001", "+12025550123"],
  ];
  const taken = new Set<string>();
  for (const phone of numbers) {
    const said = await office.administrator.call(accessNumApi.phoneArea, { body: { phone } });
    const known = said.province !== "" || said.city !== "";
    const branch = config.branches.find(
      ({ provinces = [], cities = [] }: { provinces?: string[]; cities?: string[] }) =>
        cities.includes(said.city) || provinces.includes(said.province),
    );
    const left = await leftBy("areaRoute", config, exits, phone);
    expect([phone, left]).toEqual([phone, known ? (branch?.id ?? "else") : "unknown"]);
    taken.add(left);
  }
  expect([...taken].sort()).toEqual([...exits].sort());
});

test("E14 a number is on a blacklist as long as its tester says so, whole or by its beginning, each list for itself", async () => {
  const { clock } = office.ports;
  const hour = 3_600_000;
  const until = (hours: number) => formatTime(clock.now() + hours * hour);
  const bar = (person: "administrator" | "operator", phone: string, more: object = {}) =>
    office[person].call(blackListApi.add, {
      body: {
        ...{ phone, blackListType: person === "operator" ? 0 : 1, blackListCallType: 2, isPrefix: 0, remark: "" },
        ...{ expiresAt: "", ...more },
      } as never,
    });
  await bar("administrator", "13900000001");
  await bar("administrator", "13900000002", { expiresAt: until(2) });
  await bar("administrator", "1701", { isPrefix: 1, expiresAt: until(5) });
  await bar("operator", "13900000003", { expiresAt: until(3) });
  const numbers = ["13900000001", "13900000002", "17012345678", "13900000003", "13900000004"];
  const types = { system: 0, enterprise: 1, both: undefined } as const;
  const sizes: number[] = [];
  for (let at = 0; at < 4; at++) {
    let contained = 0;
    for (const phone of numbers)
      for (const lists of ["system", "enterprise", "both"] as const) {
        const blackListType = types[lists];
        const asked = { phone, ...(blackListType === undefined ? {} : { blackListType }) };
        const said = await office.administrator.call(blackListApi.check, { body: asked });
        const left = await leftBy("blackList", { lists }, ["contained", "notContained"], phone);
        expect([at, phone, lists, left]).toEqual([at, phone, lists, said.contained ? "contained" : "notContained"]);
        if (said.contained) contained += 1;
      }
    sizes.push(contained);
    await clock.leap(2 * hour);
  }
  // One list after the other lets go: of four numbers, each on one list and on both together.
  expect(sizes).toEqual([8, 6, 4, 2]);
});

// The last: who is signed in is not for a week.
test("E14 the first time rule that its tester says applies is the branch, in a week with a holiday and a special day", async () => {
  const early: WorkingTime = {
    weekly: [{ days: [1, 2, 3, 4, 5], ranges: [{ from: "09:00", to: "12:00" }] }],
    holidays: [{ date: "2026-03-04", name: "假日" }],
    specials: [{ date: "2026-03-07", name: "补班", ranges: [{ from: "10:00", to: "11:00" }] }],
  };
  const late: WorkingTime = {
    weekly: [
      {
        days: [1, 3, 6, 7],
        ranges: [
          { from: "08:00", to: "10:30" },
          { from: "20:00", to: "24:00" },
        ],
      },
    ],
    holidays: [],
    specials: [],
  };
  const add = async (name: string, of: WorkingTime) =>
    (await office.administrator.call(timeRuleApi.add, { body: { name, remark: "", ...of } })).id;
  const rules = { early: await add("早班", early), late: await add("晚班", late) };
  const config = { rules: [{ id: rules.early }, { id: rules.late }] };
  const { clock } = office.ports;
  const seen = new Set<string>();
  for (let hours = 0; hours < 7 * 24; hours += 5) {
    const now = clock.now();
    const said = appliesAt(early, now).applies ? rules.early : appliesAt(late, now).applies ? rules.late : "else";
    expect([formatTime(now), await leftBy("timeRoute", config, [...Object.values(rules), "else"])]).toEqual([
      formatTime(now),
      said,
    ]);
    seen.add(said);
    await clock.leap(5 * 3_600_000);
  }
  expect(seen).toEqual(new Set([...Object.values(rules), "else"]));
});
