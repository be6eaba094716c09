import { createShowing } from "./showing.ts";
import { createStore, selectActiveKey, selectTabs } from "./store.ts";
import { activated, closed, opened } from "./workspace.ts";

const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };

/** A workspace with the home, 通话记录 and a call, the call on show; frames are drawn when the test says so. */
function workspace() {
  const due = new Set<(frameMs: number) => void>();
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
  const frame = (ms = 0) => {
    const works = [...due];
    due.clear();
    for (const work of works) work(ms);
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

/** Marked tab, tab on show and active tab of the store. */
const three = ({ showing, active }: ReturnType<typeof workspace>) => [
  showing.marked()?.key,
  showing.tab()?.key,
  active(),
];

test("a press that is late is answered by its marked tab: the pane comes after that frame, the store after the pane's", () => {
  const all = workspace();
  const { showing, call, frame } = all;
  showing.show("/callrecord", 9);
  expect(three(all)).toEqual(["/callrecord", call, call]);
  frame();
  expect(three(all)).toEqual(["/callrecord", "/callrecord", call]);
  frame();
  expect(three(all)).toEqual(["/callrecord", "/callrecord", "/callrecord"]);
  showing.show("/", 7);
  expect(three(all)).toEqual(["/", "/", "/callrecord"]);
});

test("what a pane's frame took counts the next time it is shown, for as long as its tab is open", () => {
  const all = workspace();
  const { store, showing, call, frame } = all;
  const back = (ms: number) => {
    showing.show("/callrecord");
    expect(showing.tab()?.key).toBe("/callrecord");
    frame(ms);
    showing.show(call);
    while (frame() > 0);
  };
  back(7);
  back(9);
  showing.show("/callrecord");
  expect(three(all)).toEqual(["/callrecord", call, call]);
  frame(30);
  frame(3);
  store.dispatch(activated(call));
  back(9);
  store.dispatch(closed("/callrecord"));
  showing.show("/");
  while (frame() > 0);
  store.dispatch(opened({ to: "/callrecord" }));
  store.dispatch(activated("/"));
  showing.show("/callrecord");
  expect(showing.tab()?.key).toBe("/callrecord");
});

test("a pane that no press has shown yet is as slow as the slowest that one has; one quick frame after a slow one is not believed", () => {
  const all = workspace();
  const { showing, call, frame } = all;
  const shows = (key: string, ms: number) => {
    showing.show(key);
    const atOnce = showing.tab()?.key === key;
    if (!atOnce) frame();
    frame(ms);
    return atOnce;
  };
  expect([shows("/callrecord", 20), shows("/", 2), shows("/callrecord", 3)]).toEqual([true, false, false]);
  expect([shows(call, 2), shows("/callrecord", 3), shows("/", 2), shows("/callrecord", 3)]).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

test("a tab that is marked before its pane comes gives way to the next press, and is active for what closes or opens one", () => {
  const all = workspace();
  const { store, showing, call, frame, keys } = all;
  showing.show("/callrecord", 20);
  showing.show("/", 20);
  expect(three(all)).toEqual(["/", call, call]);
  showing.show(call);
  expect([frame(), ...three(all)]).toEqual([0, call, call, call]);
  showing.show("/callrecord", 20);
  store.dispatch(closed(call));
  expect([keys(), ...three(all)]).toEqual([["/", "/callrecord"], "/callrecord", "/callrecord", "/callrecord"]);
  expect(frame()).toBe(0);
});
