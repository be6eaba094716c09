/** Where an agent may send his customer, in tests of the call machine. */
import type { SuspendTarget } from "../../numbers/index.ts";
import { isQuiet, isSecret } from "../call/suspension.ts";
import type { Call } from "../call/types.ts";

const base = { kind: "voice", text: "您好", dataKey: "k", recorded: true } as const;
const digits = { want: "digits", least: 1, most: 3, seconds: 10, turns: 2 } as const;

export const identity: SuspendTarget = { ...base, id: "t1", name: "身份", ask: { ...digits, secret: false } };
export const secret: SuspendTarget = {
  ...base,
  id: "t2",
  name: "密码",
  recorded: false,
  ask: { ...digits, secret: true },
};
export const menu: SuspendTarget = {
  ...base,
  id: "t3",
  name: "确认",
  ask: { want: "choice", options: [{ key: "1", name: "是" }], seconds: 10, turns: 2 },
};
export const notice: SuspendTarget = { ...base, id: "t4", name: "公告", ask: { want: "nothing" } };

/** What holds in every step of a customer's who was sent to a voice. timers: those that run. */
export function expectSuspended(call: Call, timers: ReadonlySet<string>): void {
  if (!call.suspended) return;
  // Held by who sent him, so nobody hears him; what is to be on no recording is on none.
  const { by, target, keys } = call.suspended;
  const customer = call.parties.find(({ id }) => id === call.far);
  expect([call.phase.kind, customer?.heldBy]).toEqual(["talking", by]);
  expect(call.parties.map(({ id }) => id)).toContain(by);
  // Something brings him back.
  expect(timers).toContain("suspended");
  if (isQuiet(target)) expect(call.recorder.state).not.toBe("on");
  if (isSecret(target)) expect(keys).toBe("");
}
