/** W83: what seats that leave have in hand, through the whole server. */
import { agentApi } from "@liantai/api/contract/admin";
import { formStreamApi } from "@liantai/api/contract/work-orders";
import { followUpConfigApi } from "@liantai/api/contract/workorder";
import { followUpsOfSeats } from "../followups/index.ts";
import { lockHeld } from "./orders/held-repository.ts";
import { task } from "./testing/floor.ts";
import { dueIn, minute, openFollowUps, type FollowUpStage } from "../../testing/follow-ups.ts";

let s: FollowUpStage;
beforeAll(async () => {
  s = await openFollowUps();
});
afterAll(() => s?.close());
beforeEach(() => s.clear());

const later = (ms: number) => s.floor.office.ports.clock.advance(ms);
const inHand = (ids: readonly string[]) => s.floor.people.admin.call(agentApi.inHand, { body: { ids: [...ids] } });

const place = { x: 0, y: 0 };
/** Nobody else could claim its orders, so that nobody else would hear. */
const flowFor = (agentId: string, name = `专办${agentId}`) =>
  s.floor.flow(name, {
    nodes: [
      { kind: "start", id: "start", name: "开始", ...place },
      task("专办", { by: "seat", agentIds: [agentId] }),
      { kind: "end", id: "end", name: "结束", ...place },
    ],
    edges: [
      { id: "1", from: "start", to: "专办" },
      { id: "2", from: "专办", to: "end" },
    ],
  });

/** One that the seat has, and a follow-up of the seat that was told already. */
async function work(agentId: "1002" | "1003" | "1004", name?: string) {
  const { people } = s.floor;
  await s.setting({ who: "seat", agentId });
  await s.ended();
  await later(dueIn * minute + 1_000);
  expect(s.take()).toMatchObject([{ message: { content: { title: "回访提醒" } } }]);
  const { id } = await s.floor.create(people["1001"], await flowFor(agentId, name));
  return id;
}

const toldOf = (orderId: string) =>
  s.floor.office.ports.database.tenant("100001", (trx) =>
    trx
      .selectFrom("reminder as r")
      .innerJoin("account as a", (on) => on.onRef("a.compId", "=", "r.compId").onRef("a.id", "=", "r.accountId"))
      .select(["a.agentId", "r.message"])
      .where("r.subject", "=", `order/${orderId}`)
      .where("a.agentId", "=", "1005")
      .execute(),
  );

test.each([
  ["disEnable", "1002"],
  ["delete", "1003"],
] as const)(
  "W83 %s: its orders go back with 7, monitors are told, its follow-ups are nobody's",
  async (how, agentId) => {
    const { people, codes } = s.floor;
    const id = await work(agentId);
    expect(await inHand([agentId])).toEqual({ orders: 1, followUps: 1 });
    await people.admin.call(agentApi[how], { body: { ids: [agentId] } });
    await later(2_000);
    const { order } = await people.admin.call(formStreamApi.find, { body: { id } });
    expect(order).toMatchObject({ state: "pooled" });
    expect((await codes(id)).filter((code) => code === 7)).toHaveLength(1);
    expect(await toldOf(id)).toMatchObject([
      { agentId: "1005", message: { event: 7, text: expect.stringContaining(`坐席${agentId}已停用或删除`) } },
    ]);
    await later(60_000);
    expect(s.take().map(({ message }) => message.content.title)).toEqual(["回访待分配"]);
    expect(await s.tasks(people.admin, { unassigned: "1" })).toMatchObject([{ state: "open", agentId: "" }]);
    expect(await inHand([agentId])).toEqual({ orders: 0, followUps: 0 });
    expect((await people.admin.call(followUpConfigApi.list, { body: { pageSize: 10 } })).total).toBe(1);
  },
);

test("W83 a seat whose deletion fails at its last step is out of service; the next try deletes it", async () => {
  const { office, people, codes } = s.floor;
  await people.admin.call(agentApi.enable, { body: { ids: ["1002"] } });
  const id = await work("1002", "再次专办");
  const { database } = office.ports;
  const real = database.tenant.bind(database);
  // The transaction that would leave no seat there comes to nothing.
  const failing = jest.spyOn(database, "tenant").mockImplementation((compId, run) =>
    real(compId, async (trx) => {
      const done = await run(trx);
      const seats = trx.selectFrom("seat").select("agentId").where("compId", "=", compId).where("agentId", "=", "1002");
      if ((await seats.execute()).length === 0) throw new Error("the connection was cut off");
      return done;
    }),
  );
  const remove = () => people.admin.call(agentApi.delete, { body: { ids: ["1002"] } });
  const seat = async () =>
    (await people.admin.call(agentApi.list, { body: { pageNo: 1, pageSize: 99 } })).list.find(
      ({ agentId }) => agentId === "1002",
    );
  await expect(remove()).rejects.toThrow();
  expect((await codes(id)).filter((code) => code === 7)).toHaveLength(1);
  expect(await seat()).toMatchObject({ enable: 2 });
  await expect(office.signIn({ code: "100001", roleType: 2, account: "1002" })).rejects.toThrow("账号已停用");
  await later(60_000);
  expect(await seat()).toMatchObject({ enable: 0 });
  expect(await inHand(["1002"])).toEqual({ orders: 0, followUps: 0 });
  failing.mockRestore();
  await remove();
  expect(await seat()).toBeUndefined();
});

test("W83 a portion is no more than was asked for", async () => {
  const { office, people } = s.floor;
  await work("1004");
  await s.floor.create(people["1001"], await flowFor("1004", "又一个专办"));
  await s.ended();
  await later(dueIn * minute + 1_000);
  expect(await inHand(["1004"])).toEqual({ orders: 2, followUps: 2 });
  const reminders = { drop: async () => [], over: async () => undefined };
  const followUps = followUpsOfSeats({ ports: office.ports, reminders });
  const portion = office.ports.database.tenant("100001", async (trx) => [
    (await lockHeld(trx, "100001", ["1004"], 1)).length,
    (await followUps.release(trx, "100001", ["1004"], 1)).count,
  ]);
  expect(await portion).toEqual([1, 1]);
  expect(await inHand(["1004"])).toEqual({ orders: 2, followUps: 1 });
});
