/** 查找表 and 共享话术 as an administrator comes to it from 流程配置, and a supervisor from 机器人监控. */
import { flowApi, lookUpTableApi, robotMonitorApi, sharedPromptApi } from "@liantai/api/contract/flow-editor";
import { openTabOf, page, refusal, signIn, type FakeServer } from "@liantai/ui/testing";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Root } from "../../root.tsx";
import { cellsIn, pastedTable } from "./grid.ts";

let user: ReturnType<typeof userEvent.setup>;
let server: FakeServer;

const at = "2026-03-02 09:00:00";
const shops = {
  ...{ id: "t1", name: "门店", remark: "", version: 3, updateTime: at, updatedBy: "张建国" },
  ...{ columns: ["编号", "城市"], rows: 2 },
};
const content = {
  columns: ["编号", "城市"],
  rows: [
    ["001", "北京"],
    ["002", "上海"],
  ],
};

function answer(): void {
  server.on(flowApi.list.path, page([]));
  server.on(lookUpTableApi.list.path, page([shops]));
  server.on(lookUpTableApi.find.path, () => ({
    ...{ id: "t1", name: "门店", remark: "", version: 3, shown: 3, content: JSON.stringify(content) },
  }));
}

beforeEach(() => {
  user = userEvent.setup();
  server = signIn({});
  answer();
});

const hello = {
  ...{ id: "p1", name: "问候", remark: "", version: 2, updateTime: at, updatedBy: "张建国" },
  ...{ languages: ["zh", "en"], text: "您好", voices: ["v1"] },
};
const wordings = [
  { language: "zh", text: "您好", voiceId: "" },
  { language: "en", text: "", voiceId: "v1" },
];

async function openPrompt(path = "/processconfig") {
  server.on(sharedPromptApi.list.path, page([hello]));
  server.on(sharedPromptApi.find.path, () => ({
    ...{ id: "p1", name: "问候", remark: "", version: 2, shown: 2, content: JSON.stringify({ wordings }) },
  }));
  server.on(sharedPromptApi.voices.path, () => [{ id: "v1", name: "英文问候" }]);
  await openTabOf(Root, path);
  await user.click(await screen.findByRole("button", { name: "共享话术" }));
  const drawer = within(await screen.findByRole("dialog", { name: "共享话术" }));
  expect(await drawer.findByRole("cell", { name: "普通话、英语：您好" })).toBeVisible();
  await user.click(await drawer.findByRole("button", { name: /(编辑|查看)问候/ }));
  await screen.findByLabelText("普通话的文字");
  return within(screen.getByRole("dialog", { name: "问候" }));
}

async function openDrawer(path = "/processconfig") {
  await openTabOf(Root, path);
  await user.click(await screen.findByRole("button", { name: "查找表" }));
  const drawer = within(await screen.findByRole("dialog", { name: "查找表" }));
  await drawer.findByRole("cell", { name: "门店" });
  return drawer;
}
async function openTable() {
  const drawer = await openDrawer();
  await user.click(drawer.getByRole("button", { name: "编辑门店" }));
  await screen.findByLabelText("第1行 城市");
  return within(screen.getByRole("dialog", { name: "门店" }));
}
const type = (element: HTMLElement, value: string) => fireEvent.change(element, { target: { value } });

test("a cell is changed, a row goes, and what is saved is a version with why", async () => {
  server.on(lookUpTableApi.update.path, () => ({ version: 4 }));
  const sheet = await openTable();
  expect(sheet.getByRole("button", { name: "保存" })).toBeDisabled();
  type(sheet.getByLabelText("第1行 城市"), "天津");
  await user.click(sheet.getByRole("button", { name: "移除第2行" }));
  await user.click(sheet.getByRole("button", { name: "添加行" }));
  type(sheet.getByLabelText("第2行 编号"), "003");
  type(sheet.getByLabelText("修改说明"), "搬迁");
  await user.click(sheet.getByRole("button", { name: "保存" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "门店" })).toBeNull());
  const [sent] = server.bodies(lookUpTableApi.update.path);
  expect(sent).toMatchObject({ id: "t1", name: "门店", version: 3, note: "搬迁" });
  expect(JSON.parse(String(sent!["content"]))).toEqual({
    columns: ["编号", "城市"],
    rows: [
      ["001", "天津"],
      ["003", ""],
    ],
  });
});

