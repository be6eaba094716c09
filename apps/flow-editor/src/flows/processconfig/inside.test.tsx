/** What a flow is made of and what calls get of it, from its row in 流程配置. */
import { assignedVariableApi, flowApi } from "@liantai/api/contract/flow-editor";
import { openTabOf, page, pressItem, signIn, type FakeServer } from "@liantai/ui/testing";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Root } from "../../root.tsx";

let user: ReturnType<typeof userEvent.setup>;
let server: FakeServer;

const at = "2026-03-02 09:00:00";
const flow = {
  ...{ id: "f1", name: "总机流程", flowType: 1, enabled: 1, version: 2, versionId: "v2", changed: 1, revision: 3 },
  ...{ createTime: at, updateTime: at, updatedBy: "张建国", nodeCount: 7, usedBy: [] },
};
const draft = { ...flow, id: "f2", name: "草稿流程", version: 0, versionId: "" };

beforeEach(() => {
  user = userEvent.setup();
  server = signIn({});
  server.on(flowApi.list.path, page([flow, draft]));
});

const more = async (name: string, action: string) => {
  const row = within((await screen.findByRole("cell", { name })).closest("[role=row],tr") as HTMLElement);
  await user.click(row.getByRole("button", { name: /更多/ }));
  await pressItem(user, action);
};
const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole("row")
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole("cell")
        .map((cell) => cell.textContent),
    );
const place = (nodeName: string, subProcessName = "主流程") => ({
  ...{ subProcessId: "main", subProcessName, nodeId: nodeName, nodeName },
});

test("变量: which nodes set and read them, what is never set, and of the engine's own those that are read", async () => {
  const variable = { vAlias: "", type: "text", value: "", system: 0, setBy: [], readBy: [] };
  server.on(assignedVariableApi.list.path, () => [
    { ...variable, vName: "phone", vAlias: "手机号", setBy: [place("按键收集")], readBy: [place("发短信", "退货")] },
    { ...variable, vName: "level", readBy: [place("条件判断")] },
    { ...variable, vName: "spare", type: "number" },
    { ...variable, vName: "caller", vAlias: "主叫号码", system: 1, readBy: [place("黑名单")] },
    { ...variable, vName: "city", vAlias: "城市", system: 1 },
  ]);
  await openTabOf(Root, "/processconfig");
  await more("总机流程", "变量");
  const drawer = within(await screen.findByRole("dialog", { name: "总机流程 的变量" }));
  expect(rowsOf(await drawer.findByRole("table", { name: "变量" }))).toEqual([
    ["手机号（phone）", "文字", "", "主流程 / 按键收集", "退货 / 发短信"],
    ["level没有赋值就被使用", "文字", "", "", "主流程 / 条件判断"],
    ["spare没有用到", "数字", "", "", ""],
    ["主叫号码（caller）", "文字", "", "系统", "主流程 / 黑名单"],
  ]);
  expect(server.bodies(assignedVariableApi.list.path)).toEqual([{ flowId: "f1" }]);
});
