import type { MenuItem } from "@liantai/api/contract";
import { mayAccount, mayOperate, mayPress, maySee } from "./authority.ts";

const item = (id: string, over: Partial<MenuItem>): MenuItem => ({
  id,
  name: id,
  url: null,
  alias: null,
  icon: null,
  category: 2,
  code: null,
  children: [],
  ...over,
});
const menus = [
  item("calls", {
    children: [
      item("records", { url: "/callrecord", children: [item("play", { category: 1, code: "play" })] }),
      item("plain", { url: "/seats" }),
    ],
  }),
];

describe("button authority", () => {
  test("a button needs its code in the list of its page", () => {
    expect(mayPress(menus, "/callrecord", "play", false)).toBe(true);
    expect(mayPress(menus, "/callrecord", "export", false)).toBe(false);
  });
  test("a page that was granted without buttons has an empty list", () =>
    expect(mayPress(menus, "/seats", "play", false)).toBe(false));
  test("everything is allowed when no list is returned", () => {
    expect(mayPress(menus, "/nowhere", "export", false)).toBe(true);
    expect(mayPress(undefined, "/callrecord", "export", false)).toBe(true);
  });
  test("everything is allowed inside an entered enterprise", () =>
    expect(mayPress(menus, "/callrecord", "export", true)).toBe(true));
});

test("a page is seen where it was granted, wherever it stands; all are where no list is returned and inside an enterprise", () => {
  expect(maySee(menus, ["/callrecord"], false)).toBe(true);
  expect(maySee(menus, ["/", "/seats"], false)).toBe(true);
  expect(maySee(menus, ["/", "/enterprisehomepage"], false)).toBe(false);
  expect(maySee([], ["/seats"], false)).toBe(false);
  expect(maySee([], ["/seats"], true)).toBe(true);
  expect(maySee(undefined, ["/seats"], false)).toBe(true);
});

test("operate authority: a key of empowerJson or the operator flag, not the system flag", () => {
  expect(mayOperate({ empowerJson: { recharge: true }, operator: 0, isSys: 0 }, "recharge")).toBe(true);
  expect(mayOperate({ empowerJson: { recharge: false }, operator: 0, isSys: 1 }, "recharge")).toBe(false);
  expect(mayOperate({ empowerJson: null, operator: 1, isSys: 0 }, "recharge")).toBe(true);
  expect(mayOperate(null, "recharge")).toBe(false);
});

test("account authority: a key of empowerJson or the system flag, not the operator flag", () => {
  expect(mayAccount({ empowerJson: { reload: true }, operator: 0, isSys: 0 }, "reload")).toBe(true);
  expect(mayAccount({ empowerJson: {}, operator: 1, isSys: 0 }, "reload")).toBe(false);
  expect(mayAccount({ empowerJson: null, operator: 0, isSys: 1 }, "reload")).toBe(true);
});
