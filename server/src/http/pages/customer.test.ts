/**
 * @jest-environment jsdom
 */
/** W56 to W58: the script of a customer's page, as a browser runs it: what it draws, what it asks, and that text stays text. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const script = readFileSync(join(__dirname, "customer", "page.js"), "utf8");
const token = "T".repeat(43);
const nasty = `<img src=x onerror="window.hurt=1">`;
type Reply = object | ((body: Record<string, unknown>) => object);
let asked: { url: string; body: Record<string, unknown> }[];
let replies: Record<string, Reply>;

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
async function load(): Promise<void> {
  document.body.innerHTML = '<main id="page"></main>';
  history.replaceState(null, "", `/c/${token}`);
  window.fetch = (async (url: string, { body }: { body: string }) => {
    const given = JSON.parse(body) as Record<string, unknown>;
    asked.push({ url, body: given });
    const reply = replies[url.split("/").pop()!]!;
    return { json: async () => (typeof reply === "function" ? reply(given) : reply) };
  }) as unknown as typeof fetch;
  new Function(script)();
  await settle();
}
const page = () => document.getElementById("page")!;
const button = (name: string) => [...document.querySelectorAll("button")].find((b) => b.textContent === name)!;
async function press(name: string): Promise<void> {
  button(name).click();
  await settle();
  await settle();
}
const opened = {
  ...{ purpose: "follow", enterprise: "联台", workCode: "GD1", expireTime: "2026-11-27 10:00:00", used: false },
  ...{ form: null, order: null },
};
const nothing = { fields: [], warnings: [] };
const order = {
  ...{ state: "处理中", createTime: "2026-11-20 10:00:00", mayUrge: true, mayRate: false },
  fields: [{ label: "级别", text: nasty }],
  steps: [{ time: "2026-11-20 10:00:00", text: "工单已提交" }],
};

beforeEach(() => {
  asked = [];
  replies = { open: { code: 1, data: { ...opened, order } } };
});

test("W56 it asks with the token in the body alone, and writes values as text", async () => {
  await load();
  expect(asked).toEqual([{ url: "/crm/api/v1/customerPage/open", body: { token } }]);
  expect(page().textContent).toContain(nasty);
  expect(page().querySelector("img")).toBeNull();
  expect((window as { hurt?: number }).hurt).toBeUndefined();
  expect(page().querySelector("ol")!.textContent).toBe("2026-11-20 10:00:00 工单已提交");
});

test("W56 what does not hold is said and nothing else is drawn", async () => {
  replies["open"] = { code: -404, msg: "链接无效或已过期", data: null };
  await load();
  expect(page().textContent).toBe("链接无效或已过期");
  expect(document.querySelectorAll("button")).toHaveLength(0);
});

test("W58 urging sends what was typed and says what came of it; a refusal can be tried again", async () => {
  replies["urge"] = { code: -429, msg: "您刚刚催办过，请10分钟后再试", data: null };
  await load();
  document.querySelector("textarea")!.value = "急";
  await press("催办");
  expect(asked.at(-1)).toEqual({ url: "/crm/api/v1/customerPage/urge", body: { token, text: "急" } });
  expect(page().textContent).toContain("您刚刚催办过");
  expect(button("催办").disabled).toBe(false);
  replies["urge"] = { code: 1, data: { text: "已为您催办" } };
  await press("催办");
  expect(page().textContent).toContain("已为您催办");
});

test("W58 rating asks for a choice first", async () => {
  replies["open"] = { code: 1, data: { ...opened, order: { ...order, mayUrge: false, mayRate: true } } };
  replies["rate"] = { code: 1, data: { text: "感谢您的评价！" } };
  await load();
  await press("提交评价");
  expect(page().textContent).toContain("请选择满意度");
  document.querySelectorAll<HTMLInputElement>("input[type=radio]")[1]!.checked = true;
  await press("提交评价");
  expect(asked.at(-2)!.body).toEqual({ token, score: 8, text: "" });
});

test("W57 a form by its controls: what is filled in goes, a fault stands at its field, and after it there is no second time", async () => {
  const field = { require: false, placeholder: "", maxLength: 30, format: "yyyy-MM-dd", options: [] };
  const two = [
    { label: "是", value: "1" },
    { label: "否", value: "2" },
  ];
  const fields = [
    { ...field, name: "name", label: nasty, type: "input", require: true },
    { ...field, name: "day", label: "日期", type: "datepicker" },
    { ...field, name: "many", label: "多选", type: "checkbox", options: two },
    { ...field, name: "one", label: "单选", type: "select", options: two },
  ];
  replies["open"] = {
    code: 1,
    data: { ...opened, purpose: "fill", form: { name: "上门预约", fields, state: nothing } },
  };
  replies["fill"] = {
    code: -400,
    msg: "该字段不能为空",
    data: { fields: [{ path: "values.name", message: "该字段不能为空" }] },
  };
  await load();
  await press("提交");
  expect(asked.at(-1)!.body).toEqual({ token, values: {} });
  const name = document.querySelector<HTMLInputElement>("input[type=text]")!;
  expect(name.getAttribute("aria-invalid")).toBe("true");
  name.value = nasty;
  document.querySelector<HTMLInputElement>("input[type=date]")!.value = "2026-11-21";
  for (const box of document.querySelectorAll<HTMLInputElement>("input[type=checkbox]")) box.checked = true;
  document.querySelector("select")!.value = "2";
  replies["fill"] = { code: 1, data: { text: "提交成功，谢谢！" } };
  replies["open"] = { code: 1, data: { ...opened, purpose: "fill", used: true } };
  await press("提交");
  expect(asked.at(-2)!.body).toEqual({
    token,
    values: { name: nasty, day: "2026-11-21", many: ["1", "2"], one: "2" },
  });
  expect(page().textContent).toContain("提交成功，谢谢！");
  expect(document.querySelectorAll("button")).toHaveLength(0);
  expect(page().querySelector("img")).toBeNull();
});

test("W57 F92 rules are obeyed as somebody types: what is shown, required, set and chosen; what is hidden or set is not sent", async () => {
  const field = { require: false, placeholder: "", maxLength: 30, format: "yyyy-MM-dd", options: [], live: false };
  const kinds = [
    { label: "报修", value: "1" },
    { label: "投诉", value: "2" },
  ];
  const fields = [
    { ...field, name: "kind", label: "类别", type: "radio", options: kinds, live: true },
    { ...field, name: "why", label: "原因", type: "input" },
    { ...field, name: "level", label: "级别", type: "select", options: kinds },
    { ...field, name: "note", label: "说明", type: "input" },
  ];
  const plain = { visible: true, required: false, locked: false, value: null, options: null, warnings: [] };
  const stateOf = (more: Record<string, object>) => ({
    fields: fields.map(({ name }) => ({ name, ...plain, ...more[name] })),
    warnings: [],
  });
  const state = stateOf({ why: { visible: false } });
  replies["open"] = { code: 1, data: { ...opened, purpose: "fill", form: { name: "登记", fields, state } } };
  replies["state"] = ({ values }) => ({
    code: 1,
    data:
      (values as { kind?: string }).kind === "2"
        ? stateOf({
            why: { required: true, warnings: [nasty] },
            level: { options: ["2"] },
            note: { locked: true, value: "转投诉组" },
          })
        : state,
  });
  replies["fill"] = { code: -400, msg: "有误", data: { fields: [] } };
  await load();
  const shown = () =>
    [...document.querySelectorAll("label span, legend")].flatMap((one) =>
      one.closest<HTMLElement>("[hidden]") ? [] : [one.textContent],
    );
  const text = (at: number) => document.querySelectorAll<HTMLInputElement>("input[type=text]")[at]!;
  const type = (input: HTMLInputElement | HTMLSelectElement, value: string) => {
    input.value = value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  expect(shown()).toEqual(["类别", "级别", "说明"]);
  type(text(1), "我写的");
  document.querySelector("select")!.value = "1";
  // Nobody reads it: nothing is asked.
  expect(asked.filter(({ url }) => url.endsWith("/state"))).toHaveLength(0);
  const choose = async (at: number) => {
    document.querySelectorAll<HTMLInputElement>("input[type=radio]")[at]!.click();
    await settle();
    await settle();
  };
  await choose(1);
  expect(asked.at(-1)!.body).toEqual({ token, values: { kind: "2", level: "1", note: "我写的" } });
  expect(shown()).toEqual(["类别", "原因 *", "级别", "说明"]);
  expect(page().textContent).toContain(nasty);
  expect(page().querySelector("img")).toBeNull();
  // The option that was chosen is no choice any more.
  expect(document.querySelector("select")!.value).toBe("");
  expect([text(1).value, text(1).disabled]).toEqual(["转投诉组", true]);
  type(text(0), "漏水");
  await press("提交");
  expect(asked.at(-1)!.body).toEqual({ token, values: { kind: "2", why: "漏水" } });
  // Back again: what was typed is there.
  await choose(0);
  expect(shown()).toEqual(["类别", "级别", "说明"]);
  expect([text(1).value, text(1).disabled]).toEqual(["我写的", false]);
  await press("提交");
  expect(asked.at(-1)!.body).toEqual({ token, values: { kind: "1", note: "我写的" } });
});
