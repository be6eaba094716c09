import { pageClock } from "./page-clock.ts";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** A page whose visibility the test decides, and the workers it began. */
function scene() {
  const page = document.implementation.createHTMLDocument();
  let hidden = false;
  Object.defineProperty(page, "hidden", { get: () => hidden });
  const orders: unknown[] = [];
  const worker: Pick<Worker, "onmessage" | "onerror" | "postMessage"> = {
    onmessage: null,
    onerror: null,
    postMessage: (order: unknown) => void orders.push(order),
  };
  const makeWorker = jest.fn(() => worker as Worker);
  const clock = pageClock(makeWorker, page);
  const show = (now: boolean) => {
    hidden = !now;
    page.dispatchEvent(new Event("visibilitychange"));
  };
  return { clock, makeWorker, orders, show };
}

test("a page that is left, or hidden for a moment, begins no worker", () => {
  const { makeWorker, show } = scene();
  show(false);
  jest.advanceTimersByTime(999);
  expect(makeWorker).not.toHaveBeenCalled();
  show(true);
  jest.advanceTimersByTime(60_000);
  expect(makeWorker).not.toHaveBeenCalled();
});

test("a page that stays hidden has its timers in one worker, and takes them back when it is seen", () => {
  const { clock, makeWorker, orders, show } = scene();
  const rang = jest.fn();
  clock.after(10_000, rang);
  show(false);
  jest.advanceTimersByTime(1_000);
  expect(makeWorker).toHaveBeenCalledTimes(1);
  expect(orders).toMatchObject([{ ms: 9_000 }]);
  show(true);
  jest.advanceTimersByTime(9_000);
  expect(rang).toHaveBeenCalledTimes(1);
  show(false);
  jest.advanceTimersByTime(1_000);
  expect(makeWorker).toHaveBeenCalledTimes(1);
});
