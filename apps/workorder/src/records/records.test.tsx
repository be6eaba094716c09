import { api, onNotice, opened, store, telephonyChanged, type PageNotice } from "@liantai/api/client";
import {
  customerFormConfApi,
  customerFormDataApi,
  formDataApi,
  recordHistoryApi,
  recordSheetApi,
  taskFormApi,
} from "@liantai/api/contract/workorder";
import { bus } from "@liantai/bus";
import { page, refusal, type FakeServer } from "@liantai/ui/testing";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Root } from "../root.tsx";
import { form, listed, openedRecord, openRecords as open, record, signInToRecords } from "./testing/records.tsx";

let user: ReturnType<typeof userEvent.setup>;
let server: FakeServer;
beforeEach(() => {
  user = userEvent.setup();
  server = signInToRecords();
});

const asked = () => server.bodies(customerFormDataApi.list.path).at(-1);
const button = (name: string) => screen.findByRole("button", { name });

test("the list has the columns of the form, options by their names, numbers as they came", async () => {
  await open();
  const heads = screen.getAllByRole("columnheader").map((head) => head.textContent);
  for (const name of ["客户姓名", "电话号码", "等级", "生日"]) expect(heads).toContain(name);
  expect(heads).not.toContain("备注");
  expect(screen.getByRole("cell", { name: "金卡" })).toBeVisible();
  expect(screen.getByRole("cell", { name: "138****5678" })).toBeVisible();
});

test("F38 an option that went is called as it was, in the list and in the detail", async () => {
  const otherOptions = { level: [{ label_name: "钻石卡", label_value: "old" }] };
  const values = { ...record.values, level: "old" };
  server.on(customerFormConfApi.findById.path, () => ({ ...form, otherOptions }));
  server.on(customerFormDataApi.list.path, (question) => ({
    ...page([{ ...record, values }])(question),
    ...{ more: false, totalText: "1", next: "", indexing: [] },
  }));
  server.on(formDataApi.find.path, () => ({ ...openedRecord, record: { ...record, values }, otherOptions }));
  await open();
  expect(screen.getByRole("cell", { name: "钻石卡" })).toBeVisible();
  await user.click(await button("详情"));
  const sheet = within(await screen.findByRole("dialog", { name: "客户：王女士" }));
  expect(await sheet.findByText("钻石卡")).toBeVisible();
});

test("the query bar asks by the fields of the form, each in its own way", async () => {
  await open();
  expect(asked()).toMatchObject({ formId: "f1", filters: [] });
  await user.type(await screen.findByRole("textbox", { name: "客户姓名" }), "王女");
  await user.click(await button("查询"));
  await waitFor(() =>
    expect(asked()).toMatchObject({ filters: [{ name: "customerName", op: "contains", value: "王女" }], pageNo: 1 }),
  );
});

test("F83 what the own role does not see has no column, no question and no field; what it locks cannot be typed into", async () => {
  const otherRender = { phone: { hidden: true }, level: { enable: false } };
  server.on(customerFormConfApi.findById.path, () => ({ ...form, otherRender }));
  await open();
  const heads = screen.getAllByRole("columnheader").map((head) => head.textContent);
  expect(heads).toContain("等级");
  expect(heads).not.toContain("电话号码");
  expect(screen.queryByRole("textbox", { name: "电话号码" })).toBeNull();
  await user.click(await button("新增"));
  const sheet = within(await screen.findByRole("dialog", { name: "新增客户" }));
  await sheet.findByRole("textbox", { name: /^客户姓名/ });
  expect(sheet.queryByRole("textbox", { name: /^电话号码/ })).toBeNull();
  expect(sheet.getByRole("combobox", { name: /^等级/ })).toBeDisabled();
});

