import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { field, items, open, save, sent } from "./testing/harness.tsx";

beforeEach(() => void sent.splice(0));

test("F98 a number that is hidden from the person is filled in as it is shown, and sent so: the server has the whole one", async () => {
  const lookup = async () => [{ id: "c1", label: "王女士", note: "", values: { phone: "138****1111" } }];
  const { user } = open(
    [
      field("lookup", "who", "介绍人", { ext: { lookup: { to: "customer", fills: { tel: "phone" } } } }),
      field("input", "tel", "介绍人电话", { require: true, ext: { content: "phone" } }),
      field("input", "own", "本人电话", { ext: { content: "phone" } }),
    ],
    [],
    { sources: { lookup } },
  );
  await user.type(screen.getByLabelText("介绍人"), "王");
  await screen.findByRole("option", { name: /王女士/ });
  await user.keyboard("{Enter}");
  expect(screen.getByLabelText("介绍人电话")).toHaveValue("138****1111");
  await save();
  await waitFor(() => expect(sent).toEqual([{ who: { id: "c1", label: "王女士" }, tel: "138****1111" }]));
});

test("what is missing is said at each field in its own words, and the first of them has the focus", async () => {
  open([
    field("input", "name", "姓名", { require: true }),
    field("textarea", "remark", "备注", { require: true, ruleError: "请写备注" }),
    field("radio", "level", "级别", { require: true, items }),
    field("select", "kind", "类型", { require: true, items }),
    field("checkbox", "tags", "标签", { require: true, items }),
    field("datepicker", "day", "日期", { require: true }),
    field("uploads", "files", "附件", { require: true }),
    field("cascading select", "area", "地区", {
      require: true,
      cascadeCount: 2,
      ext: { options: { from: "cascade", id: "" } },
    }),
    field("lookup", "who", "客户", { require: true, ext: { lookup: { to: "customer" } } }),
  ]);
  await save();
  const wrong = (name: string) =>
    within(document.querySelector<HTMLElement>(`[data-field="${name}"]`)!).getByText(
      /该字段不能为空|请写备注|^请选择$|该选项不能为空|请上传图片|该项为必填项/,
      { selector: '[data-part="error-text"]' },
    ).textContent;
  expect(["name", "remark", "level", "kind", "tags", "day", "files", "area", "who"].map(wrong)).toEqual([
    ...["该字段不能为空", "请写备注", "请选择", "请选择", "该选项不能为空", "该选项不能为空", "请上传图片", "请选择"],
    "该项为必填项",
  ]);
  await waitFor(() => expect(screen.getByLabelText("姓名")).toHaveFocus());
  expect(sent).toEqual([]);
});

test("every kind of control gives the value that the record keeps", async () => {
  const { user } = open([
    field("input", "phone", "电话"),
    field("input", "price", "价格", { ext: { content: "number", min: 1, max: 50, precision: 2 } }),
    field("textarea", "remark", "备注"),
    field("radio", "level", "级别", { items }),
    field("select", "card", "会员", { ext: { options: { from: "dictionary", code: "card" } } }),
    field("checkbox", "tags", "标签", { items }),
    field("datepicker", "day", "日期"),
    field("datepicker", "at", "时间", { format: "yyyy-MM-dd HH:mm" }),
    field("datepicker", "month", "月份", { format: "yyyy-MM" }),
    field("datepicker", "clock", "钟点", { format: "HH:mm" }),
    field("uploads", "files", "附件"),
    field("cascading select", "area", "地区", { cascadeCount: 2, ext: { options: { from: "cascade", id: "" } } }),
    field("lookup", "who", "介绍人", { ext: { lookup: { to: "customer", fills: { tel: "phone" } } } }),
    field("input", "tel", "介绍人电话", { ext: { content: "phone" } }),
  ]);
  // realtime.md section 5: 请输入 or 请选择 and the label; what a format wants is said where no day is picked.
  const asks = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).placeholder;
  expect(["日期", "时间", "月份"].map(asks)).toEqual(["请选择日期", "请选择时间", "请选择月份（yyyy-MM）"]);
  await within(screen.getByLabelText("地区第1级")).findByRole("option", { name: "请选择地区" });
  await user.type(screen.getByLabelText("电话"), "138-0000 1111");
  await user.type(screen.getByLabelText("价格"), "99.999");
  await user.type(screen.getByLabelText("备注"), "常客");
  await user.click(screen.getByRole("radio", { name: "乙" }));
  await screen.findByRole("option", { name: "金卡" });
  await user.selectOptions(screen.getByLabelText("会员"), "金卡");
  await user.click(screen.getByRole("checkbox", { name: "乙" }));
  await user.click(screen.getByRole("checkbox", { name: "甲" }));
  await user.type(screen.getByLabelText("日期"), "2026年3月5日");
  await user.type(screen.getByLabelText("时间"), "2026-3-5 9:07");
  await user.type(screen.getByLabelText("月份"), "2026/3");
  await user.type(screen.getByLabelText("钟点"), "905");
  await user.upload(screen.getByLabelText("附件", { selector: "input" }), new File(["x"], "身份证.png"));
  await user.selectOptions(screen.getByLabelText("地区第1级"), await screen.findByRole("option", { name: "广东" }));
  await user.selectOptions(screen.getByLabelText("地区第2级"), await screen.findByRole("option", { name: "广州" }));
  await user.type(screen.getByLabelText("介绍人"), "王");
  await screen.findByRole("option", { name: /王女士/ });
  await user.keyboard("{Enter}");
  await save();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual({
    phone: "13800001111",
    price: "50.00",
    remark: "常客",
    level: "b",
    card: "gold",
    tags: ["a", "b"],
    day: "2026-03-05",
    at: "2026-03-05 09:07",
    month: "2026-03",
    clock: "09:05",
    files: [{ name: "id 身份证.png", fileName: "身份证.png" }],
    area: { ids: ["gd", "gz"], labels: ["广东", "广州"] },
    who: { id: "c1", label: "王女士" },
    tel: "02088886666",
  });
});