test("what somebody else saved meanwhile is not overwritten, and what was typed stays", async () => {
  server.on(lookUpTableApi.update.path, () => refusal("conflict", "查找表已被李红修改，请刷新后再改"));
  const sheet = await openTable();
  type(sheet.getByLabelText("第1行 城市"), "天津");
  await user.click(sheet.getByRole("button", { name: "保存" }));
  await waitFor(() => expect(server.bodies(lookUpTableApi.update.path)).toHaveLength(1));
  expect(sheet.getByLabelText("第1行 城市")).toHaveValue("天津");
  await user.click(sheet.getByRole("button", { name: "关闭" }));
  const question = within(await screen.findByRole("alertdialog", { name: "放弃修改" }));
  await user.click(question.getByRole("button", { name: "放弃" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "门店" })).toBeNull());
});

test("two rows with one key are said before anything is sent", async () => {
  const sheet = await openTable();
  type(sheet.getByLabelText("第2行 编号"), "001");
  expect(sheet.getByRole("status")).toHaveTextContent(/^第2行的“编号”与第1行相同：001$/);
  const cell = sheet.getByLabelText("第2行 编号");
  expect(cell).toBeInvalid();
  expect(cell).toHaveAccessibleDescription("与第1行相同：001");
  expect(sheet.getByLabelText("第1行 编号")).toBeValid();
  await user.click(sheet.getByRole("button", { name: "保存" }));
  expect(cell).toHaveFocus();
  expect(server.bodies(lookUpTableApi.update.path)).toEqual([]);
});

test("what is wrong far down comes into sight with the focus in it, and how many there are is said", async () => {
  const rows = Array.from({ length: 120 }, (_, at) => [`${at}`, "北京"]);
  server.on(lookUpTableApi.find.path, () => ({
    ...{ id: "t1", name: "门店", remark: "", version: 3, shown: 3, content: JSON.stringify({ ...content, rows }) },
  }));
  server.on(lookUpTableApi.update.path, () => ({ version: 4 }));
  const sheet = await openTable();
  await user.click(sheet.getByRole("button", { name: "下一页" }));
  type(sheet.getByLabelText("第60行 编号"), "");
  type(sheet.getByLabelText("第61行 编号"), "3");
  type(sheet.getByLabelText("查找"), "118");
  // What is not filled yet is said once somebody wants to save.
  expect(sheet.getByRole("status")).toHaveTextContent(/^第61行的“编号”与第4行相同：3$/);
  await user.click(sheet.getByRole("button", { name: "保存" }));
  expect(sheet.getByRole("status")).toHaveTextContent("有2处需要改正，第一处：第60行的“编号”不能为空");
  expect(sheet.getByLabelText("第60行 编号")).toHaveFocus();
  type(sheet.getByLabelText("第60行 编号"), "a");
  await user.click(sheet.getByRole("button", { name: "保存" }));
  expect(sheet.getByLabelText("第61行 编号")).toHaveFocus();
  type(sheet.getByLabelText("第61行 编号"), "b");
  expect(sheet.getByRole("status")).toBeEmptyDOMElement();
  await user.click(sheet.getByRole("button", { name: "保存" }));
  await waitFor(() => expect(server.bodies(lookUpTableApi.update.path)).toHaveLength(1));
});

