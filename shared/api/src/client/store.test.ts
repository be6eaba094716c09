import type { Failure } from "@liantai/api/contract";
import { requestHost } from "./api.ts";
import { passwordDue, selectSession, tokensReceived } from "./session.ts";
import { onFailure } from "./notices.ts";
import { createStore, store } from "./store.ts";
import { telephonyChanged, telephonyReset } from "./telephony.ts";

const overdue: Failure = { text: "密码已过期，请先修改密码", level: "error", action: "changePassword", status: 403 };
const must = () => selectSession(store.getState()).mustChangePassword;

test("a refusal for an overdue password leads to its page; in a call it is said once and the workspace stays", () => {
  const shown: string[] = [];
  const end = onFailure(({ text }) => shown.push(text));
  store.dispatch(tokensReceived({ access: "a", refresh: "r", expiresAt: 1 }));
  store.dispatch(passwordDue(false));
  store.dispatch(telephonyChanged({ call: {} as never }));
  for (let i = 0; i < 3; i += 1) requestHost().onFailure(overdue);
  expect([must(), shown]).toEqual([false, [overdue.text]]);
  store.dispatch(telephonyReset());
  requestHost().onFailure(overdue);
  expect([must(), shown]).toEqual([true, [overdue.text]]);
  end();
});

test("what the server answered is drawn in a task of its own, not in the callback of the frame that a press waits for", () => {
  jest.useFakeTimers();
  const frame = jest.fn();
  Object.assign(globalThis, { window: globalThis, requestAnimationFrame: frame });
  const page = createStore();
  page.dispatch({ type: "first" });
  const drawn = jest.fn();
  page.subscribe(drawn);
  // As Redux Toolkit marks what becomes of a question.
  for (const type of ["asked", "answered"]) page.dispatch({ type, meta: { RTK_autoBatch: true } });
  expect(drawn).not.toHaveBeenCalled();
  jest.advanceTimersByTime(10);
  expect([drawn.mock.calls.length, frame.mock.calls.length]).toEqual([1, 0]);
  Reflect.deleteProperty(globalThis, "window");
  Reflect.deleteProperty(globalThis, "requestAnimationFrame");
  jest.useRealTimers();
});
