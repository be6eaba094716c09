import { onNotice } from "@liantai/api/client";
import { importJobApi } from "@liantai/api/contract/parts";
import { taskButton, taskPages, type TaskType } from "@liantai/api/contract/admin";
import type { FakeServer } from "@liantai/ui/testing";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openTab, page, signIn } from "../../testing/screen.tsx";
import { furnish, paths, task } from "../testing/rows.ts";

const result = {
  ...{ total: 100, succeed: 90, failing: 2, repetition: 5, blackList: 3, failedFileId: "x1", password: null },
  errors: [{ row: 7, field: "号码", message: "号码格式不正确" }],
};
/** A workbook by its first bytes. */
const xlsx = () => new File([new Uint8Array([0x50, 0x4b, 3, 4])], "名单.xlsx");

let server: FakeServer;
let notices: string[];
let end: () => void;

beforeEach(() => {
  notices = [];
  end = onNotice(({ title, text }) => notices.push(`${title} ${text ?? ""}`.trim()));
  // What nobody heard before is told to whom comes first.
  notices.length = 0;
});
afterEach(() => end());

async function check(ftype: TaskType) {
  const user = userEvent.setup();
  server = signIn({}, { page: taskPages[ftype].list, buttons: [taskButton(ftype, "numbers")] });
  furnish(server);
  server.on(paths.list, page([task({ ftype })]));
  server.on(importJobApi.open.path, () => null);
  server.on(paths.check, () => ({ ...result, token: "k1" }));
  server.on(paths.save, () => result);
  await openTab(taskPages[ftype].list);
  await user.click(await screen.findByRole("button", { name: "导入号码" }));
  const dialog = await screen.findByRole("dialog", { name: "导入号码：十一月回访" });
  await user.upload(within(dialog).getByLabelText("选择文件"), xlsx());
  await within(dialog).findByText(/名单\.xlsx/);
  await user.click(within(dialog).getByRole("button", { name: "校验" }));
  expect(await within(dialog).findByRole("status")).toHaveTextContent(
    "校验完成，尚未保存：成功 90，失败 2，重复 5，黑名单 3，总数 100。",
  );
  expect(within(dialog).getByText("号码格式不正确")).toBeVisible();
  expect(within(dialog).getByRole("button", { name: "下载失败数据" })).toBeEnabled();
  expect(server.bodies(paths.save)).toEqual([]);
  await user.click(within(dialog).getByRole("button", { name: "保存 90 行" }));
  await waitFor(() => expect(server.bodies(paths.save)).toEqual([{ taskId: "t1", token: "k1" }]));
}

test("numbers are looked at, then saved; the four counts and the total stand in the dialog", async () => {
  await check(3);
  expect(await screen.findByText("导入完成：成功 90，失败 2，重复 5，黑名单 3，总数 100。")).toBeVisible();
  expect(notices).toEqual([]);
});

test("of IVR tasks no result stands open: a line says it", async () => {
  await check(4);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(notices).toEqual(["号码已导入 导入完成：成功 90，失败 2，重复 5，黑名单 3，总数 100。"]);
});
