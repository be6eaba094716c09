import { opened, store, telephonyChanged, telephonyReset } from "@liantai/api/client";
import {
  contacterConfApi,
  contacterDataApi,
  contactsApi,
  customerFormConfApi,
  customerFormDataApi,
  formTagApi,
  recordButton,
  recordPoolApi,
  recordViewApi,
} from "@liantai/api/contract/workorder";
import { defaultFields } from "@liantai/api/forms";
import { bus } from "@liantai/bus";
import { asksToLeave, page, signIn, type FakeServer } from "@liantai/ui/testing";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Root } from "../root.tsx";

const [name, phone, company, remark] = defaultFields("contact");
const level = {
  ...{ type: "select", name: "level", label: "等级", require: true, query: true },
  items: [
    { label_name: "普通", label_value: "1" },
    { label_name: "贵宾", label_value: "2" },
  ],
  ext: { contactRow: { id: "f1", sort: 1 } },
};
const secret = {
  type: "input",
  name: "secret",
  label: "停用的",
  hidden: true,
  ext: { contactRow: { id: "f2", sort: 2 } },
};
const popup = { isPopup: 0, inbound: "ring", outbound: "answer", accessNumbers: [], skillGroupIds: [] };
const form = {
  ...{ id: "contacter", name: "企业联系人", formType: "contact", version: 2, ext: null, draft: null, revision: 2 },
  fields: [name, phone, company, level, secret, remark],
  ...{ popup, indexing: [], createTime: "2026-11-01 09:00:00", updateTime: "2026-11-01 09:00:00" },
};
const contact = {
  ...{ id: "c1", name: "高建平", phone: "154****0001", company: "晨光文具", remark: "", fields: { level: "2" } },
  ...{ createTime: "2026-11-02 10:00:00", updateTime: "2026-11-02 10:00:00", createdBy: "周敏", dialRef: "v1.sealed" },
};
const entry = {
  ...{ id: "e1", groupName: "行政", name: "总机", phone: "020****5678", remark: "", shared: 1, ownerName: "周敏" },
  ...{ dialRef: "v1.entry", editable: false },
};
const conf = {
  ...{ id: "f1", type: "select", label: "等级", name: "level", require: 1, ruleError: "", placeholder: "" },
  ...{ items: level.items, maxLength: null, listDisplay: 1, query: 1, export: 1, importRequire: 0, distinct: 0 },
  ...{ sort: 1, enabled: 1 },
};
const buttons = [
  ...["add", "update", "delete", "import", "export"].map((verb) => `contacterData.${verb}`),
  ...["add", "update", "delete"].flatMap((verb) => [`contacts.${verb}`, `contacterConf.${verb}`]),
];

let user: ReturnType<typeof userEvent.setup>;
let server: FakeServer;
function serve(pressed: readonly string[]) {
  server = signIn({ roleType: 2, agentId: "1001" }, { page: "/addresslist", buttons: [...pressed] });
  server.on(customerFormConfApi.findById.path, () => form);
  server.on(contacterDataApi.list.path, page([contact]));
  server.on(contactsApi.list.path, page([entry]));
  server.on(contacterConfApi.list.path, page([conf]));
  server.on(customerFormConfApi.list.path, page([]));
}
beforeEach(() => {
  user = userEvent.setup();
  localStorage.clear();
  act(() => void store.dispatch(telephonyReset()));
  serve(buttons);
});

async function open() {
  render(<Root />);
  await act(async () => void store.dispatch(opened({ to: "/addresslist" })));
  await screen.findByRole("cell", { name: "高建平" });
}
const button = (label: string) => screen.findByRole("button", { name: label });

test("contacts have the columns of the enterprise's form, options by their names, numbers as they came", async () => {
  await open();
  const heads = screen.getAllByRole("columnheader").map((head) => head.textContent);
  for (const title of ["姓名", "电话", "公司", "等级"]) expect(heads).toContain(title);
  expect(heads).not.toContain("停用的");
  expect(screen.getByRole("cell", { name: "贵宾" })).toBeVisible();
  expect(screen.getByRole("cell", { name: "154****0001" })).toBeVisible();
  await user.type(screen.getByRole("textbox", { name: "关键字" }), "贵宾");
  await user.click(await button("查询"));
  await waitFor(() => expect(server.bodies(contacterDataApi.list.path).at(-1)).toMatchObject({ keyword: "贵宾" }));
});

