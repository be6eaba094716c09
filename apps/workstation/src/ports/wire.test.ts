import { watchPresses } from "@liantai/api/client";
import { openWebSocket } from "./wire.ts";

class FakeSocket {
  static readonly OPEN = 1;
  static last: FakeSocket;
  readyState = 1;
  onopen?: () => void;
  onmessage?: (event: { data: unknown }) => void;
  onclose?: (event: { code: number }) => void;
  onerror?: () => void;
  constructor() {
    FakeSocket.last = this;
  }
  send(): void {}
  close(): void {}
}

const press = () => document.dispatchEvent(new Event("pointerdown", { bubbles: true }));

function opened() {
  const told: string[] = [];
  const wire = openWebSocket("ws://console.test/", {
    open: () => told.push("open"),
    text: (data) => told.push(data),
    closed: (code) => told.push(`closed ${code}`),
  });
  return { wire, told, socket: FakeSocket.last };
}

const before = globalThis.WebSocket;
beforeAll(() => watchPresses(window));
beforeEach(() => {
  jest.useFakeTimers();
  Object.assign(globalThis, { WebSocket: FakeSocket });
});
afterEach(() => {
  jest.runOnlyPendingTimers();
  jest.useRealTimers();
  Object.assign(globalThis, { WebSocket: before });
});

test("what comes between a press and its frame is told after the frame, in its order, the end last and once", async () => {
  const { told, socket } = opened();
  socket.onopen!();
  socket.onmessage!({ data: "a" });
  expect(told).toEqual(["open", "a"]);
  press();
  socket.onmessage!({ data: "b" });
  socket.onmessage!({ data: "c" });
  socket.onerror!();
  socket.onclose!({ code: 1006 });
  expect(told).toEqual(["open", "a"]);
  await jest.advanceTimersByTimeAsync(20);
  expect(told).toEqual(["open", "a", "b", "c", "closed undefined"]);
});

test("of a socket that its owner closed nothing is told any more, what waited included", async () => {
  const { wire, told, socket } = opened();
  press();
  socket.onmessage!({ data: "a" });
  wire.close();
  socket.onclose!({ code: 1000 });
  await jest.advanceTimersByTimeAsync(20);
  expect(told).toEqual([]);
});