test("a new record: what is missing is said at its field, what was typed is sent", async () => {
  server.on(customerFormDataApi.add.path, () => ({ id: "r2", version: 1, formVersion: 3, code: "" }));
  await open();
  await user.click(await button("新增"));
  const sheet = within(await screen.findByRole("dialog", { name: "新增客户" }));
  await user.type(await sheet.findByRole("textbox", { name: /^客户姓名/ }), "赵先生");
  await user.click(sheet.getByRole("button", { name: "保存" }));
  expect((await sheet.findAllByText("该字段不能为空"))[0]).toBeVisible();
  expect(server.bodies(customerFormDataApi.add.path)).toEqual([]);
  await user.type(sheet.getByRole("textbox", { name: /^电话号码/ }), "057112345678");
  await user.click(sheet.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.bodies(customerFormDataApi.add.path)).toMatchObject([
      { formId: "f1", values: { customerName: "赵先生", phone: "057112345678" } },
    ]),
  );
  // The server numbers it.
  expect(server.bodies(customerFormDataApi.add.path)[0]).not.toHaveProperty("values.customerCode");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("F88 of fields that both changed one chooses field by field; what stays beside the own change is said", async () => {
  const said: PageNotice[] = [];
  const end = onNotice((notice) => said.push(notice));
  const conflict = { field: "values.customerName", mine: "王小姐", theirs: "王太太" };
  const other = { field: "values.remark", label: "备注", mine: "我写的", theirs: "别人写的" };
  server.on(customerFormDataApi.update.path, () => {
    // From now on the record is the other's: list and form ask again.
    const newer = { ...record, version: 8, values: { ...record.values, customerName: "王太太", remark: "别人写的" } };
    server.on(formDataApi.find.path, () => ({ ...openedRecord, record: newer }));
    return Response.json({
      ...{ code: 409, msg: "数据已被周敏修改，请核对后再保存" },
      data: { version: 8, ...conflict, conflicts: [{ ...conflict, label: "客户姓名" }, other] },
    });
  });
  await open();
  await user.click(await button("编辑"));
  const sheet = within(await screen.findByRole("dialog", { name: "编辑客户" }));
  const name = await sheet.findByRole("textbox", { name: /^客户姓名/ });
  await user.clear(name);
  await user.type(name, "王小姐");
  await user.type(sheet.getByRole("textbox", { name: /^备注/ }), "我写的");
  await user.click(sheet.getByRole("button", { name: "保存" }));
  expect(await sheet.findByText("王太太")).toBeVisible();
  await waitFor(() => expect(server.bodies(formDataApi.find.path).length).toBeGreaterThan(1));
  expect(name).toHaveValue("王小姐");
  const kept = { by: "周敏", fields: [{ name: "level", label: "等级" }] };
  server.on(customerFormDataApi.update.path, () => ({ id: "r1", version: 9, formVersion: 3, code: "", kept }));
  await user.click(sheet.getByRole("radio", { name: "备注取现在的" }));
  await user.click(sheet.getByRole("button", { name: "按所选保存" }));
  await waitFor(() =>
    expect(server.bodies(customerFormDataApi.update.path).at(-1)).toEqual({
      id: "r1",
      version: 7,
      values: { customerName: "王小姐" },
      over: { version: 8, fields: ["customerName"] },
    }),
  );
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(said.map(({ text }) => text)).toContain("周敏同时修改的等级已保留。");
  end();
});

test("F87 one field over time, and back to what it was by a press; a duplicate is asked about", async () => {
  const line = { name: "level", label: "等级", before: "银卡", after: "金卡", mayRestore: true };
  server.on(
    recordHistoryApi.list.path,
    page([{ version: 7, time: "2026-11-03 09:30:00", by: "周敏", fields: [line] }]),
  );
  const found = { id: "r9", title: "王女士", ownerName: "", createTime: "2026-11-01 09:00:00", mayOpen: false };
  server.on(recordHistoryApi.restore.path, () =>
    Response.json({
      ...{ code: 409, msg: "可能与 1 条数据重复，请核对后再保存" },
      data: { mode: "warn", duplicates: [{ ...found, score: 80, reasons: [{ label: "等级相同", weight: 80 }] }] },
    }),
  );
  await open();
  await user.click(await button("详情"));
  const sheet = within(await screen.findByRole("dialog", { name: "客户：王女士" }));
  await user.click(await sheet.findByRole("tab", { name: "变更记录" }));
  await user.click(await sheet.findByRole("button", { name: "等级的历史" }));
  const table = within(await sheet.findByRole("table", { name: "等级的历史" }));
  expect(table.getByRole("cell", { name: "周敏" })).toBeVisible();
  expect(server.bodies(recordHistoryApi.list.path).at(-1)).toMatchObject({ id: "r1", field: "level" });
  await user.click(table.getByRole("button", { name: "等级恢复为银卡" }));
  const again = await sheet.findByRole("button", { name: "仍然保存" });
  server.on(recordHistoryApi.restore.path, () => ({ id: "r1", version: 8, formVersion: 3, code: "" }));
  await user.click(again);
  await waitFor(() =>
    expect(server.bodies(recordHistoryApi.restore.path)).toEqual([
      { id: "r1", version: 7, field: "level", change: 7 },
      { id: "r1", version: 7, field: "level", change: 7, acceptDuplicates: 1 },
    ]),
  );
  await user.selectOptions(sheet.getByRole("combobox", { name: "字段" }), "全部变更");
  expect(await sheet.findByText("等级：银卡 → 金卡")).toBeVisible();
});

test("the detail shows changes, and dials a hidden number by its reference", async () => {
  const dialled: unknown[] = [];
  const end = bus.subscribe("call.dial", (what) => dialled.push(what));
  await open();
  await user.click(await button("详情"));
  const sheet = within(await screen.findByRole("dialog", { name: "客户：王女士" }));
  await user.click(await sheet.findByRole("button", { name: /呼叫电话号码/ }));
  expect(dialled).toEqual([{ ref: "v1.sealed" }]);
  await user.click(sheet.getByRole("tab", { name: "变更记录" }));
  expect(await sheet.findByText("等级：银卡 → 金卡")).toBeVisible();
  await user.click(sheet.getByRole("tab", { name: "联系记录" }));
  expect(await sheet.findByText("还没有联系记录")).toBeVisible();
  end();
});

test("F44 data that looks the customer up stands among the contacts, and opens beside them where one may see it", async () => {
  const refers = (contactId: string, title: string, mayOpen: boolean) => ({
    ...{
      kind: "record",
      contactId,
      time: "2026-11-02 09:00:00",
      direction: "",
      number: "",
      agentId: "",
      agentName: "",
    },
    ...{ talkSeconds: 0, answered: false, formName: "回访任务", title, mayOpen },
  });
  server.on(customerFormDataApi.timeline.path, page([refers("t1", "春季", true), refers("t2", "", false)]));
  await open();
  await user.click(await button("详情"));
  const sheet = within(await screen.findByRole("dialog", { name: "客户：王女士" }));
  await user.click(await sheet.findByRole("tab", { name: "联系记录" }));
  expect(await sheet.findByText("回访任务 春季")).toBeVisible();
  expect(sheet.getByText("回访任务")).toBeVisible();
  await user.click(sheet.getByRole("button", { name: "打开" }));
  expect(await screen.findByRole("dialog", { name: "关联数据：王女士" })).toBeVisible();
  expect(server.bodies(formDataApi.find.path).at(-1)).toEqual({ id: "t1" });
});

test("D59 the record of a robot task's number is saved the way that such have, and duplicates are looked for", async () => {
  server.on(formDataApi.find.path, () => ({ ...openedRecord, robotNumber: true }));
  server.on(taskFormApi.robot.path, () => ({ id: "r1", version: 8, formVersion: 3, code: "" }));
  await open();
  await user.click(await button("编辑"));
  const sheet = within(await screen.findByRole("dialog", { name: "编辑客户" }));
  await user.type(await sheet.findByRole("textbox", { name: /^备注/ }), "想要新套餐");
  await user.click(sheet.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.bodies(taskFormApi.robot.path)).toEqual([
      { id: "r1", version: 7, values: { remark: "想要新套餐" }, acceptDuplicates: 0 },
    ]),
  );
  expect(server.bodies(customerFormDataApi.update.path)).toEqual([]);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("what was typed into a record stays when reading it anew fails", async () => {
  await open();
  await user.click(await button("编辑"));
  const sheet = within(await screen.findByRole("dialog", { name: "编辑客户" }));
  await user.type(await sheet.findByRole("textbox", { name: /^备注/ }), "想要新套餐");
  const asked = server.bodies(formDataApi.find.path).length;
  server.on(formDataApi.find.path, () => refusal("internal"));
  act(() => void store.dispatch(api.util.invalidateTags(formDataApi.find.tags as never)));
  await waitFor(() => expect(server.bodies(formDataApi.find.path).length).toBeGreaterThan(asked));
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(sheet.getByRole("textbox", { name: /^备注/ })).toHaveValue("想要新套餐");
});

test("U10 a notification opens its record; what is typed into another is closed first", async () => {
  await open();
  const cover = () =>
    act(async () => {
      store.dispatch(opened({ to: "/customerinformation", params: { formId: "f1", id: "r1" }, cover: true }));
    });
  await cover();
  expect(await screen.findByRole("dialog", { name: "客户：王女士" })).toBeVisible();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.click(await button("新增"));
  const sheet = await screen.findByRole("dialog", { name: "新增客户" });
  await cover();
  expect(screen.getAllByRole("dialog")).toEqual([sheet]);
});

test("an enterprise without a published form is told who makes one", async () => {
  server.on(customerFormConfApi.list.path, page([{ ...listed, version: 0 }]));
  render(<Root />);
  await act(async () => void store.dispatch(opened({ to: "/customerinformation" })));
  expect(await screen.findByText("还没有发布客户表单")).toBeVisible();
});

test("deleted records wait in the recycle bin and come back from it", async () => {
  server.on(customerFormDataApi.recycleList.path, page([{ ...record, deleteTime: "2026-11-04 08:00:00" }]));
  let answer = () => {};
  server.on(customerFormDataApi.restore.path, () => new Promise((done) => (answer = () => done({ count: 1 }))));
  await open();
  await user.click(await button("回收站"));
  const sheet = within(await screen.findByRole("dialog", { name: "客户回收站" }));
  await user.click((await sheet.findAllByRole("checkbox")).at(-1)!);
  const restore = sheet.getByRole("button", { name: "还原" });
  await user.click(restore);
  // Pressed twice it is done once.
  await waitFor(() => expect(restore).toBeDisabled());
  await user.click(restore);
  answer();
  await waitFor(() => expect(server.bodies(customerFormDataApi.restore.path)).toEqual([{ ids: ["r1"] }]));
});

test("an import's empty sheet is asked for by the form", async () => {
  URL.createObjectURL = () => "blob:sheet";
  server.on(recordSheetApi.importTemplate.path, () => new Response(new Blob(["sheet"])));
  await open();
  await user.click(await button("导入"));
  await user.click(await button("下载模板"));
  await waitFor(() =>
    expect(server.asked.filter(({ path }) => path === recordSheetApi.importTemplate.path)).toMatchObject([
      { query: { formId: "f1" } },
    ]),
  );
});

test("F80 an export asks for what the list asked, whatever it was sorted by, and names the page's socket", async () => {
  store.dispatch(telephonyChanged({ socketId: "s1" }));
  server.on(`POST ${recordSheetApi.export.path}`, () => ({ id: "job", msg: "导出任务已创建" }));
  await open();
  await user.type(await screen.findByRole("textbox", { name: "客户姓名" }), "王女");
  await user.click(await button("查询"));
  await user.click(
    within(screen.getByRole("columnheader", { name: /创建时间/ })).getByRole("button", { name: /创建时间/ }),
  );
  await waitFor(() => expect(asked()).toMatchObject({ sortBy: "createTime" }));
  await user.click(await button("导出"));
  await waitFor(() =>
    expect(server.bodies(recordSheetApi.export.path)).toEqual([
      { formId: "f1", source: "", filters: [{ name: "customerName", op: "contains", value: "王女" }], socketId: "s1" },
    ]),
  );
  store.dispatch(telephonyChanged({ socketId: "" }));
});

test("F80 an import is looked at and then saved by the token, not uploaded again", async () => {
  const counts = { total: 3, succeed: 2, failing: 1, repetition: 0, blackList: 1, errors: [], failedFileId: null };
  const reply = { ...counts, password: null, job: null, stopped: null };
  server.on(recordSheetApi.importCheck.path, () => ({ ...reply, token: "t1" }));
  server.on(recordSheetApi.importSave.path, () => reply);
  await open();
  await user.click(await button("导入"));
  await user.upload(
    await screen.findByLabelText("选择文件"),
    new File([new Uint8Array([0x50, 0x4b, 3, 4])], "客户.xlsx"),
  );
  await user.click(await button("校验"));
  await user.click(await button("保存 2 行"));
  expect(await screen.findByText("共 3 行，成功 2 行，失败 1 行（其中黑名单 1 行）。")).toBeVisible();
  const saved = server.asked.find(({ path }) => path === recordSheetApi.importSave.path)!.form!;
  expect([saved.get("formId"), saved.get("token"), saved.has("files")]).toEqual(["f1", "t1", false]);
});

test("F90 rows that are probably there already are told, and what becomes of them is chosen", async () => {
  const counts = { total: 3, succeed: 1, failing: 2, repetition: 0, duplicates: 2, failedFileId: null };
  const errors = [{ row: 3, field: "", message: "与已有数据“王女士”可能重复（相似80分：电话号码相同）" }];
  const reply = { ...counts, errors, password: null, job: null, stopped: null };
  server.on(recordSheetApi.importCheck.path, () => ({ ...reply, token: "t1" }));
  server.on(recordSheetApi.importSave.path, () => ({ ...reply, succeed: 3, failing: 0, errors: [] }));
  await open();
  await user.click(await button("导入"));
  await user.upload(
    await screen.findByLabelText("选择文件"),
    new File([new Uint8Array([0x50, 0x4b, 3, 4])], "客户.xlsx"),
  );
  await user.click(await button("校验"));
  expect(await screen.findByText(/疑似重复 2 行/)).toBeVisible();
  expect(screen.getByText("与已有数据“王女士”可能重复（相似80分：电话号码相同）")).toBeVisible();
  expect(screen.getByRole("radio", { name: "跳过" })).toBeChecked();
  expect(await button("保存 1 行")).toBeEnabled();
  await user.click(screen.getByRole("radio", { name: "补充已有数据的空字段" }));
  await user.click(await button("保存 3 行"));
  await waitFor(() => {
    const saved = server.asked.find(({ path }) => path === recordSheetApi.importSave.path)?.form;
    expect([saved?.get("token"), saved?.get("duplicates")]).toEqual(["t1", "fill"]);
  });
});
