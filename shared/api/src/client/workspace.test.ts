import {
  activated,
  closed,
  closedAll,
  closedLeft,
  closedOthers,
  closedRight,
  opened,
  restoreWorkspace,
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
