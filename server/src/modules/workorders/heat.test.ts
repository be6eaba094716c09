/** W64: where the time of a flow's orders goes. The truth is counted by hand from a day with its lunch. */
import { businessPurviewApi, timeRuleApi } from "@liantai/api/contract/admin";
import { flowHeatApi, formStreamApi, heatFormulas, workFlowApi } from "@liantai/api/contract/work-orders";
import { createVirtualClock } from "../../testing/index.ts";
import { openOffice, refused, type Office } from "../../testing/office.ts";
import { flowOf, openFloor, task, type Floor } from "./testing/floor.ts";

const minute = 60_000;
const compId = "100001";
let office: Office;
let floor: Floor;
let flowId: string;
const ids: Record<string, string> = {};
const day = { startTime: "2026-11-20", endTime: "2026-11-20" };

/** A Friday; everything below happens on it. */
const to = async (time: string): Promise<void> => {
  const { clock } = office.ports;
  await clock.advance(Date.parse(`2026-11-20T${time}:00+08:00`) - clock.now());
};
const make = async (name: string, level: string, who: "1001" | "admin" = "1001"): Promise<void> => {
  const body = { flowId, title: name, values: { level }, submit: true };
  ids[name] = (await floor.people[who].call(formStreamApi.create, { body })).id;
};
const step = (
  who: "1001" | "1002" | "1003",
  name: string,
  command: "claim" | "approve" | "returnPrevious" | "suspend" | "resume" | "complete",
) => floor.handle(floor.people[who], ids[name]!, command, command === "suspend" ? { text: "等配件" } : {});
const heat = async (more: object = {}) => {
  const { nodes, ...rest } = await floor.people.admin.call(flowHeatApi.heat, { body: { id: flowId, ...day, ...more } });
  const inMinutes = (ms: number | null) => (ms === null ? null : ms / minute);
  return {
    ...rest,
    nodes: nodes.map(({ name, gone, now, stays, median, p90 }) => [
      ...[name, gone, now, stays, inMinutes(median), inMinutes(p90)],
    ]),
  };
};
const behind = async (node: string, which: "now" | "stays") => {
  const body = { id: flowId, ...day, nodeId: node, which };
  const { total, list } = await floor.people.admin.call(flowHeatApi.heatOrders, { body });
  return [total, list.map(({ title, ms, enterTime, leaveTime }) => [title, ms / minute, enterTime, leaveTime])];
};

beforeAll(async () => {
  office = await openOffice({ clock: createVirtualClock(Date.parse("2026-11-20T11:30:00+08:00")) });
  floor = await openFloor(office);
  const ranges = [
    { from: "09:00", to: "12:00" },
    { from: "13:00", to: "18:00" },
  ];
  const rule = await floor.people.admin.call(timeRuleApi.add, {
    body: { name: "行政班", remark: "", weekly: [{ days: [1, 2, 3, 4, 5], ranges }], holidays: [], specials: [] },
  });
  flowId = await floor.flow("耗时", { ...flowOf(floor.groupId), timeRuleId: rule.id });
  await floor.create(floor.people["1001"], await floor.flow("别的流程", flowOf(floor.groupId)));
  for (const [name, level] of [
    ["甲", "urgent"],
    ["乙", ""],
    ["丙", ""],
  ] as const) {
    await make(name, level);
    await step("1003", name, "claim");
  }
  await to("13:00");
  await make("丁", "");
  await make("戊", "urgent");
  await step("1003", "戊", "claim");
  await to("13:05");
  await step("1003", "戊", "approve");
  await to("13:10");
  await step("1003", "甲", "approve");
  await step("1002", "戊", "returnPrevious");
  await to("13:20");
  await step("1003", "乙", "approve");
  await step("1002", "甲", "suspend");
  await to("13:40");
  await step("1003", "丙", "approve");
  await to("13:50");
  await step("1002", "甲", "resume");
  await to("14:00");
  await step("1002", "甲", "complete");
}, 120_000);
afterAll(() => office?.close());

test("W64 of each node: who is there now, how often one left, and the middle and the ninth of ten of the working time", async () => {
  // 受理 40 (甲, without lunch), 50 (乙), 70 (丙), 5 (戊, which came back); 处理 20 (甲, without half an hour suspended), 5 (戊).
  expect(await heat()).toEqual({
    ...{ timeRule: "行政班", cut: false },
    nodes: [
      ["受理", false, 2, 4, 40, 70],
      ["处理", false, 0, 2, 5, 20],
    ],
  });
  // Nothing ended on the day before; what is there now is there whichever time is asked for.
  expect((await heat({ startTime: "2026-11-01", endTime: "2026-11-19" })).nodes).toEqual([
    ["受理", false, 2, 0, null, null],
    ["处理", false, 0, 0, null, null],
  ]);
  expect(heatFormulas.p90(4)).toBe("P90用时：4次停留按用时从短到长排列，取第4个（4×90%，向上取整）");
  expect(heatFormulas.median(4)).toContain("取第2个");
});

