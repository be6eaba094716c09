import { unsavedOf } from "@liantai/api/client";
import { customerFormConfApi, formTagApi } from "@liantai/api/contract/workorder";
import type { FormField } from "@liantai/api/forms";
import { asksToLeave, openTabOf, page, refusal, signIn, type FakeServer } from "@liantai/ui/testing";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Root } from "../root.tsx";

const at = "2026-03-01 09:00:00";
const popup = { isPopup: 0, inbound: "ring", outbound: "answer", accessNumbers: ["4001"], skillGroupIds: [] };
const fields: FormField[] = [
  { type: "input", name: "taskMark", label: "任务标识", config: true },
  { type: "input", name: "count", label: "数量", ext: { content: "number" } },
  { type: "select", name: "kind", label: "类型", items: [{ label_name: "甲", label_value: "a" }] },
];
const form = {
  ...{ id: "f1", name: "报修", formType: "task", version: 1, fields, ext: null, draft: null, revision: 3 },
  ...{ popup, indexing: [], createTime: at, updateTime: at },
};
const listed = {
  ...{ id: "f1", name: "报修", formType: "task", version: 1, fieldCount: 3, hasDraft: false, revision: 3 },
  ...{ popup, indexing: false, createTime: at, updateTime: at, updatedBy: "张建国" },
};

let user: ReturnType<typeof userEvent.setup>;
let server: FakeServer;
const { update, findById, list, versions, setPopup, popupPlaces, add } = customerFormConfApi;

beforeEach(() => {
  user = userEvent.setup();
  server = signIn(
    {},
    { page: "/formmanage", buttons: ["add", "update", "delete"].map((verb) => `customerForm.${verb}`) },
  );
  server.on(list.path, page([listed]));
  server.on(findById.path, () => form);
  server.on(versions.path, () => [{ version: 1, fieldCount: 3, publishTime: at, publishedBy: "张建国" }]);
  server.on(update.path, () => ({ id: "f1", version: 1, revision: 4, indexing: [] }));
});

const panel = () => within(screen.getByRole("complementary", { name: "属性" }));
const card = (label: string) => screen.getByRole("button", { name: new RegExp(`^${label}，`) });
const labels = () =>
  [...document.querySelectorAll("[data-field-card]")].map((one) => one.getAttribute("aria-label")!.split("，")[0]);
const press = (name: string) => user.click(screen.getByRole("button", { name }));
async function design(): Promise<void> {
  await openTabOf(Root, "/formmanage", "?design=f1");
  await screen.findByRole("button", { name: "返回列表" });
}
const saved = () =>
  server.bodies(update.path).at(-1) as { fields: FormField[]; ext: object; draft: number; revision: number };

test("the list opens a form's designer, whose address stays with the tab", async () => {
  await openTabOf(Root, "/formmanage");
  await user.click(await screen.findByRole("button", { name: "设计" }));
  await screen.findByRole("button", { name: "返回列表" });
  expect(labels()).toEqual(["任务标识", "数量", "类型"]);
  await press("返回列表");
  expect(await screen.findByText("第1版")).toBeVisible();
});

test("E2 an option's label_cascade, which means nothing here, stays through a change and is typed by nobody", async () => {
  const items = [{ label_name: "甲", label_value: "a", label_cascade: "c1" }];
  server.on(findById.path, () => ({ ...form, fields: [fields[0], fields[1], { ...fields[2]!, items }] }));
  await design();
  await user.click(card("类型"));
  expect(panel().queryByLabelText("选项1级联")).toBeNull();
  await user.type(panel().getByLabelText("选项1名称"), "等");
  await press("保存草稿");
  await waitFor(() => expect(saved().fields[2]!.items).toEqual([{ ...items[0], label_name: "甲等" }]));
});