test("F107 contacts that an import brought in the background are asked for", async () => {
  await open();
  const asked = server.bodies(contacterDataApi.list.path).length;
  act(() => bus.publish("import.ended", { kind: "contact" }));
  await waitFor(() => expect(server.bodies(contacterDataApi.list.path).length).toBeGreaterThan(asked));
});

test("F100 the detail of a contact shows his fields and how one was in touch with him", async () => {
  server.on(
    customerFormDataApi.timeline.path,
    page([
      {
        ...{ kind: "call", contactId: "k000001", time: "2026-11-01 08:30:00", direction: "inbound" },
        ...{ number: "154****0001", agentId: "1002", agentName: "王志强", talkSeconds: 130, answered: true },
        mayOpen: true,
      },
    ]),
  );
  await open();
  await user.click(await button("详情"));
  const sheet = within(await screen.findByRole("dialog", { name: "联系人：高建平" }));
  expect(await sheet.findByText("晨光文具")).toBeVisible();
  expect(sheet.getByText("贵宾")).toBeVisible();
  await user.click(sheet.getByRole("tab", { name: "联系记录" }));
  expect(await sheet.findByText(/呼入 154\*\*\*\*0001，1002 王志强/)).toBeVisible();
  expect(server.bodies(customerFormDataApi.timeline.path)).toMatchObject([{ id: "c1" }]);
  // Whoever has no right to details of calls is offered none.
  expect(sheet.queryByRole("button", { name: "打开" })).toBeNull();
  await user.click(sheet.getByRole("button", { name: "编辑" }));
  expect(await screen.findByRole("dialog", { name: "编辑联系人" })).toBeVisible();
});

test("F80 F104 a workbook of contacts is looked at first and saved by its token; import and export name the socket", async () => {
  act(() => void store.dispatch(telephonyChanged({ socketId: "s1" })));
  const counts = {
    total: 2,
    succeed: 1,
    failing: 1,
    repetition: 0,
    failedFileId: null,
    password: null,
    job: null,
    stopped: null,
  };
  const errors = [{ row: 3, field: "电话", message: "电话格式有误" }];
  server.on(contacterDataApi.importCheck.path, () => ({ ...counts, errors, token: "t1" }));
  server.on(contacterDataApi.importSave.path, () => ({ ...counts, total: 1, failing: 0, errors: [] }));
  server.on(contacterDataApi.export.path, () => ({ id: "e1", msg: "正在导出" }));
  await open();
  await user.click(await button("导出"));
  await waitFor(() => expect(server.bodies(contacterDataApi.export.path)).toMatchObject([{ socketId: "s1" }]));
  await user.click(await button("导入"));
  const dialog = within(await screen.findByRole("dialog", { name: "导入联系人" }));
  await user.upload(dialog.getByLabelText("选择文件"), new File([new Uint8Array([0x50, 0x4b, 3, 4])], "联系人.xlsx"));
  await user.click(dialog.getByRole("button", { name: "校验" }));
  expect(await dialog.findByText("电话格式有误")).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "保存 1 行" }));
  const sent = (path: string) => Object.fromEntries(server.asked.find((one) => one.path === path)!.form!.entries());
  await waitFor(() => expect(sent(contacterDataApi.importSave.path)).toMatchObject({ token: "t1", socketId: "s1" }));
  expect(sent(contacterDataApi.importCheck.path)).toMatchObject({ socketId: "s1" });
});

