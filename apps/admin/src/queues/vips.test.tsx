import { assistanceApi, emergencyApi, queueListApi, vipApi } from "@liantai/api/contract/admin";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openTab, signIn } from "../testing/screen.tsx";

const row = {
  id: "v1",
  phone: "13800138000",
  name: "王总",
  priorityMin: 5,
  createdAt: "2026-07-01 09:00:00",
  createdBy: "张建国",
};

test("Q1 贵宾名单 is a view of the queue list; minutes out of range are told at their field, good ones are sent", async () => {
  const server = signIn({ roleType: 1 });
  server.on(assistanceApi.list.path, () => []);
  server.on(emergencyApi.list.path, () => []);
  server.on(queueListApi.list.path, () => ({ at: Date.now(), groups: [], calls: [] }));
  server.on(vipApi.list.path, () => ({ list: [row], total: 1, pageNo: 1, pageSize: 20 }));
  server.on(vipApi.add.path, () => ({ id: "v2" }));
  await openTab("/queuelist");
  await userEvent.click(await screen.findByRole("tab", { name: "贵宾名单" }));
  expect(await screen.findByText("王总")).toBeVisible();
  await userEvent.click(await screen.findByRole("button", { name: /新增/ }));
  const form = within(await screen.findByRole("dialog"));
  await userEvent.type(await form.findByLabelText(/号码/), "13900139000");
  const minutes = await form.findByLabelText(/优先分钟数/);
  await userEvent.clear(minutes);
  await userEvent.type(minutes, "61");
  await userEvent.click(form.getByRole("button", { name: "保存" }));
  expect(await form.findByText(/优先分钟数.*60/)).toBeVisible();
  expect(server.bodies(vipApi.add.path)).toEqual([]);
  await userEvent.clear(minutes);
  await userEvent.type(minutes, "10");
  await userEvent.click(form.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.bodies(vipApi.add.path)).toMatchObject([{ phone: "13900139000", priorityMin: 10 }]),
  );
});
