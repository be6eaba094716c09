import { overdueDays } from "./overdue.ts";

const day = 86_400_000;
const changed = Date.UTC(2026, 0, 1);
const account = { roleType: 2, passwordChangedAt: new Date(changed), passwordDeferredAt: null };
const cycle = { reminderCycle: 90 };

test.each([
  [0, 0],
  [89, 0],
  [89.999, 0],
  [90, 1],
  [90.5, 1],
  [91, 2],
  [120, 31],
])("%p days after the change a 90-day password is %p days overdue", (days, overdue) => {
  expect(overdueDays(account, cycle, changed + days * day)).toBe(overdue);
});

test("deferring begins the next cycle", () => {
  const deferred = { ...account, passwordDeferredAt: new Date(changed + 95 * day) };
  expect(overdueDays(deferred, cycle, changed + 184 * day)).toBe(0);
  expect(overdueDays(deferred, cycle, changed + 185 * day)).toBe(1);
});

test("operators, enterprises without a cycle and people without an enterprise are exempt", () => {
  expect(overdueDays({ ...account, roleType: 0 }, cycle, changed + 400 * day)).toBe(0);
  expect(overdueDays(account, { reminderCycle: 0 }, changed + 400 * day)).toBe(0);
  expect(overdueDays(account, undefined, changed + 400 * day)).toBe(0);
});
