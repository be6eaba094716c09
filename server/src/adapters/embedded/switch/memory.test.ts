/** docs/protocol.md P29: what waits for the store of legs, and what does not. */
import type { LegStore } from "../../../ports/leg-store.ts";
import { silentLogger } from "../../../testing/index.ts";
import { createProcessLegStore } from "../legs/index.ts";
import { Memory } from "./memory.ts";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

async function begun() {
  const store = createProcessLegStore();
  let away = false;
  const reach = <A extends unknown[], R>(verb: (...about: A) => Promise<R>) => {
    return (...about: A): Promise<R> => (away ? Promise.reject(new Error("ECONNRESET")) : verb(...about));
  };
  const cut: LegStore = {
    write: reach(store.write),
    all: reach(store.all),
    fence: reach(store.fence),
    epoch: reach(store.epoch),
  };
  const memory = new Memory(cut, silentLogger);
  await memory.fence(1);
  const deposed = jest.fn();
  await memory.start(deposed);
  /** A verb of the switch, as it stands. */
  const verb = () => {
    const it = { state: "waits" };
    memory.pass().then(
      () => (it.state = "done"),
      (error: Error) => (it.state = error.message),
    );
    return it;
  };
  return { store, memory, verb, deposed, cut: (is: boolean) => (away = is) };
}

test("P29 a store that is away is waited for, past the time for which its answer holds; then everything goes on, and is kept", async () => {
  const { store, memory, verb, cut } = await begun();
  cut(true);
  const soon = verb();
  await jest.advanceTimersByTimeAsync(0);
  expect(soon.state).toBe("done");
  await jest.advanceTimersByTimeAsync(1_600);
  const later = verb();
  memory.save({ kind: "leg", key: "a", state: {} });
  await jest.advanceTimersByTimeAsync(3_400);
  expect(later.state).toBe("waits");
  cut(false);
  await jest.advanceTimersByTimeAsync(700);
  expect(later.state).toBe("done");
  expect(await store.all()).toEqual([{ kind: "leg", key: "a", state: {} }]);
});

test("P29 P22 another process has the legs when the store is back: what waited is not done", async () => {
  const { store, verb, deposed, cut } = await begun();
  cut(true);
  await jest.advanceTimersByTimeAsync(1_600);
  const waiting = verb();
  await store.fence(2);
  cut(false);
  await jest.advanceTimersByTimeAsync(700);
  expect([waiting.state, deposed.mock.calls.length]).toEqual(["epoch 1 is over", 1]);
});

test("P29 a process that lets go keeps nobody waiting", async () => {
  const { memory, verb, cut } = await begun();
  cut(true);
  await jest.advanceTimersByTimeAsync(1_600);
  const waiting = verb();
  memory.letGo();
  await jest.advanceTimersByTimeAsync(200);
  expect(waiting.state).toBe("epoch 1 is over");
});
