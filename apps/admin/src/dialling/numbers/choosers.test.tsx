/** What the numbers of a task are found by, where there is more of it than a list shows. */
import { opened, store } from "@liantai/api/client";
import { taskButton, taskPages, type TaskType } from "@liantai/api/contract/admin";
import { pressItem, type FakeServer } from "@liantai/ui/testing";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { panes } from "../../panes.ts";
import { Root } from "../../root.tsx";
import { openTab, page, signIn } from "../../testing/screen.tsx";
import { counters, furnish, paths, phone, task } from "../testing/rows.ts";

let server: FakeServer;

const batch = (batchNumber: string) => ({
  ...{ id: batchNumber, batchNumber, source: "import", fileName: "", count: 1, succeed: 1, failing: 0, repetition: 0 },
  ...{ blackList: 0, done: 0, answered: 0, failedFileId: null, createdAt: "2026-11-20 09:00:00", createdBy: "" },
});
/** The newest of 201, and one that is older. */
const batches = ({ body }: { readonly body: Record<string, unknown> }) => {
  const of = (list: readonly object[], total: number) => ({ list, total, pageNo: 1, pageSize: 200 });
  if (!body["batchNumber"]) return of([batch("20261120-201")], 201);
  return body["batchNumber"] === "1101" ? of([batch("20261101-001")], 1) : of([], 0);
};

function start(ftype: TaskType) {
  server = signIn({}, { page: taskPages[ftype].list, buttons: [taskButton(ftype, "start")] });
  furnish(server);
  const of = task({ ftype });
  server.on(paths.list, page([of]));
  server.on(paths.find, () => of);
  server.on(paths.progress, () => [{ id: "t1", state: "running", waitsFor: "", joined: 2, progress: counters() }]);
  server.on(paths.numbers, () => ({ list: [phone()], total: 1, pageNo: 1, pageSize: 10, more: false, next: null }));
  server.on(paths.batches, batches);
}

async function showNumbers(ftype: TaskType) {
  const { numbers } = taskPages[ftype];
  await panes[numbers]?.();
  await act(async () => void store.dispatch(opened({ to: numbers, params: { taskId: "t1" } })));
  render(<Root />);
  await screen.findByText("138****5678");
}

test("a batch that is older than those listed is looked up on the server, and chosen; the question waits for 查询", async () => {
  const user = userEvent.setup();
  start(4);
  await showNumbers(4);
  const find = await screen.findByLabelText("查找批次");
  const asked = server.bodies(paths.numbers).length;
  await user.type(find, "没有{Enter}");
  expect(await screen.findByText("没有符合条件的批次")).toBeVisible();
  await user.clear(find);
  await user.type(find, "1101");
  // It takes the word of an input method, and looks for nothing.
  fireEvent.keyDown(find, { key: "Enter", isComposing: true });
  expect(screen.getByText("没有符合条件的批次")).toBeVisible();
  await user.type(find, "{Enter}");
  await waitFor(() => expect(screen.getByLabelText("批次")).toHaveValue("20261101-001"));
  expect(server.bodies(paths.numbers)).toHaveLength(asked);
  await user.click(screen.getByRole("button", { name: "查询" }));
  await waitFor(() => expect(server.bodies(paths.numbers).at(-1)).toMatchObject({ batchNumber: "20261101-001" }));
  await user.selectOptions(screen.getByLabelText("批次"), "20261120-201");
});

test("重呼 takes an older batch, too", async () => {
  const user = userEvent.setup();
  start(4);
  await openTab(taskPages[4].list);
  await user.click(await screen.findByRole("button", { name: "更多" }));
  await pressItem(user, "重呼");
  const dialog = within(await screen.findByRole("dialog", { name: "重呼：十一月回访" }));
  server.on(paths.recall, () => ({ count: 1, held: 0 }));
  await user.type(await dialog.findByLabelText("查找批次"), "1101{Enter}");
  await waitFor(() => expect(dialog.getByLabelText("批次")).toHaveValue("20261101-001"));
  expect(server.bodies(paths.recall)).toEqual([]);
  await user.click(dialog.getAllByRole("checkbox")[0]!);
  await user.click(dialog.getByRole("button", { name: "重呼" }));
  await waitFor(() => expect(server.bodies(paths.recall)).toMatchObject([{ id: "t1", batchNumber: "20261101-001" }]));
});

test("意向等级 offers what the task's own rule names", async () => {
  const user = userEvent.setup();
  start(1);
  server.on(paths.levels, () => ["高意向", "已成交"]);
  await showNumbers(1);
  const level = screen.getByLabelText("意向等级");
  await waitFor(() =>
    expect([...level.querySelectorAll("option")].map((o) => o.textContent)).toEqual(["全部", "高意向", "已成交"]),
  );
  expect(server.bodies(paths.levels)).toEqual([{ taskId: "t1" }]);
  await user.selectOptions(level, "已成交");
  await user.click(screen.getByRole("button", { name: "查询" }));
  await waitFor(() => expect(server.bodies(paths.numbers).at(-1)).toMatchObject({ level: "已成交" }));
});
