import type { MenuNode } from "../workspace/menu-model.ts";
import { entriesOf, initials, search } from "./match.ts";

const leaf = (name: string, to: string): MenuNode => ({
  kind: "leaf",
  id: to,
  name,
  icon: null,
  key: to,
  request: { to, title: name },
});
const group = (name: string, children: MenuNode[]): MenuNode => ({
  kind: "group",
  id: name,
  name,
  icon: null,
  children,
});
const entries = entriesOf([
  leaf("工作台", "/"),
  group("呼叫中心", [
    leaf("通话记录", "/callrecord"),
    group("坐席", [leaf("坐席管理", "/seats"), leaf("坐席组", "/seatsgroup")]),
    group("路由", [leaf("技能组", "/skillgroup"), leaf("外呼路由", "/routercalout")]),
  ]),
  { kind: "link", id: "x", name: "企业网盘", icon: null, url: "https://example.com" },
]);
const found = (typed: string) => search(entries, typed).map(({ leaf: { name } }) => name);

// Written by hand from a dictionary.
test.each([
  ["通话记录", "thjl"],
  ["坐席管理", "zxgl"],
  ["技能组", "jnz"],
  ["外呼路由", "whly"],
  ["接入号码", "jrhm"],
  ["企业首页", "qysy"],
  ["数据字典", "sjzd"],
  ["班长", "bz"],
  ["IVR导航", "ivrdh"],
])("%s is typed %s", (text, typed) => expect(initials(text)).toBe(typed));

test("titles, initials, paths and groups are found, the best first", () => {
  expect(found("坐席")).toEqual(["坐席管理", "坐席组"]);
  expect(found("zxz")).toEqual(["坐席组"]);
  expect(found("skillg")).toEqual(["技能组"]);
  expect(found("路由")).toEqual(["外呼路由", "技能组"]);
  expect(found(" THJL ")).toEqual(["通话记录"]);
  expect(found("没有这个")).toEqual([]);
  expect(found("")).toEqual(["工作台", "通话记录", "坐席管理", "坐席组", "技能组", "外呼路由"]);
});

test("where a screen stands is said", () => {
  expect(search(entries, "seatsgroup").map(({ trail }) => trail)).toEqual(["呼叫中心 / 坐席"]);
});
