import { createShowing } from "./showing.ts";
import { createStore, selectActiveKey, selectTabs } from "./store.ts";
import { closed, opened } from "./workspace.ts";

const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };

/** A workspace with the home, 通话记录 and a call, the call on show; frames are drawn when the test says so. */
function workspace() {
  const due = new Set<() => void>();
  const { showing, middleware } = createShowing((work) => {
    due.add(work);
    return () => void due.delete(work);
  });
  const store = createStore(storage, { showing, middleware });
  const active = () => selectActiveKey(store.getState());
  store.dispatch(opened({ to: "/callrecord" }));
  store.dispatch(opened({ to: "/callrecord/detail", params: { callId: "a" } }));
  const call = active();
  const seen: (string | undefined)[] = [];
  showing.watch(() => seen.push(showing.tab()?.key));
  const frame = () => {
    const works = [...due];
    due.clear();
    for (const work of works) work();
    return works.length;
  };
  return { store, showing, active, call, seen, frame, keys: () => selectTabs(store.getState()).map(({ key }) => key) };
}

test("a press is seen at once, the store hears of it after the frame, and nobody is told twice", () => {
  const { showing, active, call, seen, frame } = workspace();
  expect(showing.show("/callrecord")).toBe(true);
  expect([showing.tab()?.key, active()]).toEqual(["/callrecord", call]);
  expect(frame()).toBe(1);
  expect([active(), seen]).toEqual(["/callrecord", ["/callrecord"]]);
});

test("of presses within a frame the last one counts, and one back to where it was asks nothing of the store", () => {
  const { showing, active, call, seen, frame } = workspace();
  showing.show("/");
  showing.show("/callrecord");
  expect([frame(), active()]).toEqual([1, "/callrecord"]);
  showing.show("/");
  showing.show("/callrecord");
  expect([frame(), showing.tab()?.key, active()]).toEqual([0, "/callrecord", "/callrecord"]);
  expect(seen).toEqual(["/", "/callrecord", "/", "/callrecord"]);
  expect(showing.show("/nosuch")).toBe(false);
  expect(call).not.toBe("/callrecord");
});

test("what closes or opens a tab before the frame finds the pressed one active", () => {
  const { store, showing, active, call, frame, keys } = workspace();
  showing.show("/");
  store.dispatch(closed(call));
  expect([active(), showing.tab()?.key, keys()]).toEqual(["/", "/", ["/", "/callrecord"]]);
  showing.show("/callrecord");
  store.dispatch(closed("/callrecord"));
  expect([active(), showing.tab()?.key, keys()]).toEqual(["/", "/", ["/"]]);
  store.dispatch(opened({ to: "/callrecord" }));
  showing.show("/");
  store.dispatch(opened({ to: "/callrecord/detail", params: { callId: "b" } }));
  expect([active(), showing.tab()?.key]).toEqual([keys()[2], keys()[2]]);
  expect(frame()).toBe(0);
});
