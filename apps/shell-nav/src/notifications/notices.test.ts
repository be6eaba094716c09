import { createNotices, type NoticesPorts } from "./notices.ts";
import { throttledTone } from "./tone.ts";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function make() {
  const gone: string[] = [];
  const ports: NoticesPorts = {
    now: () => Date.now(),
    after(ms, call) {
      const timer = setTimeout(call, ms);
      return () => clearTimeout(timer);
    },
    closed: (id) => gone.push(id),
  };
  const notices = createNotices(ports);
  const show = (id: string, durationMs?: number) =>
    notices.show({ id, title: id, text: "", level: "warning", ...(durationMs === undefined ? {} : { durationMs }) });
  return {
    notices,
    show,
    gone,
    shown: () => notices.state().shown.map((n) => n.id),
    recent: () => notices.state().recent.map((n) => n.id),
  };
}

test("one stays 30 s, and behind the bell after that", () => {
  const { show, shown, recent, gone } = make();
  show("a");
  jest.advanceTimersByTime(29_999);
  expect(shown()).toEqual(["a"]);
  jest.advanceTimersByTime(1);
  expect(shown()).toEqual([]);
  expect(recent()).toEqual(["a"]);
  expect(gone).toEqual(["a"]);
});

test("its own duration, and 0 for until closed", () => {
  const { notices, show, shown } = make();
  show("short", 1_000);
  show("sticky", 0);
  jest.advanceTimersByTime(1_000);
  expect(shown()).toEqual(["sticky"]);
  jest.advanceTimersByTime(10_000_000);
  expect(shown()).toEqual(["sticky"]);
  notices.close("sticky");
  expect(shown()).toEqual([]);
});

test("one that is being read stays; its time begins anew afterwards", () => {
  const { notices, show, shown } = make();
  show("a");
  jest.advanceTimersByTime(29_000);
  notices.hold("a");
  jest.advanceTimersByTime(60_000);
  expect(shown()).toEqual(["a"]);
  notices.release("a");
  jest.advanceTimersByTime(30_000);
  expect(shown()).toEqual([]);
});

test("the same id takes its own place", () => {
  const { notices, show, shown, recent } = make();
  show("a");
  show("b");
  jest.advanceTimersByTime(20_000);
  show("a");
  jest.advanceTimersByTime(15_000);
  expect(shown()).toEqual(["a"]);
  expect(recent()).toEqual(["a", "b"]);
  expect(notices.state().unread).toBe(2);
  notices.read();
  expect(notices.state().unread).toBe(0);
});

test("five at a time: the oldest leaves early, a sticky one never", () => {
  const { show, shown } = make();
  show("sticky", 0);
  for (const id of ["a", "b", "c", "d", "e"]) show(id);
  expect(shown()).toEqual(["sticky", "b", "c", "d", "e"]);
});

test("the tone sounds at most once per 1.5 s", () => {
  let played = 0;
  const tone = throttledTone(
    () => (played += 1),
    () => Date.now(),
  );
  tone();
  tone();
  jest.advanceTimersByTime(1_499);
  tone();
  expect(played).toBe(1);
  jest.advanceTimersByTime(1);
  tone();
  expect(played).toBe(2);
});
