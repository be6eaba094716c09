import { onNotice } from "@liantai/api/client";
import { engineApi, flowApi, type ZipChoice } from "@liantai/api/contract/flow-editor";
import { openTabOf, page, signIn, type FakeServer } from "@liantai/ui/testing";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Root } from "../../root.tsx";

let user: ReturnType<typeof userEvent.setup>;
let server: FakeServer;

const carried = {
  ...{ id: "s1", name: "核对单号", versions: 1, nodes: 6, tests: 2, calls: ["s2"] },
  ...{ hereId: "h1", hereReady: 1, freeName: "核对单号 2", lacks: "" },
};
const inner = {
  ...{ id: "s2", name: "听单号", versions: 0, nodes: 3, tests: 0, calls: [] },
  ...{ hereId: "", hereReady: 0, freeName: "听单号", lacks: "" },
};
const plan = { name: "外来", calls: ["s1"], shared: [carried, inner], references: [], here: [] };
const reply = { id: "f8", name: "外来", nodes: 4, tests: 1, voices: 0, made: [], missing: [], unpublished: [] };

beforeEach(() => {
  user = userEvent.setup();
  server = signIn({});
  server.on(flowApi.list.path, page([]));
  server.on(engineApi.options.path, page([]));
  server.on(flowApi.planZip.path, () => plan);
  server.on(flowApi.importZip.path, () => reply);
});

async function chosen() {
  await openTabOf(Root, "/processconfig");
  await user.click(await screen.findByRole("button", { name: "导入" }));
  const sheet = within(await screen.findByRole("dialog", { name: "导入流程" }));
  await user.upload(sheet.getByLabelText("流程文件", { selector: "input" }), new File(["PK"], "a.zip"));
  await user.click(sheet.getByRole("button", { name: "导入" }));
  return within(await screen.findByRole("dialog", { name: "导入“外来”" }));
}
const rowsOf = (sheet: Awaited<ReturnType<typeof chosen>>) =>
  sheet
    .getAllByRole("row")
    .slice(1)
    .map((row) => within(row).getAllByRole("cell")[0]!.textContent);
const choicesSent = (): readonly ZipChoice[] => {
  const [asked] = server.asked.filter(({ path }) => path === flowApi.importZip.path);
  const body = asked?.body as { readonly choices?: string } | undefined;
  return JSON.parse(body?.choices ?? "[]") as ZipChoice[];
};

test("before anything is written it says what comes along; what is here is used, and what only that calls is not made", async () => {
  const said: string[] = [];
  const end = onNotice(({ title }) => void said.push(title));
  const sheet = await chosen();
  expect(server.asked.some(({ path }) => path === flowApi.importZip.path)).toBe(false);
  expect(rowsOf(sheet)).toEqual(["核对单号"]);
  expect(sheet.getByRole("cell", { name: "1个版本、6个节点、2个测试" })).toBeVisible();
  await user.click(sheet.getByRole("button", { name: "导入" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(choicesSent()).toEqual([{ id: "s1", use: "h1" }]);
  expect(said).toContain("流程已导入");
  end();
});

test("a new one beside it has another name and brings what it calls; what could not be published is told", async () => {
  server.on(flowApi.importZip.path, () => ({ ...reply, unpublished: [{ name: "核对单号 2", text: "有1处错误" }] }));
  const sheet = await chosen();
  await user.selectOptions(sheet.getByLabelText("核对单号的处理方式"), "新建并发布为“核对单号 2”");
  expect(rowsOf(sheet)).toEqual(["核对单号", "听单号"]);
  expect(sheet.getByText("新建草稿")).toBeVisible();
  await user.click(sheet.getByRole("button", { name: "导入" }));
  const left = within(await screen.findByRole("dialog", { name: "“外来”有1个公共子流程未发布" }));
  expect(left.getByText("“核对单号 2”有1处错误")).toBeVisible();
  expect(choicesSent()).toEqual([
    { id: "s1", use: "" },
    { id: "s2", use: "" },
  ]);
});

test("who may not make one is told so by its name, and may use the one that is here", async () => {
  server.on(flowApi.planZip.path, () => ({ ...plan, shared: [{ ...carried, lacks: "发布" }, inner] }));
  const sheet = await chosen();
  const go = sheet.getByRole("button", { name: "导入" });
  expect(go).toBeEnabled();
  await user.selectOptions(sheet.getByLabelText("核对单号的处理方式"), "新建并发布为“核对单号 2”");
  expect(sheet.getByRole("alert")).toHaveTextContent("您没有发布流程的权限，不能新建公共子流程“核对单号”");
  expect(go).toBeDisabled();
});

const group = {
  ...{ kind: "skillGroup", kindName: "技能组", id: "g9", name: "售后一组" },
  nodes: ["转人工"],
  by: [""],
};
const rule = { ...{ kind: "timeRule", kindName: "时间规则", id: "t9", name: "" }, nodes: ["工作时间"], by: [""] };
const inners = { ...{ kind: "interface", kindName: "外部接口", id: "i9", name: "查单" }, nodes: ["查"], by: ["s1"] };
const here = [
  { kind: "skillGroup", id: "g1", name: "客服组", enabled: 1 },
  { kind: "skillGroup", id: "g2", name: "停用组", enabled: 0 },
  { kind: "timeRule", id: "t1", name: "白天", enabled: 1 },
  { kind: "interface", id: "i1", name: "查订单", enabled: 1 },
];

test("G178 what has no equal here gets one of here before it is imported, by keyboard; what is left open is told after", async () => {
  server.on(flowApi.planZip.path, () => ({ ...plan, calls: [], shared: [], references: [group, rule], here }));
  const left = { kind: "timeRule", kindName: "时间规则", id: "t9", name: "", nodeName: "工作时间" };
  server.on(flowApi.importZip.path, () => ({ ...reply, missing: [left] }));
  const sheet = await chosen();
  expect(sheet.queryByRole("table", { name: "公共子流程" })).toBeNull();
  const select = sheet.getByLabelText("技能组“售后一组”");
  expect(
    within(select)
      .getAllByRole("option")
      .map(({ textContent }) => textContent),
  ).toEqual(["留空", "客服组"]);
  expect(sheet.getByText("用于「转人工」")).toBeVisible();
  expect(sheet.getByLabelText("时间规则“t9”")).toBeVisible();
  select.focus();
  await user.selectOptions(select, "客服组");
  sheet.getByRole("button", { name: "导入" }).focus();
  await user.keyboard("{Enter}");
  expect(await screen.findByRole("dialog", { name: "“外来”缺少1项" })).toBeVisible();
  const [asked] = server.asked.filter(({ path }) => path === flowApi.importZip.path);
  const body = asked?.body as { readonly references?: string } | undefined;
  expect(JSON.parse(body?.references ?? "")).toEqual([{ kind: "skillGroup", id: "g9", use: "g1" }]);
});

test("G178 what only a sub-process names is asked for where that is made", async () => {
  server.on(flowApi.planZip.path, () => ({ ...plan, references: [inners], here }));
  const sheet = await chosen();
  expect(sheet.queryByLabelText("外部接口“查单”")).toBeNull();
  await user.selectOptions(sheet.getByLabelText("核对单号的处理方式"), "新建并发布为“核对单号 2”");
  expect(sheet.getByLabelText("外部接口“查单”")).toBeVisible();
});
