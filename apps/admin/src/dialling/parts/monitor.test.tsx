import { store, telephonyChanged, telephonyReset } from "@liantai/api/client";
import { taskPages } from "@liantai/api/contract/admin";
import { bus, type BusEvents } from "@liantai/bus";
import { pressItem, type FakeServer } from "@liantai/ui/testing";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openTab, page, signIn } from "../../testing/screen.tsx";
import { counters, furnish, monitored, paths, task } from "../testing/rows.ts";

let server: FakeServer;
let follows: BusEvents["task.follow"][];
let end: () => void;

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse("2026-11-20T10:00:00+08:00"), advanceTimers: true });
  follows = [];
  end = bus.subscribe("task.follow", (payload) => follows.push(payload));
});
afterEach(() => {
  end();
  act(() => void store.dispatch(telephonyReset()));
  jest.useRealTimers();
});

const socket = (state: "up" | "down") => act(() => void store.dispatch(telephonyChanged({ socket: state })));
const asked = () => server.bodies(paths.monitor).length;
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

/** As the server tells it: what changes from call to call. */
function told(at: number, done: number, id = "t1") {
  const { state, waitsFor, flight, minutes, answerRate, joined, pacing } = monitored();
  const progress = counters({ done });
  act(() =>
    bus.publish("task.counted", {
      at,
      task: { ...{ id, state, waitsFor, flight, minutes, answerRate, joined, pacing }, progress },
    }),
  );
}

async function openMonitor() {
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  server = signIn({}, { page: taskPages[3].list, buttons: [] });
  furnish(server);
  server.on(paths.list, page([task({ ftype: 3 })]));
  server.on(paths.progress, () => []);
  server.on(paths.monitor, () => ({ at: Date.now(), task: monitored(), seats: [], codes: [{ code: 594, count: 31 }] }));
  await socket("up");
  await openTab(taskPages[3].list);
  await user.click(await screen.findByRole("button", { name: "更多" }));
  await pressItem(user, "监控");
  const drawer = await screen.findByRole("dialog", { name: "监控：十一月回访" });
  await within(drawer).findByText("振铃 3");
  return { user, drawer: within(drawer) };
}

test("D46 the monitor shows counters as they are told while it is open, and asks for them only while the socket is away", async () => {
  const { user, drawer } = await openMonitor();
  expect(follows.map(({ taskId }) => taskId)).toEqual(["t1"]);
  expect(asked()).toBe(1);
  told(Date.now() + 1, 7_771);
  expect(drawer.getByText("7771")).toBeVisible();
  // What it asked for itself stays: results and rates.
  for (const text of ["无人接听", "31", "1.2%"]) expect(drawer.getByText(text)).toBeVisible();
  told(Date.now() - 1_000, 7_772);
  told(Date.now() + 2, 7_773, "another");
  expect(drawer.queryByText("7773")).toBeNull();
  await pass(50_000);
  expect(asked()).toBe(1);
  await pass(20_000);
  expect(asked()).toBe(2);
  await socket("down");
  await pass(30_000);
  expect(asked()).toBe(5);
  await socket("up");
  await waitFor(() => expect(asked()).toBe(6));
  await user.click(drawer.getByRole("button", { name: "关闭" }));
  await waitFor(() => expect(follows.at(-1)).toEqual({ screen: follows[0]!.screen, taskId: null }));
});
