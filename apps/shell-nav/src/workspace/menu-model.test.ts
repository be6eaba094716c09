import { href } from "@liantai/api/contract";
import { menu } from "../testing/people.ts";
import { holds, leaves, menuNodes } from "./menu-model.ts";

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
