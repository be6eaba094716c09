import type { FormRule } from "@liantai/api/forms";
import { screen, waitFor } from "@testing-library/react";
import { field, formOf, items, open, save, sent } from "./testing/harness.tsx";

beforeEach(() => void sent.splice(0));

describe("rules", () => {
  const rule = (then: FormRule["then"]): FormRule => ({
    ...{ id: "r", name: "投诉", then },
    when: { field: "kind", op: "eq", value: "b" },
  });
  const kind = field("select", "kind", "类型", { items });

  test("show, require, lock, set, options and warn follow what is typed", async () => {
    const { user } = open(
      [
        kind,
        field("input", "why", "原因"),
        field("input", "owner", "处理人"),
        field("input", "grade", "等级"),
        field("radio", "level", "级别", { items }),
        field("input", "note", "说明"),
      ],
      [
        rule([
          { do: "show", fields: ["why"] },
          { do: "require", fields: ["why"] },
          { do: "lock", fields: ["owner"] },
          { do: "set", field: "grade", value: '"高"' },
          { do: "options", field: "level", values: ["a"] },
          { do: "warn", field: "note", text: "请写明经过" },
          { do: "warn", text: "投诉要当天处理" },
        ]),
      ],
    );
    expect(screen.queryByLabelText("原因")).toBeNull();
    expect(screen.getAllByRole("radio")).toHaveLength(2);
    await user.selectOptions(screen.getByLabelText("类型"), "乙");
    expect(screen.getByLabelText("原因")).toBeRequired();
    expect(screen.getByLabelText("处理人")).toBeDisabled();
    expect(screen.getByLabelText("等级")).toHaveValue("高");
    expect(screen.getAllByRole("radio")).toHaveLength(1);
    expect(screen.getByText("请写明经过")).toBeVisible();
    expect(screen.getByText("投诉要当天处理")).toBeVisible();
    await user.selectOptions(screen.getByLabelText("类型"), "甲");
    expect(screen.queryByLabelText("原因")).toBeNull();
    expect(screen.getByLabelText("处理人")).toBeEnabled();
  });

  test("F14 what was typed into a field that goes is there when it comes back, and is not sent meanwhile", async () => {
    const { user } = open([kind, field("input", "why", "原因")], [rule([{ do: "hide", fields: ["why"] }])]);
    await user.type(screen.getByLabelText("原因"), "漏水");
    await user.selectOptions(screen.getByLabelText("类型"), "乙");
    await save();
    await waitFor(() => expect(sent).toEqual([{ kind: "b" }]));
    await user.selectOptions(screen.getByLabelText("类型"), "甲");
    expect(screen.getByLabelText("原因")).toHaveValue("漏水");
  });

  test("a warning that stops lets nothing be saved", async () => {
    const { user } = open([kind], [rule([{ do: "warn", text: "请转投诉组", stop: true }])]);
    await user.selectOptions(screen.getByLabelText("类型"), "乙");
    await save();
    expect(await screen.findByRole("alert")).toHaveTextContent("请转投诉组");
    expect(sent).toEqual([]);
  });
});

test("a formula is counted while one types; an amount is exact", async () => {
  const number = { ext: { content: "number", precision: 2 } } as const;
  const { user } = open([
    field("input", "price", "单价", number),
    field("input", "count", "数量", { ext: { content: "number" } }),
    field("input", "total", "总价", { ext: { content: "number", precision: 2, formula: "单价 * 数量 + 0.1" } }),
  ]);
  await user.type(screen.getByLabelText("单价"), "0.1");
  await user.type(screen.getByLabelText("数量"), "2");
  expect(screen.getByLabelText("总价")).toBeDisabled();
  expect(screen.getByLabelText("总价")).toHaveValue("0.30");
  await save();
  await waitFor(() => expect(sent).toEqual([{ price: "0.10", count: "2" }]));
});

test("a keystroke draws its own field and those that depend on it, and no other", async () => {
  const fields = Array.from({ length: 50 }, (_, at) => field("input", `f${at}`, `字段${at}`));
  const { user, form } = open([...fields, field("input", "sum", "合计", { ext: { formula: "f0 & 字段1" } })], [], {});
  expect(form.fields).toHaveLength(51);
  // A field reads its note each time it is drawn.
  const drawn: string[] = [];
  for (const one of form.fields)
    Object.defineProperty(one, "note", {
      get() {
        drawn.push(one.name);
        return "";
      },
    });
  await user.type(screen.getByLabelText("字段0"), "好");
  await waitFor(() => expect(screen.getByLabelText("合计")).toHaveValue("好"));
  expect([...new Set(drawn)].toSorted()).toEqual(["f0", "sum"]);
});

