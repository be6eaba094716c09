import { roles, type RoleType } from "@liantai/api/contract";
import { admit, type Authority } from "./authority.ts";
import type { Caller } from "./routes.ts";
import { seatCaller } from "../testing/who.ts";

const caller = (roleType: RoleType, over: Partial<Caller> = {}): Caller =>
  seatCaller({ roleType, agentId: null, ...over });

const passes = (
  who: Caller,
  permission: Parameters<typeof roles>[1],
  over: Partial<Authority> = {},
  list: readonly RoleType[] = [0, 1],
): Promise<boolean> =>
  admit(
    { permission: roles(list, permission) },
    `Bearer ${"t".repeat(20)}`,
    {
      sessions: { resolve: async () => who },
      mayPress: async (_, button) => button === "had",
      mayDo: async (_, purview) => purview === "had",
      ...over,
    },
    { address: "192.0.2.1", secure: true },
  ).then(
    () => true,
    () => false,
  );

test("operate: a key of empowerJson or the operator flag, of operators only", async () => {
  expect(await passes(caller(0), { operate: "k" })).toBe(false);
  expect(await passes(caller(0, { empower: { k: true } }), { operate: "k" })).toBe(true);
  expect(await passes(caller(0, { empower: { k: false, other: true } }), { operate: "k" })).toBe(false);
  expect(await passes(caller(0, { operator: true }), { operate: "k" })).toBe(true);
  expect(await passes(caller(0, { isSys: true }), { operate: "k" })).toBe(false);
  // An operator's key without a button is refused to everybody in the enterprise; with one, the button decides.
  expect(await passes(caller(1), { operate: "k" })).toBe(false);
});

test("account: a key of empowerJson or the system flag, whatever the role", async () => {
  for (const role of [0, 1] as const) {
    expect(await passes(caller(role), { account: "k" })).toBe(false);
    expect(await passes(caller(role, { isSys: true }), { account: "k" })).toBe(true);
    expect(await passes(caller(role, { empower: { k: true } }), { account: "k" })).toBe(true);
    expect(await passes(caller(role, { operator: true }), { account: "k" })).toBe(false);
  }
});

test("a button and a business permission must both be had; who has nobody to ask has none", async () => {
  expect(await passes(caller(1), { button: "had", purview: "had" })).toBe(true);
  expect(await passes(caller(1), { button: "not", purview: "had" })).toBe(false);
  expect(await passes(caller(1), { button: "had", purview: "not" })).toBe(false);
  expect(await passes(caller(1), { purview: "had" }, { mayDo: undefined })).toBe(false);
});

test("an operator inside an enterprise may everything that its administrator could, and nothing of operators", async () => {
  const inside = caller(1, { entered: true });
  expect(await passes(inside, { button: "not", purview: "not", account: "k" })).toBe(true);
  expect(await passes(inside, {}, {}, [0])).toBe(false);
});