test("F103 another form of contacts that the enterprise designed is a view of its own, with its records", async () => {
  const partners = { ...form, id: "f9", name: "合作伙伴", fields: [name, phone, company, remark] };
  const listed = ({ id, name: called }: { id: string; name: string }) => ({
    ...{ id, name: called, formType: "contact", version: 2, fieldCount: 4, hasDraft: false, revision: 2 },
    ...{ popup, indexing: false, createTime: "2026-11-01 09:00:00", updateTime: "2026-11-01 09:00:00", updatedBy: "" },
  });
  server.on(customerFormConfApi.list.path, page([listed(form), listed(partners)]));
  server.on(customerFormConfApi.findById.path, ({ query }) => (query["id"] === "f9" ? partners : form));
  server.on(formTagApi.list.path, () => []);
  server.on(recordPoolApi.setting.path, () => ({
    ...{ enabled: 0, claimLimit: 0, returnDays: 0 },
    warnDays: 3,
    mayChange: false,
  }));
  server.on(recordPoolApi.owners.path, () => []);
  server.on(recordViewApi.list.path, () => ({ views: [], roles: [] }));
  const values = { name: "何一鸣", phone: "154****0009", company: "远航物流" };
  const one = {
    ...{ id: "r1", formId: "f9", formVersion: 2, version: 1, source: "manual", ownerId: "1001", ownerName: "李晓雯" },
    ...{ values, groupId: "", callId: "", parentId: "", deleteTime: "" },
    ...{ createTime: "2026-11-02 10:00:00", updateTime: "2026-11-02 10:00:00" },
  };
  server.on(customerFormDataApi.list.path, (question) => ({
    ...page([one])(question),
    ...{ more: false, totalText: "1", next: "", indexing: [] },
  }));
  await open();
  const views = within(screen.getByRole("group", { name: "视图" }));
  expect(views.getAllByRole("button").map((one) => one.textContent)).toEqual(["企业联系人", "合作伙伴", "个人/共享"]);
  await user.click(views.getByRole("button", { name: "合作伙伴" }));
  expect(await screen.findByRole("cell", { name: "何一鸣" })).toBeVisible();
  expect(server.bodies(customerFormDataApi.list.path).at(-1)).toMatchObject({ formId: "f9" });
  expect(screen.getByRole("button", { name: "新增" })).toBeEnabled();
  // What contacts have no button for is not offered.
  for (const label of ["标签", "合并", "查重", "公海设置"])
    expect(screen.queryByRole("button", { name: label })).toBeNull();
});

test("U10 a notification opens its contact, from the address book too; what is typed into another is closed first", async () => {
  await open();
  server.on(contacterDataApi.list.path, ({ body }) => ({
    ...{ list: body["id"] === "c9" ? [{ ...contact, id: "c9", name: "何一鸣" }] : [], total: 0 },
    ...{ pageNo: 1, pageSize: 20 },
  }));
  const cover = (id: string) =>
    act(async () => {
      store.dispatch(opened({ to: "/addresslist", params: { formId: "contacter", id }, cover: true }));
    });
  await user.click(await button("个人/共享"));
  await screen.findByRole("cell", { name: "总机" });
  await cover("c9");
  expect(await screen.findByRole("dialog", { name: "联系人：何一鸣" })).toBeVisible();
  await cover("gone");
  expect(await screen.findByText("联系人不存在或已被删除")).toBeVisible();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.click(await button("新增"));
  const sheet = await screen.findByRole("dialog", { name: "新增联系人" });
  await cover("c9");
  expect(screen.getAllByRole("dialog")).toEqual([sheet]);
});

test("F66 a contact is called by its reference: the number stands in no request", async () => {
  const dialled: unknown[] = [];
  const end = bus.subscribe("call.dial", (what) => dialled.push(what));
  await open();
  await user.click(await button("呼叫"));
  end();
  expect(dialled).toEqual([{ ref: "v1.sealed" }]);
});