test("a new form begins as a draft with the fields of its type", async () => {
  server.on(add.path, () => ({ id: "f1", version: 0, revision: 1, indexing: [] }));
  await openTabOf(Root, "/formmanage");
  await user.click(await screen.findByRole("button", { name: "新增" }));
  await user.type(screen.getByLabelText(/^表单名称/, { selector: '[role="dialog"] input' }), "回访");
  await press("新增并设计");
  await screen.findByRole("button", { name: "返回列表" });
  expect(server.bodies(add.path)).toEqual([{ name: "回访", formType: "customer", draft: 1 }]);
});

test("F86 layouts of the popup: for which numbers and groups which fields stand first; the rest of the popup stays", async () => {
  server.on(list.path, page([{ ...listed, formType: "customer" }]));
  server.on(setPopup.path, () => null);
  server.on(formTagApi.list.path, () => [{ id: "t1", name: "重点", color: "red", count: 0 }]);
  server.on(popupPlaces.path, () => ({
    accessNumbers: [{ number: "4002", title: "售后" }],
    skillGroups: [{ id: "g1", name: "客服一组" }],
  }));
  await openTabOf(Root, "/formmanage");
  await user.click(await screen.findByRole("button", { name: "弹屏布局" }));
  const sheet = within(await screen.findByRole("dialog", { name: "弹屏布局：报修" }));
  await user.click(await sheet.findByRole("button", { name: "添加布局" }));
  await user.click(sheet.getByRole("checkbox", { name: "4002 售后" }));
  await asksToLeave(user);
  await user.click(sheet.getByRole("button", { name: "保存" }));
  expect(await sheet.findByRole("alert")).toHaveTextContent("请为布局1选择字段");
  await user.click(sheet.getByRole("checkbox", { name: "类型" }));
  await user.click(sheet.getByRole("checkbox", { name: "数量" }));
  await user.click(sheet.getByRole("checkbox", { name: "重点" }));
  await user.type(sheet.getByRole("textbox", { name: /引导步骤/ }), "核对姓名{Enter}{Enter} 登记需求 ");
  await user.click(sheet.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.bodies(setPopup.path)).toEqual([
      {
        ...{ id: "f1", isPopup: 0, inbound: "ring", outbound: "answer", accessNumbers: ["4001"], skillGroupIds: [] },
        layouts: [
          {
            ...{ accessNumbers: ["4002"], skillGroupIds: [], tagIds: ["t1"] },
            ...{ fields: ["kind", "count"], steps: ["核对姓名", "登记需求"] },
          },
        ],
      },
    ]),
  );
});

