/** G151: what colleagues do to a flow is seen where it is open. */
import { flowApi, flowVersionApi } from "@liantai/api/contract/flow-editor";
import { bus } from "@liantai/bus";
import { openTabOf, page } from "@liantai/ui/testing";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Root } from "../../root.tsx";
import { flowServer, loaded, row, version } from "./testing/flows.ts";

const told = (status: 0 | 1 | 5, more: { flowId?: string; revision?: number } = {}) =>
  act(() =>
    bus.publish("flow.updated", {
      ...{ flowId: "f1", versionId: "v3", revision: 3, status, by: "周敏", text: "", ...more },
    }),
  );

async function open() {
  await openTabOf(Root, "/knownnav", "?id=f1");
  await screen.findByRole("group", { name: /主菜单/ });
}

test("G151 a colleague's publishing changes the head and the versions of the board, of that flow alone", async () => {
  const user = userEvent.setup();
  const server = flowServer();
  await open();
  await user.click(screen.getByRole("tab", { name: "版本" }));
  await screen.findByRole("button", { name: "回退到第1版" });
  const asked = () => server.bodies(flowVersionApi.versions.path).length;
  const before = asked();
  told(1, { flowId: "f2" });
  server.on(flowApi.find.path, () => ({ ...loaded, version: 3, versionId: "v3", changed: 1 }));
  server.on(flowVersionApi.versions.path, () => [3, 2, 1].map(version));
  told(1);
  expect(await screen.findByText("已发布第3版")).toBeVisible();
  expect(await screen.findByRole("button", { name: "回退到第2版" })).toBeVisible();
  expect(asked()).toBe(before + 1);
});

test("G151 a return that replaced the draft brings it to who has drawn nothing", async () => {
  const server = flowServer();
  await open();
  const flow = loaded.flow.replaceAll("主菜单", "回来的菜单");
  server.on(flowApi.find.path, () => ({ ...loaded, flow, revision: 4, version: 3, versionId: "v3" }));
  told(1, { revision: 4 });
  expect(await screen.findByRole("group", { name: /回来的菜单/ })).toBeInTheDocument();
});

test("G151 after a deletion the board says who did it, and saves nothing of what was drawn", async () => {
  const user = userEvent.setup();
  const server = flowServer();
  await open();
  screen.getByRole("group", { name: /节点：主菜单/ }).focus();
  await user.keyboard("{Enter}");
  await user.click(screen.getByRole("button", { name: "添加播放语音节点" }));
  await user.click(screen.getByRole("button", { name: "发布" }));
  await screen.findByRole("dialog", { name: "发布流程" });
  told(5);
  expect(await screen.findByRole("alert")).toHaveTextContent("流程已被周敏删除");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  for (const name of ["保存草稿", "发布", "添加播放语音节点"])
    expect(screen.queryByRole("button", { name })).toBeNull();
  expect(screen.getByRole("group", { name: /节点：播放语音/ })).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "返回列表" }));
  expect(server.bodies(flowApi.save.path)).toEqual([]);
});

test("G151 流程配置 shows what was published and deleted elsewhere", async () => {
  const listed = { ...row, nodeCount: 4, testCount: 1, shared: 0, usedBy: [] };
  const server = flowServer();
  await openTabOf(Root, "/processconfig");
  const line = await screen.findByRole("cell", { name: "总机流程" });
  expect(within(line.closest("[role=row],tr") as HTMLElement).getByText(/1版/)).toBeVisible();
  server.on(flowApi.list.path, page([{ ...listed, version: 3, versionId: "v3" }]));
  told(1);
  expect(await screen.findByText(/3版/)).toBeVisible();
  server.on(flowApi.list.path, page([]));
  told(5);
  await waitFor(() => expect(screen.queryByRole("cell", { name: "总机流程" })).toBeNull());
});