test("a column without a name and a name that is taken are said at their places", async () => {
  const taken = "查找表名称已存在";
  const fields = [{ path: "name", label: "查找表名称", message: taken }];
  server.on(lookUpTableApi.update.path, () => refusal("invalid", taken, fields));
  const sheet = await openTable();
  type(sheet.getByLabelText("第2列的列名"), "");
  type(sheet.getByLabelText("查找表名称"), "");
  await user.click(sheet.getByRole("button", { name: "保存" }));
  expect(sheet.getByLabelText("第2列的列名")).toHaveAccessibleDescription("不能为空");
  expect(sheet.getByLabelText("查找表名称")).toHaveFocus();
  expect(sheet.getByRole("status")).toHaveTextContent("有2处需要改正，第一处：请输入查找表名称");
  type(sheet.getByLabelText("第2列的列名"), "城市");
  type(sheet.getByLabelText("查找表名称"), "片区");
  await user.click(sheet.getByRole("button", { name: "保存" }));
  // At the field, and beside the button.
  await waitFor(() => expect(sheet.getAllByText(taken)).toHaveLength(2));
  expect(sheet.getByLabelText("查找表名称")).toBeInvalid();
  expect(sheet.getByLabelText("查找表名称")).toHaveFocus();
  expect(sheet.getByLabelText("第1行 城市")).toHaveValue("北京");
});

test("a new table is pasted from a workbook", async () => {
  server.on(lookUpTableApi.add.path, () => ({ id: "t2" }));
  const drawer = await openDrawer();
  await user.click(drawer.getByRole("button", { name: "新增查找表" }));
  const sheet = within(await screen.findByRole("dialog", { name: "新增查找表" }));
  type(sheet.getByLabelText("查找表名称"), "片区");
  type(sheet.getByLabelText("从表格粘贴"), "片区\t负责人\r\n东\t王一\r\n西\r\n");
  await user.click(sheet.getByRole("button", { name: "替换为2行" }));
  expect(sheet.getByLabelText("第1行 负责人")).toHaveValue("王一");
  await user.click(sheet.getByRole("button", { name: "保存" }));
  await waitFor(() => expect(server.bodies(lookUpTableApi.add.path)).toHaveLength(1));
  const [sent] = server.bodies(lookUpTableApi.add.path);
  expect(sent).toMatchObject({ name: "片区", remark: "" });
  expect(JSON.parse(String(sent!["content"]))).toEqual({
    columns: ["片区", "负责人"],
    rows: [
      ["东", "王一"],
      ["西", ""],
    ],
  });
});

test("an old version is looked at before anybody returns to it, and not changed", async () => {
  const version = (n: number) => ({
    ...{ versionId: `v${n}`, version: n, note: "", restores: 0, createTime: at, createdBy: "张建国" },
  });
  server.on(lookUpTableApi.versions.path, () => [version(3), version(2)]);
  const old = { columns: ["编号", "城市"], rows: [["001", "天津"]] };
  server.on(lookUpTableApi.find.path, () => ({
    ...{ id: "t1", name: "门店", remark: "", version: 3, shown: 2, content: JSON.stringify(old) },
  }));
  const drawer = await openDrawer();
  await user.click(drawer.getByRole("button", { name: "门店的版本" }));
  const versions = within(await screen.findByRole("dialog", { name: "门店 的版本" }));
  await user.click(await versions.findByRole("button", { name: "查看第2版" }));
  expect(await screen.findByLabelText("第1行 城市")).toHaveValue("天津");
  const looked = within(screen.getByRole("dialog", { name: "门店 第2版" }));
  expect(looked.queryByRole("button", { name: "保存" })).toBeNull();
  expect(server.bodies(lookUpTableApi.find.path)).toEqual([{ id: "t1", versionId: "v2" }]);
});

test("an old version comes back, with a note", async () => {
  const version = (n: number) => ({
    ...{ versionId: `v${n}`, version: n, note: `第${n}次`, restores: 0, createTime: at, createdBy: "张建国" },
  });
  server.on(lookUpTableApi.versions.path, () => [version(3), version(2)]);
  server.on(lookUpTableApi.rollback.path, () => ({ version: 4 }));
  const drawer = await openDrawer();
  await user.click(drawer.getByRole("button", { name: "门店的版本" }));
  const versions = within(await screen.findByRole("dialog", { name: "门店 的版本" }));
  await user.click(await versions.findByRole("button", { name: "回退到第2版" }));
  expect(versions.queryByRole("button", { name: "回退到第3版" })).toBeNull();
  const question = within(await screen.findByRole("alertdialog", { name: "回退到第2版" }));
  type(question.getByLabelText("修改说明"), "填错了");
  await user.click(question.getByRole("button", { name: "回退" }));
  await waitFor(() =>
    expect(server.bodies(lookUpTableApi.rollback.path)).toEqual([{ id: "t1", versionId: "v2", note: "填错了" }]),
  );
});

