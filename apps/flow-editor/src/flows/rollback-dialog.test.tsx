/** 回退 with the draft (G149), from the list and from the editor, and what it and 发布 end (G150). */
import { flowApi, flowVersionApi, type FlowConflict } from "@liantai/api/contract/flow-editor";
import { openTabOf, page, type FakeServer } from "@liantai/ui/testing";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Root } from "../root.tsx";
import { at, flowServer, loaded, row, version } from "./knownnav/testing/flows.ts";

const listed = { ...row, nodeCount: 4, testCount: 1, shared: 0, usedBy: [] };
const tick = "草稿也恢复成这一版（未发布的修改会丢失）";
const of = { nodeId: "menu", nodeName: "主菜单", talkKey: "a" };
const conflict: FlowConflict = {
  ...{ revision: 7, updatedBy: "周敏", updateTime: at, flow: loaded.flow, tts: "" },
  diff: {
    nodes: [],
    wordings: [{ change: "changed", ...of, before: "请按键", after: "请说出您的问题" }],
    others: [],
  },
};
const ends = "正在进行的分流（第2版80%，第1版20%）将结束，新的来电全部走新版本。";
const asked = (server: FakeServer) => server.bodies(flowVersionApi.rollback.path);
const question = async () => within(await screen.findByRole("alertdialog", { name: "回退到第1版" }));

const open = {
  async 流程配置(user: ReturnType<typeof userEvent.setup>) {
    await openTabOf(Root, "/processconfig");
    const cell = await screen.findByRole("cell", { name: "总机流程" });
    const line = within(cell.closest("[role=row],tr") as HTMLElement);
    await user.click(line.getByRole("button", { name: "版本" }));
  },
  async 流程编辑(user: ReturnType<typeof userEvent.setup>) {
    await openTabOf(Root, "/knownnav", "?id=f1");
    await screen.findByRole("group", { name: /主菜单/ });
    await user.click(screen.getByRole("tab", { name: "版本" }));
  },
};

describe.each(["流程配置", "流程编辑"] as const)("G149 in %s", (where) => {
  const ready = async (buttons: string[]) => {
    const user = userEvent.setup();
    const server = flowServer(buttons);
    server.on(flowApi.list.path, page([listed]));
    await open[where](user);
    await user.click(await screen.findByRole("button", { name: "回退到第1版" }));
    return { user, server, dialog: await question() };
  };

  test("a draft that another changed is not overwritten before one has read who and what", async () => {
    const { user, server, dialog } = await ready(["edit", "publish"]);
    server.on(flowVersionApi.rollback.path, () =>
      Response.json({ code: 409, msg: "流程已被周敏修改", data: conflict }),
    );
    await user.click(dialog.getByLabelText(tick));
    await user.click(dialog.getByRole("button", { name: "回退" }));
    expect(await dialog.findByText(/周敏在2026-03-01 09:00:00修改了草稿/)).toBeVisible();
    expect(dialog.getByText("请按键 → 请说出您的问题")).toBeVisible();
    server.on(flowVersionApi.rollback.path, () => ({ versionId: "v3", version: 3, revision: 8 }));
    await user.click(dialog.getByRole("button", { name: "回退" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(asked(server)).toEqual([3, 7].map((revision) => ({ versionId: "v1", note: "", draft: 1, revision })));
  });

  test("who may not edit is not asked about the draft", async () => {
    const { user, server, dialog } = await ready(["publish"]);
    server.on(flowVersionApi.rollback.path, () => ({ versionId: "v3", version: 3, revision: 3 }));
    expect(dialog.queryByLabelText(tick)).toBeNull();
    await user.click(dialog.getByRole("button", { name: "回退" }));
    await waitFor(() => expect(asked(server)).toEqual([{ versionId: "v1", note: "", draft: 0 }]));
  });

  test("G150 what is shared out ends with it, which is said before", async () => {
    const user = userEvent.setup();
    const server = flowServer();
    server.on(flowApi.list.path, page([listed]));
    server.on(flowVersionApi.versions.path, () => [
      { ...version(2), percent: 80 },
      { ...version(1), percent: 20 },
    ]);
    await open[where](user);
    await user.click(await screen.findByRole("button", { name: "回退到第1版" }));
    expect((await question()).getByText(ends)).toBeVisible();
  });
});

test("G149 a return without the draft does not make the next one overwrite what another changed meanwhile", async () => {
  const user = userEvent.setup();
  const server = flowServer();
  server.on(flowApi.list.path, page([listed]));
  await open["流程配置"](user);
  const back = async (draft: boolean) => {
    await user.click(await screen.findByRole("button", { name: "回退到第1版" }));
    const dialog = await question();
    if (draft) await user.click(dialog.getByLabelText(tick));
    await user.click(dialog.getByRole("button", { name: "回退" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  };
  // A colleague has saved the draft since the list was read: it is of revision 7.
  server.on(flowVersionApi.rollback.path, () => ({ versionId: "v3", version: 3, revision: 7 }));
  await back(false);
  server.on(flowVersionApi.rollback.path, () => ({ versionId: "v4", version: 4, revision: 8 }));
  await back(true);
  // What the draft was replaced by was seen.
  await back(true);
  expect(asked(server).map((body) => (body as { revision?: number }).revision)).toEqual([undefined, 3, 8]);
});

test("G150 publishing says which sharing out it ends, and nothing where all calls go through the newest", async () => {
  const user = userEvent.setup();
  const server = flowServer();
  await openTabOf(Root, "/knownnav", "?id=f1");
  await screen.findByRole("group", { name: /主菜单/ });
  const dialog = async () => {
    await user.click(screen.getByRole("button", { name: "发布" }));
    return within(await screen.findByRole("dialog", { name: "发布流程" }));
  };
  const plain = await dialog();
  await waitFor(() => expect(server.bodies(flowVersionApi.versions.path)).toHaveLength(1));
  expect(plain.queryByText(/正在进行的分流/)).toBeNull();
  await user.click(plain.getByRole("button", { name: "取消" }));
  server.on(flowVersionApi.versions.path, () => [
    { ...version(2), percent: 80 },
    { ...version(1), percent: 20 },
  ]);
  expect(await (await dialog()).findByText(ends)).toBeVisible();
});
