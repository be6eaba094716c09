/** 批量跳转: where orders of several versions of flows may go together. */
import { opened, store } from "@liantai/api/client";
import { formStreamApi } from "@liantai/api/contract/work-orders";
import { page, type FakeServer } from "@liantai/ui/testing";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Root } from "../root.tsx";
import { found, order, ordersServer, pooled } from "./testing/fixtures.ts";

let server: FakeServer;
let user: ReturnType<typeof userEvent.setup>;
beforeEach(() => {
  user = userEvent.setup();
  server = ordersServer();
});

async function jumping(second: object) {
  const line = { values: {}, source: "manual", targets: [] };
  server.on(
    formStreamApi.list.path,
    page([
      { ...order, ...line },
      { ...pooled, ...line, ...second },
    ]),
  );
  render(<Root />);
  await act(async () => void store.dispatch(opened({ to: "/workorderinformation" })));
  await screen.findByRole("cell", { name: "宽带不通" });
  await user.click(screen.getByRole("checkbox", { name: "选择本页" }));
  await user.click(screen.getByRole("button", { name: "批量跳转" }));
  return within(await screen.findByRole("dialog", { name: "批量跳转（2个）" }));
}
const nodesIn = (dialog: Pick<typeof screen, "getByLabelText">) =>
  [...dialog.getByLabelText<HTMLSelectElement>(/^节点/).options]
    .filter(({ value }) => value !== "")
    .map(({ text }) => text);

test("of one version all nodes are listed, and nothing is said of others", async () => {
  const dialog = await jumping({});
  await waitFor(() => expect(nodesIn(dialog)).toEqual(["受理", "处理", "结束"]));
  expect(dialog.getByText("跳转到结束节点即强制结束工单。")).toBeVisible();
  expect(server.bodies(formStreamApi.find.path)).toEqual([{ id: "o2" }]);
});

test("of several versions those are listed that each has, and it is said that they differ", async () => {
  const newer = found.nodes.filter(({ id }) => id !== "do");
  server.on(formStreamApi.find.path, ({ body }) => (body["id"] === "o2" ? { ...found, nodes: newer } : found));
  server.on(formStreamApi.jumpOrCompleteBatch.path, () => ({ succeed: 2, failing: 0, list: [] }));
  const dialog = await jumping({ flowVersion: 2 });
  await waitFor(() => expect(nodesIn(dialog)).toEqual(["受理", "结束"]));
  expect(dialog.getByText(/^选中的工单分属2个流程版本，只列出共有的节点。/)).toBeVisible();
  await user.selectOptions(dialog.getByLabelText(/^节点/), "受理");
  await user.click(dialog.getByRole("button", { name: "跳转" }));
  await waitFor(() =>
    expect(server.bodies(formStreamApi.jumpOrCompleteBatch.path)).toMatchObject([
      { ids: ["o1", "o2"], nodeId: "work" },
    ]),
  );
});

test("of flows without a node in common it says so", async () => {
  const others = [{ id: "x", name: "回访", kind: "task" }];
  server.on(formStreamApi.find.path, ({ body }) => (body["id"] === "o2" ? { ...found, nodes: others } : found));
  const dialog = await jumping({ flowId: "w2" });
  expect(await dialog.findByText("选中的工单分属2个流程版本，没有共有的节点，请分别跳转。")).toBeVisible();
  expect(nodesIn(dialog)).toEqual([]);
});