test("a new contact is filled in by the form: what is missing is said at its field, what was typed is sent", async () => {
  server.on(contacterDataApi.add.path, () => ({ id: "c2" }));
  await open();
  await user.click(await button("新增"));
  const sheet = within(await screen.findByRole("dialog", { name: "新增联系人" }));
  await user.type(await sheet.findByRole("textbox", { name: /^姓名/ }), "林晓岚");
  await asksToLeave(user);
  await user.type(sheet.getByRole("textbox", { name: /^电话/ }), "12345");
  await user.click(sheet.getByRole("button", { name: "保存" }));
  expect((await sheet.findAllByText(/^电话应为手机号码/))[0]).toBeVisible();
  expect((await sheet.findAllByText("请选择"))[0]).toBeVisible();
  expect(server.bodies(contacterDataApi.add.path)).toEqual([]);
  await user.clear(sheet.getByRole("textbox", { name: /^电话/ }));
  await user.type(sheet.getByRole("textbox", { name: /^电话/ }), "0571-87654321");
  await user.selectOptions(sheet.getByRole("combobox", { name: /^等级/ }), "普通");
  await user.click(sheet.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.bodies(contacterDataApi.add.path)).toMatchObject([{ name: "林晓岚", fields: { level: "1" } }]),
  );
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("a change sends what was changed: a masked number that stays is not sent, a refusal stands at its field", async () => {
  server.on(contacterDataApi.update.path, () =>
    Response.json({
      ...{ code: 400, msg: "等级：请选择" },
      data: { fields: [{ path: "fields.level", label: "等级", message: "等级：请选择" }] },
    }),
  );
  await open();
  await user.click(await button("编辑"));
  const sheet = within(await screen.findByRole("dialog", { name: "编辑联系人" }));
  const box = await sheet.findByRole("textbox", { name: /^公司/ });
  await user.clear(box);
  await user.type(box, "晨光");
  await user.click(sheet.getByRole("button", { name: "保存" }));
  expect(await sheet.findByText("等级：请选择")).toBeVisible();
  const [body] = server.bodies(contacterDataApi.update.path);
  expect(body).toMatchObject({ id: "c1", name: "高建平", company: "晨光", fields: {} });
  expect(body).not.toHaveProperty("phone");
});

test("the address book is the other view: whose an entry is, what one may change, a call by reference", async () => {
  const dialled: unknown[] = [];
  const end = bus.subscribe("call.dial", (what) => dialled.push(what));
  await open();
  await user.click(await button("个人/共享"));
  expect(await screen.findByRole("cell", { name: "总机" })).toBeVisible();
  expect(screen.getByRole("cell", { name: "共享" })).toBeVisible();
  // Somebody else's: neither changed nor deleted here.
  expect(screen.queryByRole("button", { name: "编辑" })).toBeNull();
  await user.click(await button("呼叫"));
  end();
  expect(dialled).toEqual([{ ref: "v1.entry" }]);
});

test("who may set the fields does so here: kinds, options, flags as 0 and 1", async () => {
  server.on(contacterConfApi.add.path, () => ({ id: "f9" }));
  await open();
  await user.click(await button("字段设置"));
  const board = within(await screen.findByRole("dialog", { name: "字段设置" }));
  expect(await board.findByRole("cell", { name: "level" })).toBeVisible();
  await user.click(board.getAllByRole("button", { name: "新增字段" })[0]!);
  const sheet = within(await screen.findByRole("dialog", { name: "新增字段" }));
  await user.selectOptions(sheet.getByRole("combobox", { name: /^类型/ }), "多选");
  await user.type(sheet.getByRole("textbox", { name: /^字段名称/ }), "爱好");
  await user.type(sheet.getByRole("textbox", { name: /^字段标识/ }), "hobby");
  await user.click(sheet.getByRole("button", { name: "添加选项" }));
  await user.click(sheet.getByRole("switch", { name: "可查询" }));
  await user.click(sheet.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.bodies(contacterConfApi.add.path)).toMatchObject([
      {
        ...{ type: "checkbox", name: "hobby", label: "爱好", query: 1, require: 0, enabled: 1, sort: 2 },
        items: [{ label_name: "选项1", label_value: "1" }],
      },
    ]),
  );
});

test("deleted contacts lie in the recycle bin of their form", async () => {
  server.on(contacterDataApi.delete.path, () => ({ count: 1 }));
  server.on(customerFormDataApi.recycleList.path, page([]));
  await open();
  await user.click(screen.getAllByRole("button", { name: "删除" }).at(-1)!);
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "删除" }));
  await waitFor(() => expect(server.bodies(contacterDataApi.delete.path)).toEqual([{ ids: ["c1"] }]));
  await user.click(await button("回收站"));
  expect(await screen.findByText("回收站是空的")).toBeVisible();
  expect(server.bodies(customerFormDataApi.recycleList.path).at(-1)).toMatchObject({ formId: "contacter" });
});

test("F45 chosen contacts are pushed by who may, without the right to delete them too", async () => {
  serve([recordButton("contact", "push")]);
  server.on(customerFormDataApi.push.path, () => ({ count: 1 }));
  await open();
  expect(await button("推送")).toBeDisabled();
  await user.click(screen.getAllByRole("checkbox").at(-1)!);
  await user.click(await button("推送"));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "推送" }));
  await waitFor(() => expect(server.bodies(customerFormDataApi.push.path)).toEqual([{ ids: ["c1"] }]));
});

test("without the buttons there is nothing to press but the call", async () => {
  serve([]);
  await open();
  for (const label of ["新增", "导入", "删除", "推送", "回收站", "字段设置", "编辑", "导出"])
    expect(screen.queryByRole("button", { name: label })).toBeNull();
  expect(await button("呼叫")).toBeVisible();
});
