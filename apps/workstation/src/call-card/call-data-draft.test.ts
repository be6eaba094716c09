import {
  bytesOf,
  changedRow,
  changesOf,
  draftOf,
  faultOf,
  partsOf,
  readDraft,
  withRow,
  withoutRow,
  writtenDraft,
  type CallDataDraft,
} from "./call-data-draft.ts";

const typed = (draft: CallDataDraft, key: string, text: string) =>
  changedRow(withRow(draft), draft.rows.length, { key, text });
const before = { order: "A-1", phone: "139****5678" };

test("Q21 what was not touched is not told: a masked number is never sent back", () => {
  const draft = draftOf(before);
  expect(changesOf(draft)).toEqual({});
  expect(changesOf(typed(draft, " 诉求 ", "退款"))).toEqual({ 诉求: "退款" });
  expect(changesOf(changedRow(draft, 0, { text: "A-2" }))).toEqual({ order: "A-2" });
  expect(changesOf(changedRow(draft, 0, { text: "" }))).toEqual({ order: "" });
  expect(changesOf(withoutRow(draft, 0))).toEqual({ order: "" });
  expect(changesOf(withRow(draft))).toEqual({});
  // Begun with nothing, there is a row to type into.
  expect(draftOf({}).rows).toEqual([{ key: "", text: "", added: true }]);
});

test.each([
  ["", "退款", "请输入名称"],
  ["a b", "退款", "名称只能是文字、数字和 _ . -，最多64个字符"],
  ["__proto__", "退款", "名称只能是文字、数字和 _ . -，最多64个字符"],
  ["x".repeat(65), "退款", "名称只能是文字、数字和 _ . -，最多64个字符"],
  ["order", "退款", "“order”已存在，请直接修改"],
  ["late", "退款", "“late”已存在，请直接修改"],
  ["诉求", "", "请输入内容"],
])("the row %p: %p is refused: %s", (key, text, fault) => {
  // `late` came from somebody else while it was typed.
  expect(faultOf(typed(draftOf(before), key, text), { ...before, late: "1" })).toEqual({ row: 2, text: fault });
});

test("the same new name twice is refused at the second; a row that is empty is none", () => {
  const draft = typed(withRow(typed(draftOf({}), "a", "1")), "a", "2");
  expect(faultOf(draft, {})).toEqual({ row: 3, text: "“a”已存在，请直接修改" });
  expect(faultOf(withRow(draftOf(before)), before)).toBeUndefined();
});

test("2,048 bytes of JSON in all, with what others wrote; 50 entries", () => {
  // {"a":"..."} is 8 bytes and the text; a Chinese character is 3.
  const of = (text: string) => changedRow(draftOf({}), 0, { key: "a", text });
  expect([bytesOf(of("汉"), {}), bytesOf(of("x".repeat(2_040)), {})]).toEqual([11, 2_048]);
  expect(faultOf(of("x".repeat(2_040)), {})).toBeUndefined();
  expect(faultOf(of("x".repeat(2_041)), {})).toEqual({ text: "随路数据合计不能超过2KB" });
  expect(faultOf(of("x".repeat(2_040)), { b: "" })).toBeUndefined();
  expect(faultOf(of("x".repeat(2_040)), { b: "1" })).toEqual({ text: "随路数据合计不能超过2KB" });
  const fifty = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`k${n}`, "1"]));
  expect(faultOf(draftOf(fifty), fifty)).toBeUndefined();
  expect(faultOf(typed(draftOf(fifty), "more", "1"), fifty)).toEqual({ text: "随路数据最多50项" });
});

test("what does not fit into one command is taken out first and added then", () => {
  expect(partsOf({ a: "", b: "1" })).toEqual([{ a: "", b: "1" }]);
  const gone = { ["x".repeat(64)]: "", a: "" };
  const more = { b: "y".repeat(2_030) };
  expect(partsOf({ ...gone, ...more })).toEqual([gone, more]);
});

test("a draft is kept for its call alone", () => {
  const draft = typed(draftOf(before), "诉求", "退 款");
  const kept = writtenDraft("c1", draft);
  expect(readDraft(kept, "c1")).toEqual(draft);
  expect([readDraft(kept, "c2"), readDraft(null, "c1")]).toEqual([undefined, undefined]);
});
