import type { OpenTab } from "@liantai/api/client";
import { href } from "@liantai/api/contract";
import { menu } from "../testing/people.ts";
import { holds, leaves, menuNodes as nodesOf, openAtFirst } from "./menu-model.ts";

const home: OpenTab = {
  key: "/",
  path: "/enterprisehomepage",
  name: "enterprisehomepage",
  title: "企业首页",
  app: "admin",
  closable: false,
};
const menuNodes = (items: Parameters<typeof nodesOf>[0]) => nodesOf(items, home);

const link = { alias: "网盘", url: "https://files.example.com/" };

test("menus of category 2 that lead somewhere; buttons, later screens and empty groups are left out", () => {
  const nodes = menuNodes([
    menu("首页", { url: "/" }),
    menu("呼叫中心", {
      children: [
        menu("通话记录", { url: "/callrecord", children: [menu("播放", { category: 1, code: "play" })] }),
        menu("没有的", { url: "/nosuch" }),
      ],
    }),
    menu("空组", { children: [menu("也没有", { url: "/nosuch2" })] }),
    menu("按钮", { category: 1, code: "x" }),
  ]);
  expect(nodes).toMatchObject([
    { kind: "leaf", name: "首页", key: "/" },
    { kind: "group", name: "呼叫中心", children: [{ kind: "leaf", name: "通话记录", key: "/callrecord" }] },
  ]);
  expect(leaves(nodes)).toBe(2);
  expect(nodes.map((n) => holds(n, "/callrecord"))).toEqual([false, true]);
});

test("an outside address with an alias opens the generic page, without one a window", () => {
  expect(menuNodes([menu("企业网盘", link), menu("官网", { url: "https://example.com/" })])).toMatchObject([
    {
      kind: "leaf",
      name: "企业网盘",
      key: href("/page", link),
      request: { to: "/page", params: link, title: "企业网盘" },
    },
    { kind: "link", name: "官网", url: "https://example.com/" },
  ]);
});

test("a script address is nothing", () =>
  expect(menuNodes([menu("坏", { url: "javascript:alert(1)", alias: "x" })])).toEqual([]));

test("what an operator hid is not drawn, with all that is below it", () =>
  expect(
    menuNodes([
      menu("藏起来", { url: "/callrecord", hidden: true }),
      menu("整组", { hidden: true, children: [menu("首页", { url: "/" })] }),
    ]),
  ).toEqual([]));

test("the first tab has one entry, called as the tab is", () => {
  const inside = menu("组织与权限", {
    children: [menu("企业首页", { url: "/enterprisehomepage" }), menu("角色", { url: "/seatrole" })],
  });
  expect(menuNodes([menu("工作台", { url: "/" }), inside])).toMatchObject([
    { kind: "leaf", name: "企业首页", key: "/" },
    { kind: "group", name: "组织与权限", children: [{ name: "角色" }] },
  ]);
  // A role that was not granted 工作台 keeps the other entry, which leads to the same tab.
  expect(menuNodes([inside])).toMatchObject([{ kind: "group", children: [{ name: "企业首页", key: "/" }, {}] }]);
});

/** A group of plain entries, each a page of its own. */
const group = (name: string, count: number) =>
  menu(name, {
    children: Array.from({ length: count }, (_, i) => menu(`${name}${i}`, { url: `https://example.com/${i}` })),
  });
const openNames = (items: Parameters<typeof menuNodes>[0]) => {
  const nodes = menuNodes(items);
  const open = openAtFirst(nodes);
  return nodes.filter((node) => open.has(node.id)).map((node) => node.name);
};

test("groups begin open from the first on, until the next would not fit the page", () => {
  const first = menu("首页", { url: "/" });
  expect(openNames([first, group("呼叫中心", 8), group("工单", 5)])).toEqual(["呼叫中心", "工单"]);
  expect(openNames([first, group("呼叫中心", 8), group("工单", 6), group("系统", 1)])).toEqual(["呼叫中心"]);
  expect(openNames([first, group("呼叫中心", 14), group("系统", 1)])).toEqual([]);
});

test("groups within an open group are open, too", () => {
  const nodes = menuNodes([menu("呼叫中心", { children: [group("通话", 3)] })]);
  const inner = nodes.flatMap((node) => (node.kind === "group" ? node.children : []));
  expect(inner.map((node) => openAtFirst(nodes).has(node.id))).toEqual([true]);
});
