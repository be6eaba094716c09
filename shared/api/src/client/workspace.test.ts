import {
  activated,
  closed,
  closedAll,
  closedLeft,
  closedOthers,
  closedRight,
  opened,
  restoreWorkspace,
  withHome,
  workspaceReducer,
  type WorkspaceState,
} from "./workspace.ts";

const run = (...actions: Parameters<typeof workspaceReducer>[1][]): WorkspaceState =>
  actions.reduce((s, a) => workspaceReducer(s, a), workspaceReducer(undefined, { type: "init" }));
const keys = (s: WorkspaceState) => s.tabs.map((t) => t.key);
const detail = (id: string) => opened({ to: "/callrecord/detail", params: { callId: id }, title: `通话 ${id}` });

test("choosing a menu item opens a tab or activates the existing one", () => {
  const s = run(opened({ to: "/callrecord" }), opened({ to: "/" }), opened({ to: "callrecord" }));
  expect(keys(s)).toEqual(["/", "/callrecord"]);
  expect(s.active).toBe("/callrecord");
});

test("a name that is not in the table goes to the root", () => {
  expect(run(opened({ to: "/callrecord" }), opened({ to: "nosuch" })).active).toBe("/");
});

test("a parameter makes a tab of its own, and opening it again restores it", () => {
  const s = run(detail("a"), detail("b"), detail("a"));
  expect(s.tabs).toHaveLength(3);
  expect(s.tabs.find((t) => t.key === s.active)?.params).toEqual({ callId: "a" });
});

test("the context menu: others, left, right, all; unclosable tabs stay", () => {
  const open = [opened({ to: "/callrecord" }), detail("a"), detail("b"), detail("c")];
  const b = run(...open).tabs[3]!.key;
  expect(run(...open, closedOthers(b)).tabs.map((t) => t.title)).toEqual(["工作台", "通话 b"]);
  expect(run(...open, closedLeft(b)).tabs.map((t) => t.title)).toEqual(["工作台", "通话 b", "通话 c"]);
  expect(run(...open, closedRight(b)).tabs.map((t) => t.title)).toEqual(["工作台", "通话记录", "通话 a", "通话 b"]);
  expect(run(...open, closedAll())).toMatchObject({ active: "/", tabs: [{ key: "/" }] });
});

test("closing the active tab activates its left neighbour", () => {
  const s = run(
    opened({ to: "/callrecord" }),
    detail("a"),
    closed(run(opened({ to: "/callrecord" }), detail("a")).active),
  );
  expect(s.active).toBe("/callrecord");
  expect(run(opened({ to: "/callrecord" }), activated("/"), closed("/callrecord")).active).toBe("/");
});

test("open tabs and the active tab come back from session storage", () => {
  const s = run(opened({ to: "/callrecord" }), detail("a"));
  const storage = { getItem: () => JSON.stringify({ ...s, tabs: [...s.tabs, { path: "/gone" }] }) };
  expect(restoreWorkspace(storage)).toEqual(s);
  expect(keys(restoreWorkspace({ getItem: () => "{" }))).toEqual(["/"]);
});

test("the first tab is the home of the role, whatever asks for it, and its address stays the root", () => {
  const own = withHome(run(opened({ to: "/callrecord" })), "/seathomepage");
  expect(own.tabs.map(({ key, title, app, closable }) => [key, title, app, closable])).toEqual([
    ["/", "坐席首页", "admin", false],
    ["/callrecord", "通话记录", "admin", true],
  ]);
  for (const to of ["/", "home", "/seathomepage", "seathomepage"]) {
    const next = workspaceReducer(own, opened({ to }));
    expect([keys(next), next.active]).toEqual([["/", "/callrecord"], "/"]);
  }
  // Another kind of user's home page is a screen like any other, if it may be opened at all.
  expect(keys(workspaceReducer(own, opened({ to: "/enterprisehomepage" })))).toHaveLength(3);
});

test("who becomes somebody else keeps the tabs and gets the other home once", () => {
  const before = run(opened({ to: "/enterprisehomepage" }));
  const after = withHome(before, "/enterprisehomepage");
  expect([keys(after), after.active]).toEqual([["/"], "/"]);
  expect(withHome(after, "/enterprisehomepage")).toBe(after);
  const restored = restoreWorkspace({ getItem: () => JSON.stringify(after) });
  expect(restored).toEqual(after);
});

describe("a parameter that stands in no path (console.md section 2, notification-opened tabs)", () => {
  const remind = (subTime: string, cover?: boolean) =>
    opened({ to: "planreminder", params: { subTime }, ...(cover === undefined ? {} : { cover }) });
  const tabOf = (s: WorkspaceState) => s.tabs.find(({ name }) => name === "planreminder");

  test("U6 it is kept with the one tab, and comes back from session storage", () => {
    const s = run(remind("a"));
    expect(tabOf(s)).toMatchObject({ key: "/planreminder", title: "计划提醒", params: { subTime: "a" } });
    expect(restoreWorkspace({ getItem: () => JSON.stringify(s) })).toEqual(s);
  });

  test("U6 cover puts new ones in place of those of the open tab, counts up, and leaves no filters of the old ones", () => {
    const before = run(remind("a"), opened({ to: "/callrecord" }), remind("b"));
    expect(tabOf(before)).toMatchObject({ params: { subTime: "a" } });
    expect(before.active).toBe("/planreminder");
    const s = run(remind("a"), opened({ to: "/callrecord" }), remind("b", true), remind("b", true));
    expect(s.tabs).toHaveLength(3);
    expect(s.active).toBe("/planreminder");
    expect(tabOf(s)).toEqual({ ...tabOf(run(remind("b"))), revision: 2 });
  });

  test("a tab of no parameter has none, whatever is given", () =>
    expect(run(opened({ to: "/callrecord", params: { a: 1 } })).tabs[1]).not.toHaveProperty("params"));
});
