/** G128: a workbook into the draft of a look-up table, and versions of one as workbooks. */
import { flowApi, lookUpSheetApi, lookUpTableApi } from "@liantai/api/contract/flow-editor";
import { openTabOf, page, refusal, signIn, type FakeServer } from "@liantai/ui/testing";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Root } from "../../root.tsx";

let user: ReturnType<typeof userEvent.setup>;
let server: FakeServer;

const at = "2026-03-02 09:00:00";
const columns = ["编号", "城市"];
const shops = {
  ...{ id: "t1", name: "门店", remark: "", version: 3, updateTime: at, updatedBy: "张建国" },
  ...{ columns, rows: 1 },
};
const found = (rows: readonly (readonly string[])[]) => ({
  ...{ id: "t1", name: "门店", remark: "", version: 3, shown: 3, content: JSON.stringify({ columns, rows }) },
});
const answered = (rows: readonly (readonly string[])[], given: readonly string[] = columns) => ({
  ...{ content: JSON.stringify({ columns: given, rows }), faults: [], faulty: 0 },
  numbers: rows.map((_, row) => row + 2),
});
const xlsx = () => new File([new Uint8Array([0x50, 0x4b, 3, 4])], "门店.xlsx");
const type = (element: HTMLElement, value: string) => fireEvent.change(element, { target: { value } });

beforeEach(() => {
  user = userEvent.setup();
  server = signIn({});
  server.on(flowApi.list.path, page([]));
  server.on(lookUpTableApi.list.path, page([shops]));
  server.on(lookUpTableApi.find.path, () => found([["001", "北京"]]));
});

async function openDrawer() {
  await openTabOf(Root, "/processconfig");
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
async function choose(sheet: Awaited<ReturnType<typeof openTable>>) {
  await user.click(sheet.getByRole("button", { name: "导入" }));
  const dialog = within(await screen.findByRole("dialog", { name: "导入查找表" }));
  await user.upload(dialog.getByLabelText("选择文件"), xlsx());
  await dialog.findByText(/^门店.xlsx/);
  return dialog;
}
const cells = (sheet: Awaited<ReturnType<typeof openTable>>) =>
  sheet.getAllByLabelText(/^第\d+行 /).map((input) => (input as HTMLInputElement).value);
const closed = () => waitFor(() => expect(screen.queryByRole("dialog", { name: "导入查找表" })).toBeNull());

test("G128 rows of a workbook take the place of those of the draft, and are saved by the person", async () => {
  server.on(lookUpSheetApi.read.path, () =>
    answered([
      ["002", "上海"],
      ["003", "广州"],
    ]),
  );
  server.on(lookUpTableApi.update.path, () => ({ version: 4 }));
  const sheet = await openTable();
  const dialog = await choose(sheet);
  expect(dialog.getByText(/第一行是列名：编号、城市，顺序不限/)).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "替换现有的1行" }));
  await closed();
  expect(cells(sheet)).toEqual(["002", "上海", "003", "广州"]);
  expect(server.bodies(lookUpSheetApi.read.path)).toMatchObject([{ columns: JSON.stringify(columns) }]);
  expect(server.bodies(lookUpTableApi.update.path)).toEqual([]);
  await user.click(sheet.getByRole("button", { name: "保存" }));
  await waitFor(() => expect(server.bodies(lookUpTableApi.update.path)).toHaveLength(1));
});

test("G128 they are put behind those of the draft; a key that is there already is named, and nothing comes", async () => {
  server.on(lookUpSheetApi.read.path, () => answered([["001", "上海"]]));
  const sheet = await openTable();
  type(sheet.getByLabelText("第1行 城市"), "天津");
  const dialog = await choose(sheet);
  await user.click(dialog.getByRole("button", { name: "追加到现有的1行后面" }));
  expect(await dialog.findByRole("alert")).toHaveTextContent("有1行有误，一行也没有导入，表里的内容没有变。");
  expect(dialog.getByRole("row", { name: "第2行 “编号”在表里已有：001" })).toBeVisible();
  expect(cells(sheet)).toEqual(["001", "天津"]);
  server.on(lookUpSheetApi.read.path, () => answered([["002", "上海"]]));
  await user.click(dialog.getByRole("button", { name: "追加到现有的1行后面" }));
  await closed();
  expect(cells(sheet)).toEqual(["001", "天津", "002", "上海"]);
});

