/** A skill group that is switched off while somebody waits in it. */
import { emergencyApi, queueListApi } from "@liantai/api/contract/admin";
import { createSupervision } from "../telephony/index.ts";
import type { QueuesNow } from "../../ports/engine.ts";
import { openOffice, refused, type Office } from "../../testing/office.ts";
import { seatCaller } from "../../testing/who.ts";
import { createAudit } from "../audit/index.ts";
import { demoEnterprise } from "../system/index.ts";

const { compId } = demoEnterprise;
let office: Office;
let served = "";
beforeAll(async () => {
  office = await openOffice();
  const { broker, database, clock } = office.ports;
  served = await database.system(async (trx) => {
    const { skillGroupId } = await trx
      .selectFrom("skill_group_member")
      .select("skillGroupId")
      .where("compId", "=", compId)
      .where("agentId", "=", "1001")
      .executeTakeFirstOrThrow();
    return skillGroupId;
  });
  const at = clock.now();
  const call = {
    ...{
      callId: "c1",
      callback: null,
      number: "13812345678",
      accessNumber: "4001",
      groupIds: [served],
      queueName: null,
    },
    ...{ arrivedAt: at, queuedAt: at, ahead: 1, waitMs: null, boostMs: 0, movedMs: 0, offered: [], ringing: null },
  };
  const now: QueuesNow = { at, groups: [], waiting: [call] };
  await broker.serve("telephony.engine", async (request) =>
    (request as { readonly verb: string }).verb === "queues" ? now : true,
  );
});
afterAll(() => office.close());

const switchOff = () =>
  office.ports.database.system((trx) =>
    trx.updateTable("skill_group").set({ enabled: 0 }).where("compId", "=", compId).where("id", "=", served).execute(),
  );

test("K94 who waits in it is seen and seen to, by its own monitor alone; its emergency switch is put back", async () => {
  const { monitor, administrator } = office;
  const emergency = { subject: "skillGroup", id: served } as const;
  await administrator.call(emergencyApi.set, {
    body: { ...emergency, action: "announce", text: "稍候", target: { kind: "none", id: "" } },
  });
  await switchOff();
  const { groups, calls } = await monitor.call(queueListApi.list, { body: {} });
  expect(groups.map(({ id }) => id)).not.toContain(served);
  expect(calls).toMatchObject([{ callId: "c1", groups: [{ id: served }] }]);
  await monitor.call(queueListApi.moveUp, { body: { callId: "c1" } });
  const supervision = createSupervision({
    ports: office.ports,
    audit: createAudit(office.ports),
    mayDo: async () => true,
    mayPress: async () => true,
    heard: async () => undefined,
    caller: async () => seatCaller({ roleType: 3, agentId: "1005" }),
  });
  expect(await supervision.mayWatch("s", [served])).toBe(true);
  await office.ports.database.system((trx) =>
    trx
      .updateTable("seat")
      .set({ groupId: null })
      .where("compId", "=", compId)
      .where("agentId", "<>", "1005")
      .execute(),
  );
  expect((await monitor.call(queueListApi.list, { body: {} })).calls).toEqual([]);
  expect(await refused(monitor.call(queueListApi.moveUp, { body: { callId: "c1" } }))).toMatchObject({ code: 404 });
  expect(await supervision.mayWatch("s", [served])).toBe(false);
  await administrator.call(emergencyApi.clear, { body: emergency });
  expect(await administrator.call(emergencyApi.list, { body: {} })).toEqual([]);
});