test("a file of another kind and one too many are refused before they leave", async () => {
  const { user } = open([field("uploads", "files", "附件", { amount: 2 })]);
  const input = screen.getByLabelText<HTMLInputElement>("附件", { selector: "input" });
  const loose = userEvent.setup({ applyAccept: false });
  await loose.upload(input, new File(["x"], "a.exe"));
  expect(await screen.findByText("只能上传jpg, jpeg, png, xls, xlsx, doc, docx文件")).toBeVisible();
  await user.upload(
    input,
    ["a.png", "b.png", "c.png"].map((name) => new File([name], name)),
  );
  expect(await screen.findByRole("alert")).toHaveTextContent("最多上传2个文件");
});

test("an upload that fails names field and file, and leaves what is there", async () => {
  const { user } = open([field("uploads", "files", "附件")], [], {
    sources: { upload: () => Promise.reject(new Error("gone")) },
  });
  await user.upload(screen.getByLabelText("附件", { selector: "input" }), new File(["x"], "a.png"));
  expect(await screen.findByText("表单控件附件【a.png】文件上传失败！")).toBeVisible();
});

test("a cascade is chosen to its depth or to a leaf; another choice above empties what is below", async () => {
  const { user } = open([
    field("cascading select", "area", "地区", { cascadeCount: 2, ext: { options: { from: "cascade", id: "" } } }),
  ]);
  await user.selectOptions(screen.getByLabelText("地区第1级"), await screen.findByRole("option", { name: "广东" }));
  await save();
  expect(await screen.findByText("请选择", { selector: '[data-part="error-text"]' })).toBeVisible();
  await user.selectOptions(screen.getByLabelText("地区第1级"), "香港");
  await save();
  await waitFor(() => expect(sent).toEqual([{ area: { ids: ["hk"], labels: ["香港"] } }]));
});

test("levels of a multilevel select are added one by one and taken away from the deepest", async () => {
  const { user } = open([
    field("cascading select", "area", "地区", {
      cascadeCount: 2,
      multilevelSelect: true,
      ext: { options: { from: "cascade", id: "" } },
    }),
  ]);
  expect(screen.queryByLabelText("地区第2级")).toBeNull();
  expect(screen.queryByRole("button", { name: "地区去掉一级" })).toBeNull();
  await user.selectOptions(screen.getByLabelText("地区第1级"), await screen.findByRole("option", { name: "广东" }));
  await user.click(screen.getByRole("button", { name: "地区增加一级" }));
  await user.selectOptions(
    await screen.findByLabelText("地区第2级"),
    await screen.findByRole("option", { name: "广州" }),
  );
  await user.click(screen.getByRole("button", { name: "地区去掉一级" }));
  await save();
  await waitFor(() => expect(sent).toEqual([{ area: { ids: ["gd"], labels: ["广东"] } }]));
});
