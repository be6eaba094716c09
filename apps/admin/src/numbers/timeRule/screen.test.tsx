import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openTab, startOver } from "../../testing/screen.tsx";
import type { FakeServer } from "@liantai/ui/testing";

const prefix = "/pbx/api/v1/timeRule";
const rule = {
  id: "t1",
  name: "白班",
  remark: "",
  weekly: [{ days: [1, 2, 3, 4, 5], ranges: [{ from: "09:00", to: "18:00" }] }],
  holidays: [],
  specials: [{ date: "2026-11-28", name: "大促", ranges: [{ from: "10:00", to: "16:00" }] }],
  usedBy: ["4001"],
};
let server: FakeServer;
const bodies = (path: string) => server.bodies(`${prefix}${path}`);

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse("2026-11-20T10:00:00+08:00"), advanceTimers: true });
  server = startOver();
  server.on(`${prefix}/list`, ({ body }) => ({ list: [rule], total: 1, pageNo: body.pageNo, pageSize: body.pageSize }));
  server.on(`${prefix}/update`, () => null);
  server.on(`${prefix}/statutory`, () => ({
    year: 2026,
    holidays: [
      { date: "2026-11-27", name: "国庆节" },
      { date: "2026-11-28", name: "国庆节" },
    ],
    workdays: [{ date: "2026-11-29", name: "国庆节" }],
  }));
});
afterEach(() => jest.useRealTimers());

async function edit() {
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  await openTab("/timeRule");
  await user.click(await screen.findByRole("button", { name: "编辑" }));
  return user;
}
const day = (date: string) => screen.getByRole("gridcell", { name: new RegExp(`^${date}`) });

test("the list says hours, days and whether it is working time now", async () => {
  await openTab("/timeRule");
  expect(await screen.findByText("周一至周五 09:00-18:00")).toBeVisible();
  expect(screen.getByText("工作时间")).toBeVisible();
  expect(screen.getByText("4001")).toBeVisible();
});

test("the month shows what each day is; a press makes a day a holiday; the arrows walk; it is sent as a whole", async () => {
  const user = await edit();
  expect(screen.getByRole("grid", { name: "2026年11月" })).toBeVisible();
  expect(day("2026-11-20")).toHaveAccessibleName("2026-11-20 班 09:00-18:00");
  expect(day("2026-11-28")).toHaveAccessibleName("2026-11-28 特 大促");
  await user.click(day("2026-11-20"));
  await user.click(screen.getByRole("button", { name: "节假日（全天休息）" }));
  await user.type(screen.getByLabelText("节假日名称"), "店庆");
  expect(day("2026-11-20")).toHaveAccessibleName("2026-11-20 休 店庆");
  act(() => day("2026-11-20").focus());
  await user.keyboard("{ArrowDown}{ArrowDown}");
  expect(await screen.findByRole("grid", { name: "2026年12月" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(bodies("/update")).toEqual([
      {
        id: "t1",
        name: "白班",
        remark: "",
        weekly: rule.weekly,
        holidays: [{ date: "2026-11-20", name: "店庆" }],
        specials: rule.specials,
      },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole("grid")).toBeNull());
});

test("statutory days are filled in, days set by hand stay, and the tester follows", async () => {
  const user = await edit();
  await user.click(screen.getByRole("button", { name: "填入2026年法定节假日与调休" }));
  await waitFor(() => expect(day("2026-11-27")).toHaveAccessibleName("2026-11-27 休 国庆节"));
  expect(day("2026-11-28")).toHaveAccessibleName("2026-11-28 特 大促");
  expect(day("2026-11-29")).toHaveAccessibleName("2026-11-29 特 国庆节调休");
  await user.type(screen.getByLabelText("测试时间（不填为现在）"), "2026-11-29 10:00");
  expect(await screen.findByText("2026-11-29 周日 10:00：特殊日（国庆节调休） 09:00-18:00")).toBeVisible();
});

test("ranges that overlap are refused beside themselves and nothing is sent", async () => {
  const user = await edit();
  const weekly = screen.getByRole("group", { name: "工作日" });
  await user.click(within(weekly).getByRole("button", { name: "时段" }));
  await user.type(within(weekly).getByLabelText(/^开始时间2/), "17:00");
  await user.type(within(weekly).getByLabelText(/^结束时间2/), "20:00");
  await user.click(screen.getByRole("button", { name: "保存" }));
  expect(await screen.findByText("时段之间有重叠")).toBeVisible();
  expect(bodies("/update")).toEqual([]);
});
