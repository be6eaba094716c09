import { authApi } from "@liantai/api/contract";
import { openOffice, type Office } from "../../../testing/office.ts";
import { demoEnterprise } from "../../system/index.ts";
import { publish, subscribe } from "../../topics.ts";
import type { SeatWork } from "../work.ts";
import { createLeaving } from "./leaving.ts";

let office: Office;
const { compId } = demoEnterprise;
const inCall = new Set<string>();
const ended: string[] = [];
beforeAll(async () => {
  office = await openOffice();
  await subscribe(office.ports.broker, "session.ended", ({ agentId, reason }) => ended.push(`${agentId} ${reason}`));
});
afterAll(() => office?.close());

const enabled = async (agentId: string) =>
  (
    await office.ports.database.system((trx) =>
      trx
        .selectFrom("account")
        .select("enabled")
        .where("compId", "=", compId)
        .where("agentId", "=", agentId)
        .executeTakeFirstOrThrow(),
    )
  ).enabled;
const mark = (agentId: string, enabled = 2) =>
  office.ports.database.system((trx) =>
    trx.updateTable("account").set({ enabled }).where("compId", "=", compId).where("agentId", "=", agentId).execute(),
  );
const opened = (work: readonly SeatWork[] = []) =>
  createLeaving({
    ports: office.ports,
    auth: office.composition.auth,
    work,
    engine: { retire: async (_comp: string, agentId: string) => inCall.has(agentId) } as never,
  });
const settle = async () => {
  for (let i = 0; i < 12; i++) await office.ports.database.ping();
};

test("in a call the session lives and nobody signs in anew; with the call it ends", async () => {
  const leaving = opened();
  await leaving.start();
  const person = await office.signIn({ code: compId, roleType: 2, account: "1002" });
  inCall.add("1002");
  await mark("1002");
  await leaving.begin(compId, "1002");
  await office.ports.clock.advance(31_000);
  expect(await person.call(authApi.getUser)).toMatchObject({ agentId: "1002" });
  await expect(office.signIn({ code: compId, roleType: 2, account: "1002" })).rejects.toThrow("账号已停用");
  await publish(office.ports.broker, "agent.changed", {
    compId,
    agentId: "1002",
    state: { kind: "engaged", since: 0, callId: "c", activity: "held" },
    reason: "held",
  });
  await settle();
  expect([await enabled("1002"), ended]).toEqual([2, []]);
  await publish(office.ports.broker, "agent.changed", {
    compId,
    agentId: "1002",
    state: { kind: "busy", since: 0 },
    reason: "ended",
  });
  await settle();
  expect([await enabled("1002"), ended]).toEqual([0, ["1002 disabled"]]);
  await expect(person.call(authApi.getUser)).rejects.toThrow();
  await leaving.stop();
});

test("what a process that died left behind is found by the next one", async () => {
  inCall.clear();
  await mark("1003");
  const leaving = opened();
  await leaving.start();
  await office.ports.clock.advance(61_000);
  await settle();
  expect(await enabled("1003")).toBe(0);
  await leaving.stop();
});

/** So much in hand of a seat; a fault of it that one can switch. `between`: what comes between two portions. */
function inHand(left: number, between = async (): Promise<unknown> => undefined) {
  const portions: string[] = [];
  const told: number[] = [];
  const one = { failing: false, portions, told };
  const work: SeatWork = {
    kind: "orders",
    count: async () => left,
    async release(_trx, _compId, [agentId], most) {
      if (one.failing) throw new Error("an order that cannot be taken back");
      const count = Math.min(left, most);
      left -= count;
      portions.push(`${agentId} ${most === Number.MAX_SAFE_INTEGER ? "rest" : most} ${count}`);
      const after = async () => {
        told.push(count);
        await between();
      };
      return { count, after };
    },
  };
  return { ...one, work, fail: (failing: boolean) => void (one.failing = failing) };
}

test("W83 much in hand goes back in portions before the seat leaves; a fault in it keeps nobody signed in", async () => {
  inCall.clear();
  ended.length = 0;
  const held = inHand(120);
  const leaving = opened([held.work]);
  const person = await office.signIn({ code: compId, roleType: 2, account: "1004" });
  await mark("1004");
  held.fail(true);
  await expect(leaving.begin(compId, "1004")).rejects.toThrow("cannot be taken back");
  expect(ended).toEqual(["1004 disabled"]);
  await expect(person.call(authApi.getUser)).rejects.toThrow();
  // The sweep finds it still.
  expect(await enabled("1004")).toBe(2);
  held.fail(false);
  await leaving.begin(compId, "1004");
  expect(held.portions).toEqual(["1004 50 50", "1004 50 50", "1004 50 20", "1004 rest 0"]);
  expect(held.told).toEqual([50, 50, 20, 0]);
  expect([await enabled("1004"), ended]).toEqual([0, ["1004 disabled"]]);
});

test("W83 a seat that is back in service when its call ends keeps what it has in hand", async () => {
  const held = inHand(3);
  const leaving = opened([held.work]);
  await leaving.begin(compId, "1001");
  expect([held.portions, await enabled("1001")]).toEqual([[], 1]);
});

test("W83 a seat that is back in service between two portions keeps what has not gone", async () => {
  const held = inHand(120, () => mark("1001", 1));
  await mark("1001");
  await opened([held.work]).begin(compId, "1001");
  expect([held.portions, await enabled("1001")]).toEqual([["1001 50 50"], 1]);
});