test("G128 behind the draft's they are no more than a table may have", async () => {
  const rows = Array.from({ length: 4_999 }, (_, row) => [`a${row}`, ""]);
  server.on(lookUpSheetApi.read.path, () =>
    answered([
      ["001", "上海"],
      ["002", "广州"],
    ]),
  );
  server.on(lookUpTableApi.find.path, () => found(rows));
  const dialog = await choose(await openTable());
  await user.click(dialog.getByRole("button", { name: "追加到现有的4999行后面" }));
  expect(await dialog.findByRole("alert")).toHaveTextContent("追加后有5001行，最多5000行");
});

test("G128 faulty rows and a file that is refused are told, and what was typed stays", async () => {
  const faults = [{ row: 7, message: "“编号”不能为空" }];
  server.on(lookUpSheetApi.read.path, () => ({ content: "", numbers: [], faults, faulty: 130 }));
  const sheet = await openTable();
  type(sheet.getByLabelText("第1行 城市"), "天津");
  const dialog = await choose(sheet);
  await user.click(dialog.getByRole("button", { name: "替换现有的1行" }));
  expect(await dialog.findByRole("alert")).toHaveTextContent("有130行有误");
  expect(dialog.getByText(/下面是前1行/)).toBeVisible();
  expect(dialog.getByRole("row", { name: "第7行 “编号”不能为空" })).toBeVisible();
  const said = "文件缺少列“城市”。第一行应为列名：编号、城市";
  server.on(lookUpSheetApi.read.path, () =>
    refusal("invalid", said, [{ path: "files", label: "文件", message: said }]),
  );
  await user.click(dialog.getByRole("button", { name: "替换现有的1行" }));
  await waitFor(() => expect(dialog.getByRole("alert")).toHaveTextContent(said));
  await user.click(dialog.getByRole("button", { name: "取消" }));
  expect(cells(sheet)).toEqual(["001", "天津"]);
});

test("G128 a new table whose columns nobody named has those of the file", async () => {
  server.on(lookUpSheetApi.read.path, () => answered([["东", "王一", ""]], ["片区", "负责人", "电话"]));
  const drawer = await openDrawer();
  await user.click(drawer.getByRole("button", { name: "新增查找表" }));
  const sheet = within(await screen.findByRole("dialog", { name: "新增查找表" }));
  const dialog = await choose(sheet);
  expect(dialog.getByText(/文件的第一行作为列名/)).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "导入" }));
  await closed();
  expect(sheet.getByLabelText("第1行 负责人")).toHaveValue("王一");
  expect(server.bodies(lookUpSheetApi.read.path)[0]).not.toHaveProperty("columns");
});

test("G128 the newest version, an old one and a template are downloaded under their names", async () => {
  const names: string[] = [];
  jest.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  Object.assign(URL, { createObjectURL: () => "blob:a", revokeObjectURL: () => undefined });
  const file = () => new Response(new Blob(["PK"]));
  server.on(lookUpSheetApi.write.path, file);
  server.on(lookUpSheetApi.template.path, file);
  const version = (n: number) => ({
    ...{ versionId: `v${n}`, version: n, note: "", restores: 0, createTime: at, createdBy: "张建国" },
  });
  server.on(lookUpTableApi.versions.path, () => [version(3), version(2)]);
  const drawer = await openDrawer();
  await user.click(drawer.getByRole("button", { name: "下载门店" }));
  await waitFor(() => expect(names).toHaveLength(1));
  await user.click(drawer.getByRole("button", { name: "门店的版本" }));
  const versions = within(await screen.findByRole("dialog", { name: "门店 的版本" }));
  await user.click(await versions.findByRole("button", { name: "下载第2版" }));
  await waitFor(() => expect(names).toHaveLength(2));
  await user.click(versions.getByRole("button", { name: "关闭" }));
  await user.click(drawer.getByRole("button", { name: "编辑门店" }));
  await screen.findByLabelText("第1行 城市");
  const sheet = within(screen.getByRole("dialog", { name: "门店" }));
  await user.click(sheet.getByRole("button", { name: "导入" }));
  await user.click(await screen.findByRole("button", { name: "下载模板" }));
  await waitFor(() => expect(names).toEqual(["门店-第3版.xlsx", "门店-第2版.xlsx", "查找表模板.xlsx"]));
  expect(server.asked.filter(({ path }) => /heet$|template$/.test(path)).map(({ query }) => query)).toEqual([
    { id: "t1" },
    { id: "t1", versionId: "v2" },
    { columns: JSON.stringify(columns) },
  ]);
});