test("W64 the orders behind a figure, the longest first", async () => {
  expect(await behind("受理", "stays")).toEqual([
    4,
    [
      ["丙", 70, "2026-11-20 11:30:00", "2026-11-20 13:40:00"],
      ["乙", 50, "2026-11-20 11:30:00", "2026-11-20 13:20:00"],
      ["甲", 40, "2026-11-20 11:30:00", "2026-11-20 13:10:00"],
      ["戊", 5, "2026-11-20 13:00:00", "2026-11-20 13:05:00"],
    ],
  ]);
  expect(await behind("受理", "now")).toEqual([
    2,
    [
      ["丁", 60, "2026-11-20 13:00:00", ""],
      ["戊", 50, "2026-11-20 13:10:00", ""],
    ],
  ]);
  expect(await behind("处理", "now")).toEqual([0, []]);
});

test("W64 a node that the newest version has no more stands at the end; a time that is none is refused", async () => {
  const { versions, update, publish } = workFlowApi;
  const { flow, draft } = await floor.people.admin.call(versions, { body: { id: flowId } });
  const without = {
    ...draft,
    nodes: [...draft.nodes.filter(({ id }) => id !== "处理" && id !== "which"), task("复核", { by: "creator" })],
    edges: [
      { id: "1", from: "start", to: "受理" },
      { id: "2", from: "受理", to: "复核" },
      { id: "3", from: "复核", to: "end" },
    ],
  };
  const { name, formId } = flow;
  await floor.people.admin.call(update, { body: { id: flowId, name, formId, definition: without } });
  await floor.people.admin.call(publish, { body: { id: flowId } });
  expect((await heat()).nodes).toEqual([
    ["受理", false, 2, 4, 40, 70],
    ["复核", false, 0, 0, null, null],
    ["处理", true, 0, 2, 5, 20],
  ]);
  const attempt = (more: object) =>
    refused(floor.people.admin.call(flowHeatApi.heat, { body: { id: flowId, ...day, ...more } }));
  expect(await attempt({ endTime: "2026-11-19" })).toMatchObject({
    fields: [{ path: "endTime", message: "结束日期不能早于开始日期" }],
  });
  expect(await attempt({ startTime: "2025-11-01" })).toMatchObject({ fields: [{ message: "最多统计366天" }] });
  expect(await attempt({ startTime: "2026-02-30" })).toMatchObject({ code: 400 });
  expect(await attempt({ id: "none" })).toMatchObject({ code: 404 });
});

test("W64 events of before say the node by its name, and count the same", async () => {
  await office.ports.database.tenant(compId, async (trx) => {
    const row = await trx.selectFrom("work_order").selectAll().where("id", "=", ids["乙"]!).executeTakeFirstOrThrow();
    const old = { id: "old", recordId: "old", workCode: "old", body: JSON.stringify(row.body) };
    await trx
      .insertInto("work_order")
      .values({ ...row, ...old })
      .execute();
    const events = await trx.selectFrom("event").selectAll().where("streamId", "=", ids["乙"]!).execute();
    for (const event of events) {
      const { nodeId, ...after } = event.data["after"] as Record<string, unknown>;
      expect(nodeId).toEqual(expect.any(String));
      const data = JSON.stringify({ ...event.data, after });
      await trx
        .insertInto("event")
        .values({ ...event, streamId: "old", data })
        .execute();
    }
  });
  // 5, 40, 50, 50 and 70.
  expect((await heat()).nodes[0]).toEqual(["受理", false, 2, 5, 50, 70]);
});

test("W64 whose role sees less counts less", async () => {
  await make("己", "", "admin");
  const { id: roleId } = await office.ports.database.system((trx) =>
    trx
      .selectFrom("role")
      .select("id")
      .where("compId", "=", compId)
      .where("roleType", "=", 1)
      .executeTakeFirstOrThrow(),
  );
  await office.operator.call(businessPurviewApi.addOrUpdateBatch, {
    body: { compId, roleId, items: [{ key: "dataAll", value: 0 }] },
  });
  expect((await heat()).nodes).toEqual([
    ["受理", false, 1, 0, null, null],
    ["复核", false, 0, 0, null, null],
  ]);
  expect(await behind("受理", "now")).toEqual([1, [["己", 0, "2026-11-20 14:00:00", ""]]]);
});
