import type { Failure } from "@liantai/api/contract";
import { requestHost } from "./api.ts";
import { passwordDue, selectSession, tokensReceived } from "./session.ts";
import { onFailure } from "./notices.ts";
import { store } from "./store.ts";
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