test("detail rows: added, filled, counted, pasted from a sheet, wrong at their cell, and no fewer than the least", async () => {
  const rows = field("rows", "goods", "商品", {
    ext: {
      rows: {
        min: 1,
        sums: ["amount"],
        fields: [
          field("input", "title", "名称", { require: true }),
          field("input", "price", "单价", { ext: { content: "number" } }),
          field("input", "count", "数量", { ext: { content: "number" } }),
          field("input", "amount", "金额", { ext: { content: "number", precision: 2, formula: "单价 * 数量" } }),
        ],
      },
    },
  });
  const { user } = open([rows]);
  expect(screen.getByRole("button", { name: "移除商品第1行" })).toBeDisabled();
  await user.type(screen.getByLabelText("商品第1行单价"), "0.1");
  await user.type(screen.getByLabelText("商品第1行数量"), "3");
  expect(screen.getByLabelText("商品第1行金额")).toHaveValue("0.30");
  await save();
  expect(await screen.findByText("该字段不能为空")).toBeVisible();
  await user.click(screen.getByLabelText("商品第1行名称"));
  await user.paste("水泵\t20\t2\n软管\t5\t4\n");
  expect(screen.getByLabelText("商品第2行名称")).toHaveValue("软管");
  expect(screen.getByText("金额合计：60.00")).toBeVisible();
  await save();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual({
    goods: [
      { title: "水泵", price: "20", count: "2", amount: "40.00" },
      { title: "软管", price: "5", count: "4", amount: "20.00" },
    ],
  });
});

describe("a hidden number", () => {
  const phone = field("input", "phone", "电话", { require: true, ext: { content: "phone", mask: "phone" } });
  const stored = { phone: "138****1111", name: "王芳" };

  test("is emptied by the focus, comes back when it is left empty, and is not sent", async () => {
    const { user } = open([phone, field("input", "name", "姓名")], [], { stored });
    await user.click(screen.getByLabelText("电话"));
    expect(screen.getByLabelText("电话")).toHaveValue("");
    await user.tab();
    expect(screen.getByLabelText("电话")).toHaveValue("138****1111");
    await user.type(screen.getByLabelText("姓名"), "芳");
    await save();
    await waitFor(() => expect(sent).toEqual([{ name: "王芳芳" }]));
    await user.type(screen.getByLabelText("电话"), "139");
    expect(screen.getByLabelText("电话")).toHaveValue("139");
  });

  test("is shown whole for a reason, where that may be", async () => {
    const asked: string[] = [];
    const { user } = open([phone], [], {
      stored,
      sources: {
        reveal: async (name, reason) => {
          asked.push(`${name} ${reason}`);
          return "13800001111";
        },
      },
    });
    await user.click(screen.getByRole("button", { name: "查看完整的电话" }));
    await user.click(screen.getByRole("button", { name: "查看" }));
    expect(screen.getByRole("alert")).toHaveTextContent("请输入查看原因");
    await user.type(screen.getByLabelText("查看电话的原因"), "客户要求核对{Enter}");
    expect(await screen.findByText("13800001111")).toBeVisible();
    expect(asked).toEqual(["phone 客户要求核对"]);
    expect(sent).toEqual([]);
  });
});

test("what the server refuses stands at its field, what names none above the form, and the text stays", async () => {
  const { user } = open([field("input", "code", "编号"), field("input", "name", "姓名")], [], {
    more: {
      onSubmit: () =>
        Promise.reject({
          ...{ text: "输入有误", level: "error", action: "none" },
          fields: [{ path: "values.code", label: "编号", message: "编号已存在" }],
        }),
    },
  });
  await user.type(screen.getByLabelText("编号"), "KH1");
  await save();
  expect(await screen.findByText("编号已存在")).toBeVisible();
  expect(screen.getByLabelText("编号")).toHaveValue("KH1");
  await user.type(screen.getByLabelText("编号"), "2");
  expect(screen.queryByText("编号已存在")).toBeNull();
});