test("F83 what roles see, must fill and may type is ticked per role; what was ticked for several is saved for each", async () => {
  const { roleFields, saveRoleFields } = customerFormConfApi;
  server.on(roleFields.path, () => ({
    ...{
      roles: [
        { id: "r1", name: "坐席" },
        { id: "r2", name: "班长" },
      ],
      form: { ...form, formId: "f1" },
    },
    fields: { r1: { count: { enable: false } } },
  }));
  server.on(saveRoleFields.path, () => null);
  await openTabOf(Root, "/formmanage");
  await user.click(await screen.findByRole("button", { name: "角色字段" }));
  const sheet = within(await screen.findByRole("dialog", { name: "角色字段：报修" }));
  expect(await sheet.findByRole("checkbox", { name: "数量：锁定" })).toBeChecked();
  await user.click(sheet.getByRole("checkbox", { name: "数量：锁定" }));
  await user.click(sheet.getByRole("checkbox", { name: "类型：显示" }));
  await asksToLeave(user);
  await user.selectOptions(sheet.getByRole("combobox", { name: "角色" }), "班长");
  expect(sheet.getByRole("checkbox", { name: "类型：显示" })).toBeChecked();
  await user.click(sheet.getByRole("checkbox", { name: "任务标识：必填" }));
  await user.click(sheet.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.bodies(saveRoleFields.path)).toEqual([
      { id: "f1", roleId: "r1", fields: { kind: { hidden: true } } },
      { id: "f1", roleId: "r2", fields: { taskMark: { require: true } } },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("when the form comes up is set, and with calls to which numbers and groups; one that is gone can be taken away", async () => {
  server.on(setPopup.path, () => null);
  server.on(popupPlaces.path, () => ({
    accessNumbers: [{ number: "4002", title: "售后" }],
    skillGroups: [{ id: "g1", name: "客服一组" }],
  }));
  server.on(list.path, page([{ ...listed, formType: "customer" }]));
  await openTabOf(Root, "/formmanage");
  await user.click(await screen.findByRole("button", { name: "弹屏设置" }));
  await user.click(screen.getByRole("switch", { name: "弹屏" }));
  await user.click(await screen.findByRole("option", { name: "4001（已删除）" }));
  await user.click(screen.getByRole("option", { name: "4002 售后" }));
  await user.click(screen.getByRole("option", { name: "客服一组" }));
  await press("保存");
  await waitFor(() =>
    expect(server.bodies(setPopup.path)).toEqual([
      { ...popup, id: "f1", isPopup: 1, accessNumbers: ["4002"], skillGroupIds: ["g1"] },
    ]),
  );
});

test("a form that comes up with no call offers no setting of it", async () => {
  await openTabOf(Root, "/formmanage");
  expect(await screen.findByRole("button", { name: "设计" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "弹屏设置" })).toBeNull();
});

describe("the designer", () => {
  beforeEach(design);

  test("adds by press after the chosen field, moves, copies and removes by keys, and undoes all of it", async () => {
    await user.click(card("数量"));
    await press("添加多选");
    expect(labels()).toEqual(["任务标识", "数量", "多选", "类型"]);
    card("多选").focus();
    await user.keyboard("{Alt>}{ArrowUp}{/Alt}");
    expect(labels()).toEqual(["任务标识", "多选", "数量", "类型"]);
    card("多选").focus();
    await user.keyboard("{Control>}d{/Control}");
    expect(labels()).toEqual(["任务标识", "多选", "多选2", "数量", "类型"]);
    card("多选").focus();
    await user.keyboard("{Delete}");
    expect(labels()).toEqual(["任务标识", "多选2", "数量", "类型"]);
    for (let n = 0; n < 4; n++) await press("撤销");
    expect(labels()).toEqual(["任务标识", "数量", "类型"]);
    expect(screen.getByRole("button", { name: "撤销" })).toBeDisabled();
    await press("重做");
    expect(labels()).toEqual(["任务标识", "数量", "多选", "类型"]);
  });

  test("the keyboard stays where the hand is: with a card that moved, on its copy, beside one that went, and steps back", async () => {
    const focused = (label: string) => waitFor(() => expect(card(label)).toHaveFocus());
    card("任务标识").focus();
    await user.keyboard("{Alt>}{ArrowDown}{/Alt}");
    await focused("任务标识");
    await user.keyboard("{Alt>}{ArrowDown}{/Alt}");
    expect(labels()).toEqual(["数量", "类型", "任务标识"]);
    await focused("任务标识");
    await user.keyboard("{Alt>}{ArrowUp}{/Alt}");
    await focused("任务标识");
    card("类型").focus();
    await user.keyboard("{Control>}d{/Control}");
    await focused("类型2");
    await user.keyboard("{Delete}");
    await focused("类型");
    await user.keyboard("{Control>}z{/Control}");
    expect(labels()).toEqual(["数量", "任务标识", "类型", "类型2"]);
    card("数量").focus();
    await user.keyboard("{Delete}");
    await focused("任务标识");
  });

  test("a field of the system keeps its key and kind, and does not go", async () => {
    card("任务标识").focus();
    await user.keyboard("{Delete}");
    await user.click(card("任务标识"));
    expect(labels()).toHaveLength(3);
    expect(panel().getByLabelText("字段标识")).toBeDisabled();
    expect(panel().getByLabelText("类型")).toBeDisabled();
    expect(screen.queryByRole("button", { name: "移除任务标识" })).toBeNull();
  });

  test("attributes change the field on the canvas; what was typed into one place is one step back", async () => {
    await user.click(card("数量"));
    await user.clear(panel().getByLabelText("字段名称"));
    await user.type(panel().getByLabelText("字段名称"), "件数");
    await user.type(panel().getByLabelText("最大值"), "5x");
    expect(panel().getByText("请输入数字")).toBeVisible();
    await user.type(panel().getByLabelText("最大值"), "{Backspace}0");
    await user.click(panel().getByRole("checkbox", { name: "必填" }));
    await user.click(panel().getByRole("checkbox", { name: "列表显示" }));
    expect(labels()).toContain("件数");
    expect(unsavedOf([...new Set(["/formmanage?design=f1", "/formmanage"])]).length).toBeGreaterThan(0);
    await press("保存草稿");
    await waitFor(() => expect(saved()).toMatchObject({ draft: 1, revision: 3 }));
    expect(saved().fields[1]).toEqual({
      ...{ type: "input", name: "count", label: "件数", require: true, listDisplay: false },
      ext: { content: "number", max: 50 },
    });
  });

  test("options are typed, pasted as lines, and keep their values", async () => {
    await user.click(card("类型"));
    await user.click(panel().getByRole("button", { name: "批量编辑" }));
    await user.clear(panel().getByLabelText("每行一个选项"));
    await user.click(panel().getByLabelText("每行一个选项"));
    await user.paste("甲\n乙\n丙\tc\n乙");
    await user.click(panel().getByRole("button", { name: "使用这些选项" }));
    await press("保存草稿");
    await waitFor(() =>
      expect(saved().fields[2]!.items).toEqual([
        { label_name: "甲", label_value: "a" },
        { label_name: "乙", label_value: "2" },
        { label_name: "丙", label_value: "c" },
      ]),
    );
  });

  test("F15 expressions are completed by keys; a fault stands at the field, counts on its card and stops publishing", async () => {
    await user.click(card("任务标识"));
    const formula = () => panel().getByLabelText("公式", { selector: "textarea" });
    await user.type(formula(), "连接(数");
    expect(screen.getByRole("option", { name: /数量/ })).toHaveAttribute("aria-selected", "true");
    await user.keyboard("{Enter}, 1");
    expect(formula()).toHaveValue("连接(数量, 1");
    expect(await panel().findByText(/缺少“\)”/)).toBeVisible();
    await press("发布");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByRole("list", { name: "设计中的错误" })).toHaveTextContent("缺少“)”");
    await user.click(formula());
    await user.keyboard("{End})");
    expect(formula()).toHaveValue("连接(数量, 1)");
    await waitFor(() => expect(screen.queryByRole("button", { name: "1处错误" })).toBeNull());
  });

  test("a rule is made of condition and action; the preview says whether it holds and why", async () => {
    await user.click(screen.getByRole("tab", { name: "规则" }));
    await press("添加规则");
    await user.selectOptions(screen.getByLabelText("条件的字段"), "数量");
    await user.selectOptions(screen.getByLabelText("比较方式"), "大于");
    await user.type(screen.getByLabelText("比较的值"), "3");
    await user.selectOptions(screen.getByLabelText("动作"), "必填");
    await user.click(screen.getByRole("checkbox", { name: "类型" }));
    await user.click(screen.getByRole("tab", { name: "预览" }));
    const trial = within(await screen.findByRole("form", { name: "试填" }));
    await user.type(trial.getByLabelText("数量"), "4");
    const said = within(screen.getByRole("complementary", { name: "规则与公式的结果" }));
    expect(await said.findByText("成立")).toBeVisible();
    await press("试保存");
    expect(await trial.findByText("请选择")).toBeVisible();
    await press("保存草稿");
    await waitFor(() =>
      expect(saved().ext).toEqual({
        rules: [
          {
            ...{ id: "rule1", name: "规则", then: [{ do: "require", fields: ["kind"] }] },
            when: { all: [{ field: "count", op: "gt", value: 3 }] },
          },
        ],
      }),
    );
  });

  test("列与展示 marks where a field stands", async () => {
    await user.click(screen.getByRole("tab", { name: "列与展示" }));
    await user.click(screen.getByRole("checkbox", { name: "数量：查询" }));
    await user.click(screen.getByRole("checkbox", { name: "数量：导出" }));
    await user.click(screen.getByRole("checkbox", { name: "数量：弹屏" }));
    expect(screen.getByText(/数字1\/6/)).toBeVisible();
    await press("保存草稿");
    await waitFor(() => expect(saved().fields[1]).toMatchObject({ query: true, export: false, ext: { popup: true } }));
  });

  test("publishing says what becomes another, and lists values that are there twice before they are kept", async () => {
    await user.click(card("数量"));
    await user.click(panel().getByRole("checkbox", { name: "不可重复" }));
    await press("移除数量");
    await press("撤销");
    await press("发布");
    const dialog = within(screen.getByRole("dialog", { name: "发布表单" }));
    expect(dialog.getByText("不可重复：否 → 是")).toBeVisible();
    server.on(update.path, ({ body }) =>
      body.acceptDuplicates === 1
        ? { id: "f1", version: 2, revision: 4, indexing: [] }
        : Response.json({
            ...{ code: 0, msg: "“数量”已有重复的数据" },
            data: { duplicates: [{ field: "count", label: "数量", values: [{ value: "3", count: 2 }] }] },
          }),
    );
    await user.click(dialog.getByRole("button", { name: "发布" }));
    expect(await dialog.findByText("3（2条）")).toBeVisible();
    expect(dialog.getByRole("button", { name: "发布" })).toBeDisabled();
    await user.click(dialog.getByRole("checkbox"));
    await user.click(dialog.getByRole("button", { name: "发布" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(saved()).toMatchObject({ draft: 0, acceptDuplicates: 1 });
  });

  test("removed fields are 历史字段 and come back with what they were", async () => {
    await user.click(card("数量"));
    await press("移除数量");
    await press("恢复数量");
    await press("保存草稿");
    await waitFor(() => expect(saved().fields.at(-1)).toEqual(fields[1]));
  });

  test("F15 somebody else saved meanwhile: the design stays, and may go over the other's", async () => {
    server.on(update.path, ({ body }) =>
      body.revision === 9
        ? { id: "f1", version: 1, revision: 10, indexing: [] }
        : refusal("conflict", "表单已被周敏修改，请刷新后重试"),
    );
    await press("添加日期");
    await press("保存草稿");
    expect(await screen.findByRole("alertdialog")).toHaveTextContent("表单已被周敏修改");
    server.on(findById.path, () => ({ ...form, revision: 9 }));
    await press("用我的设计覆盖");
    await waitFor(() => expect(saved()).toMatchObject({ revision: 9 }));
    expect(labels()).toContain("日期");
    expect(await screen.findByText("已保存")).toBeVisible();
  });

  test("sections take fields, and give them back when they go", async () => {
    await press("添加分组");
    await user.click(card("数量"));
    await user.selectOptions(panel().getByLabelText("分组"), "分组");
    expect(labels()).toEqual(["任务标识", "类型", "数量"]);
    await press("移除分组分组");
    expect(labels()).toEqual(["任务标识", "数量", "类型"]);
  });

  test("a table's columns are fields of their own, with sums of those that are numbers", async () => {
    await press("添加明细");
    await user.click(panel().getByRole("button", { name: "添加列" }));
    await user.selectOptions(panel().getByLabelText("内容类型"), "数字");
    await user.click(panel().getByRole("checkbox", { name: "在表格下合计" }));
    await press("保存草稿");
    await waitFor(() => expect(saved().fields.at(-1)!.ext!.rows).toMatchObject({ sums: ["column2"] }));
  });
});
