import { onNotice } from "@liantai/api/client";
import { dialTaskApi, numberListApi } from "@liantai/api/contract/admin";
import { bus } from "@liantai/bus";
import type { FakeServer } from "@liantai/ui/testing";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openTab, page, signIn } from "../../testing/screen.tsx";
import { task } from "../testing/rows.ts";

const buttons = ["add", "update", "delete", "numbers", "toTask"].map((verb) => `numberList.${verb}`);
let server: FakeServer;

async function open() {
  server = signIn({}, { page: "/ivrnumber", buttons });
  server.on(
    numberListApi.list.path,
    page([{ id: "l1", name: "老客户", remark: "", count: 3, createdAt: "2026-11-20 09:00:00", createdBy: "admin" }]),
  );
  await openTab("/ivrnumber");
  await screen.findByText("老客户");
}

test("the columns fit the page at 1280 px", async () => {
  await open();
  const widths = screen
    .getAllByRole("separator")
    .map((separator) => Number(separator.getAttribute("aria-valuenow")))
    .reduce((sum, width) => sum + width, 0);
  expect(widths + 36).toBeLessThanOrEqual(1_046);
});

test("a list goes into a task that is not over", async () => {
  const user = userEvent.setup();
  const notices: string[] = [];
  const end = onNotice(({ title, text }) => notices.push(`${title} ${text ?? ""}`.trim()));
  await open();
  server.on(dialTaskApi.list.path, (asked) =>
    page(
      asked.body.ftype === 4
        ? [task({ taskIdentity: "回访" }), task({ id: "t2", taskIdentity: "完了", state: "stopped" })]
        : [task({ id: "t5", ftype: 5, taskIdentity: "停水" })],
    )(asked),
  );
  server.on(numberListApi.toTask.path, () => ({ id: "j1", msg: "任务已提交" }));
  await user.click(screen.getByRole("button", { name: "加入任务" }));
  const dialog = await screen.findByRole("dialog", { name: "加入任务：老客户" });
  await within(dialog).findByRole("option", { name: "停水（语音通知）" });
  expect(within(dialog).queryByRole("option", { name: /完了/ })).toBeNull();
  await user.click(within(dialog).getByRole("button", { name: "加入" }));
  expect(await within(dialog).findByText("请选择任务", { ignore: "option" })).toBeVisible();
  await user.selectOptions(within(dialog).getByLabelText(/^任务/), "回访（IVR外呼）");
  await user.click(within(dialog).getByRole("button", { name: "加入" }));
  await waitFor(() => expect(server.bodies(numberListApi.toTask.path)).toEqual([{ listId: "l1", taskId: "t1" }]));
  expect(notices).toContain("号码已提交加入任务 任务已提交");
  end();
});

test("numbers of a list are found, and taken out", async () => {
  const user = userEvent.setup();
  await open();
  server.on(numberListApi.phones.path, ({ body }) => ({
    list: [{ id: "n1", phone: body.phone ? "137****0001" : "138****5678", contact: "王芳", variables: {} }],
    ...{ total: 1, pageNo: 1, pageSize: 10, next: null },
  }));
  server.on(numberListApi.phoneDelete.path, () => ({ count: 1 }));
  await user.click(screen.getByRole("button", { name: "号码" }));
  const drawer = await screen.findByRole("dialog", { name: "号码：老客户" });
  expect(await within(drawer).findByText("138****5678")).toBeVisible();
  await user.type(within(drawer).getByLabelText("号码"), "137");
  await user.click(within(drawer).getByRole("button", { name: "查询" }));
  const row = (await within(drawer).findByText("137****0001")).closest("tr")!;
  expect(server.bodies(numberListApi.phones.path).at(-1)).toMatchObject({ listId: "l1", phone: "137" });
  await user.click(within(row).getByRole("checkbox"));
  await user.click(within(drawer).getByRole("button", { name: "删除" }));
  await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "删除" }));
  await waitFor(() => expect(server.bodies(numberListApi.phoneDelete.path)).toEqual([{ listId: "l1", ids: ["n1"] }]));
});

test("the count is asked for again when an import that went on in the background has ended", async () => {
  await open();
  const asked = server.bodies(numberListApi.list.path).length;
  act(() => bus.publish("import.ended", { kind: "blackList" }));
  act(() => bus.publish("import.ended", { kind: "numberList" }));
  await waitFor(() => expect(server.bodies(numberListApi.list.path)).toHaveLength(asked + 1));
});