test("F14 a new version of the form keeps what was typed", async () => {
  const { user, redraw } = open([field("input", "name", "姓名")]);
  await user.type(screen.getByLabelText("姓名"), "王芳");
  redraw(formOf([field("input", "name", "客户姓名"), field("input", "age", "年龄")]));
  expect(screen.getByLabelText("客户姓名")).toHaveValue("王芳");
  expect(screen.getByLabelText("年龄")).toHaveValue("");
});

test("headings fold and unfold, as tabs they go by the arrow keys; a fault opens where it is", async () => {
  const sections = [
    { id: "s1", title: "联系方式", folded: true },
    { id: "s2", title: "回访" },
  ];
  const fields = [
    field("input", "name", "姓名"),
    field("input", "mail", "邮箱", { require: true, ext: { section: "s1" } }),
    field("input", "result", "结果", { ext: { section: "s2" } }),
  ];
  const { user } = open(fields, [], {}, { sections });
  expect(screen.getByLabelText("邮箱")).not.toBeVisible();
  await save();
  await waitFor(() => expect(screen.getByLabelText("邮箱")).toBeVisible());
  await user.click(screen.getByRole("button", { name: "回访" }));
  expect(screen.getByLabelText("结果")).not.toBeVisible();
});

test("as tabs", async () => {
  const sections = [{ id: "s1", title: "联系方式" }];
  const fields = [
    field("input", "name", "姓名"),
    field("input", "mail", "邮箱", { require: true, ext: { section: "s1" } }),
  ];
  const { user } = open(fields, [], { more: { sections: "tabs" } }, { sections });
  await user.click(screen.getByRole("tab", { name: "基本信息" }));
  await user.keyboard("{ArrowRight}");
  expect(screen.getByLabelText("邮箱")).toBeVisible();
  await user.click(screen.getByRole("tab", { name: "基本信息" }));
  await save();
  await waitFor(() => expect(screen.getByLabelText("邮箱")).toBeVisible());
  expect(screen.getByRole("tab", { name: /联系方式/ })).toHaveTextContent("1处有误");
});

test("hidden fields and 工单升级 are drawn in no form that is filled; permission locks", () => {
  open([
    field("input", "secret", "内部", { hidden: true }),
    field("input", "up", "升级", { workOrderUpgrade: true }),
    field("input", "code", "编号", { permission: true }),
  ]);
  expect(screen.queryByLabelText("内部")).toBeNull();
  expect(screen.queryByLabelText("升级")).toBeNull();
  expect(screen.getByLabelText("编号")).toBeDisabled();
});

test("to be read: options by name, cascades by their way, numbers as they came", async () => {
  open(
    [
      field("input", "phone", "电话", { ext: { content: "phone", mask: "phone" } }),
      field("select", "card", "会员", { ext: { options: { from: "dictionary", code: "card" } } }),
      field("checkbox", "tags", "标签", { items }),
      field("input", "inner", "内部说明", { detailDisplay: false }),
    ],
    [],
    { read: true, stored: { phone: "138****1111", card: "gold", tags: ["a", "gone"], inner: "x" } },
  );
  expect(screen.getByText("138****1111")).toBeVisible();
  expect(await screen.findByText("金卡")).toBeVisible();
  expect(screen.getByText("甲、gone")).toBeVisible();
  expect(screen.queryByText("内部说明")).toBeNull();
});

test("W14 工单升级 is read where it was written, if neither its definition nor a rule hides it", () => {
  const up = (name: string, label: string, more: object = {}) =>
    field("input", name, label, { workOrderUpgrade: true, ...more });
  const hide = {
    id: "r",
    name: "高",
    when: { field: "kind", op: "eq", value: "b" },
    then: [{ do: "hide", fields: ["c"] }],
  };
  open(
    [
      field("select", "kind", "类型", { items }),
      up("a", "升级"),
      up("b", "内部升级", { hidden: true }),
      up("c", "规则升级"),
    ],
    [hide as FormRule],
    { read: true, stored: { kind: "b", a: "1级，节点时限", b: "2级", c: "3级" } },
  );
  expect(screen.getByText("升级")).toBeVisible();
  expect(screen.getByText("1级，节点时限")).toBeVisible();
  expect(screen.queryByText("内部升级")).toBeNull();
  expect(screen.queryByText("规则升级")).toBeNull();
});
