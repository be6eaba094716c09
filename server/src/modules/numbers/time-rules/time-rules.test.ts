import { timeRuleApi } from "@liantai/api/contract/admin";
import { openOffice, refused, type Office, type Person } from "../../../testing/office.ts";
import { demoEnterprise, demoHours } from "../../system/index.ts";
import { statutoryDays } from "./statutory.ts";

let office: Office;
/** An operator inside the enterprise may press what its administrator may. */
let administrator: Person;
beforeAll(async () => {
  office = await openOffice();
  administrator = await office.enter(demoEnterprise.compId);
});
afterAll(() => office.close());

const rule = (name: string) => ({
  name,
  remark: "",
  weekly: [
    {
      days: [1, 2, 3, 4, 5],
      ranges: [
        { from: "09:00", to: "12:00" },
        { from: "13:00", to: "18:00" },
      ],
    },
  ],
  holidays: [
    { date: "2026-10-01", name: "国庆节" },
    { date: "2026-01-01", name: "元旦" },
  ],
  specials: [{ date: "2026-10-10", name: "国庆节调休", ranges: [{ from: "09:00", to: "18:00" }] }],
});
/** Beside that of the demonstration. */
const list = async () => {
  const { list: all } = await administrator.call(timeRuleApi.list, { body: { pageNo: 1, pageSize: 9_999 } });
  return all.filter(({ name }) => name !== demoHours.name);
};

test("kept whole, in order of the calendar, changed, deleted", async () => {
  const { id } = await administrator.call(timeRuleApi.add, { body: rule("白班") });
  const [row] = await list();
  expect(row).toEqual({
    id,
    ...rule("白班"),
    holidays: [
      { date: "2026-01-01", name: "元旦" },
      { date: "2026-10-01", name: "国庆节" },
    ],
    usedBy: [],
  });
  expect((await refused(administrator.call(timeRuleApi.add, { body: rule("白班") }))).fields).toMatchObject([
    { path: "name", message: "规则名称已存在" },
  ]);
  await administrator.call(timeRuleApi.update, { body: { id, ...rule("日班") } });
  expect((await list()).map((r) => r.name)).toEqual(["日班"]);
  expect((await refused(administrator.call(timeRuleApi.update, { body: { id: "none", ...rule("夜班") } }))).msg).toBe(
    "时间规则不存在或已被删除",
  );
  const both = await Promise.allSettled([1, 2].map(() => administrator.call(timeRuleApi.add, { body: rule("夜班") })));
  expect(both.filter((r) => r.status === "fulfilled")).toHaveLength(1);
  expect(await administrator.call(timeRuleApi.delete, { body: { ids: (await list()).map((r) => r.id) } })).toEqual({
    count: 2,
  });
  expect(
    (
      await office.ports.database.system((trx) =>
        trx.selectFrom("operation_log").select("action").where("object", "=", "timeRule").orderBy("id").execute(),
      )
    ).map((l) => l.action),
  ).toEqual(["add", "update", "add", "delete", "delete"]);
});

test("holidays and make-up days of 2026; a year not announced is refused", async () => {
  const { holidays, workdays } = await administrator.call(timeRuleApi.statutory, { body: { year: 2026 } });
  expect(holidays).toContainEqual({ date: "2026-10-01", name: "国庆节" });
  expect(holidays).toContainEqual({ date: "2026-01-01", name: "元旦" });
  expect(workdays).toContainEqual({ date: "2026-10-10", name: "国庆节" });
  for (const { date } of workdays) expect([0, 6]).toContain(new Date(`${date}T00:00:00Z`).getUTCDay());
  expect((await refused(administrator.call(timeRuleApi.statutory, { body: { year: 2099 } }))).msg).toBe(
    "2099年的法定节假日安排尚未收录，请手动设置",
  );
  expect(statutoryDays(2025)!.holidays.length).toBeGreaterThan(20);
});