test.each([
  ["may change tables", ["lookUpTable.edit"], "编辑门店"],
  ["without the button may look at them", [], "查看门店"],
])("a supervisor comes to it from 机器人监控, and %s", async (_, buttons, name) => {
  const who = { roleType: 3, agentId: "1003" } as const;
  server = signIn(who, { page: "/robotmonitor", buttons });
  answer();
  server.on(robotMonitorApi.list.path, () => ({ at: 5, lines: [], calls: [] }));
  const drawer = await openDrawer("/robotmonitor");
  await user.click(await drawer.findByRole("button", { name }));
  expect(await screen.findByLabelText("第1行 城市")).toHaveValue("北京");
  const sheet = within(screen.getByRole("dialog", { name: "门店" }));
  expect(sheet.queryByRole("button", { name: "保存" }) !== null).toBe(buttons.length > 0);
  expect(drawer.queryByRole("button", { name: "新增查找表" }) !== null).toBe(buttons.length > 0);
});

test("a shared prompt is changed by language: another one is added, and becomes the first", async () => {
  server.on(sharedPromptApi.update.path, () => ({ version: 3 }));
  const sheet = await openPrompt();
  await waitFor(() => expect(sheet.getByLabelText("英语的语音文件")).toHaveValue("v1"));
  await user.click(sheet.getByRole("button", { name: "添加语言" }));
  expect(sheet.getByRole("status")).toBeEmptyDOMElement();
  await user.click(sheet.getByRole("button", { name: "保存" }));
  expect(sheet.getByRole("status")).toHaveTextContent("粤语没有文字，也没有语音");
  expect(sheet.getByLabelText("粤语的文字")).toHaveFocus();
  expect(sheet.getByLabelText("粤语的文字")).toBeInvalid();
  expect(sheet.getByLabelText("普通话的文字")).toBeValid();
  expect(within(sheet.getByRole("group", { name: "粤语" })).getByText("粤语没有文字，也没有语音")).toBeVisible();
  type(sheet.getByLabelText("粤语的文字"), "你好");
  await user.click(sheet.getByRole("button", { name: "粤语设为第一种" }));
  await user.click(sheet.getByRole("button", { name: "移除英语" }));
  await user.click(sheet.getByRole("button", { name: "保存" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "问候" })).toBeNull());
  const [sent] = server.bodies(sharedPromptApi.update.path);
  expect(sent).toMatchObject({ id: "p1", name: "问候", version: 2 });
  expect(JSON.parse(String(sent!["content"]))).toEqual({
    wordings: [{ language: "yue", text: "你好", voiceId: "" }, wordings[0]],
  });
});

test("a supervisor without the button reads a shared prompt and changes nothing", async () => {
  server = signIn({ roleType: 3, agentId: "1003" }, { page: "/robotmonitor", buttons: [] });
  answer();
  server.on(robotMonitorApi.list.path, () => ({ at: 5, lines: [], calls: [] }));
  const sheet = await openPrompt("/robotmonitor");
  for (const button of ["保存", "添加语言", "移除英语"])
    expect(sheet.queryByRole("button", { name: button })).toBeNull();
  expect(sheet.getByLabelText("普通话的文字")).toBeDisabled();
});

test("cells of a workbook: quotes, lines in a cell, blank rows, short rows", () => {
  expect(cellsIn('a\t"b ""c""\nd"\n\n\t\ne')).toEqual([["a", 'b "c" d'], ["e"]]);
  expect(cellsIn("")).toEqual([]);
  expect(pastedTable("键\t值\n1\t2\t3\n4")).toEqual({
    columns: ["键", "值"],
    rows: [
      ["1", "2"],
      ["4", ""],
    ],
  });
});
