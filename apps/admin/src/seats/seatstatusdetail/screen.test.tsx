import { agentGroupApi, businessPurviewApi, seatStatusApi, statusDetailApi } from "@liantai/api/contract/admin";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { group, seatStatus } from "../../testing/seats.ts";
import { openTab, page, signIn } from "../../testing/screen.tsx";

const row = {
  agentId: "1001",
  seq: 7,
  agentName: "李晓雯",
  groupName: "客服部",
  code: 2,
  statusName: "休息",
  from: "2026-01-05 09:00:00",
  to: "2026-01-05 09:12:30",
  reason: "byAgent",
  seconds: 750,
  callId: null,
};
const call = { ...row, seq: 8, code: 8, statusName: null, to: null, reason: "answered", seconds: 5, callId: "c1" };

function serve() {
  const server = signIn();
  server.on(agentGroupApi.list.path, page([group()]));
  server.on(seatStatusApi.list.path, page([seatStatus()]));
  server.on(businessPurviewApi.selectByRoleId.path, () => [{ key: "export", value: 1 }]);
  server.on(statusDetailApi.list.path, page([call, row]));
  server.on(statusDetailApi.day.path, ({ body }) =>
    (body as { day: string }).day === "2026-01-05"
      ? [
          { code: 1, statusName: null, from: "2026-01-05 08:00:00", to: "2026-01-05 09:00:00", reason: "signIn" },
          { code: 2, statusName: "休息", from: "2026-01-05 09:00:00", to: "2026-01-06 00:00:00", reason: "byAgent" },
        ]
      : [],
  );
  server.on(statusDetailApi.export.path, () => ({ id: "j", msg: "任务已提交" }));
  return server;
}

test("rows say state, length and reason in words; filters and export ask for the same", async () => {
  const user = userEvent.setup();
  const server = serve();
  await openTab("/seatstatusdetail");
  expect(await screen.findByText("坐席操作")).toBeVisible();
  const [, ...rows] = screen.getAllByRole("row");
  expect(within(rows[1]!).getByText("休息")).toBeVisible();
  expect(within(rows[1]!).getByText("12:30")).toBeVisible();
  expect(within(rows[0]!).getByText("持续中")).toBeVisible();
  await user.selectOptions(screen.getByLabelText("状态"), "忙碌");
  await user.selectOptions(screen.getByLabelText("自定义状态"), await screen.findByRole("option", { name: "休息" }));
  await user.click(screen.getByRole("button", { name: "查询" }));
  await waitFor(() =>
    expect(server.bodies(statusDetailApi.list.path).at(-1)).toMatchObject({ code: "2", customStatusId: "s1" }),
  );
  await user.click(await screen.findByRole("button", { name: "导出" }));
  await waitFor(() =>
    expect(server.bodies(statusDetailApi.export.path)[0]).toMatchObject({ code: "2", customStatusId: "s1" }),
  );
});

test("a row's day is a timeline to midnight, and the day before it another", async () => {
  const user = userEvent.setup();
  const server = serve();
  await openTab("/seatstatusdetail");
  await user.click((await screen.findAllByRole("button", { name: "时间线" }))[0]!);
  expect(await screen.findByRole("img", { name: "2026-01-05 状态：休息15:00:00，空闲1:00:00" })).toBeVisible();
  expect(screen.getByText("24:00:00")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "前一天" }));
  expect(await screen.findByText("这一天没有状态记录")).toBeVisible();
  expect(server.bodies(statusDetailApi.day.path).at(-1)).toEqual({ agentId: "1001", day: "2026-01-04" });
});
