import { crudProbes, mark, type AreaProbes } from "./types.ts";

const subTime = "2099-01-01 09:00:00";

export const remindersProbes: AreaProbes = {
  probes: {
    ...crudProbes("subscribes", "reservation", {
      customerName: "外来",
      phone: "13900000000",
      des: "外来",
      subTime,
      agentId: "7001",
    }),
    subscribesUpdateReservation: (ids, own) => ({ body: { id: ids["reservation"], state: 1, compid: own } }),
    subscribesSeats: (_, own) => ({ body: { compId: own } }),
    ...crudProbes("plans", "plan", { des: "外来", planTime: subTime, repeat: "none" }),
    ...crudProbes("notice", "announcement", { des: "外来", remarks: "外来", everyone: 1 }),
    noticePublish: (ids) => ({ body: { id: ids["announcement"] } }),
    noticeWithdraw: (ids) => ({ body: { id: ids["announcement"] } }),
    noticeRead: (ids) => ({ body: { id: ids["announcement"] } }),
    noticeReceipts: (ids) => ({ body: { id: ids["announcement"] } }),
    noticeTargets: (_, own) => ({ body: { compId: own } }),
    reminderShown: (ids) => ({ body: { key: `notice/${ids["announcement"]}/1` } }),
    reminderDone: (ids) => ({ body: { key: `notice/${ids["announcement"]}/1` } }),
    reminderMine: "none",
  },
  async fixtures(trx, own, { random, clock }) {
    const at = new Date(clock.now());
    const ids = { reservation: random.id(), plan: random.id(), announcement: random.id() };
    const role = await trx
      .selectFrom("role")
      .select("id")
      .where("compId", "=", own)
      .where("roleType", "=", 2)
      .executeTakeFirstOrThrow();
    // Whose they are is one of the enterprise, whichever accounts it has.
    const accountId = random.id();
    await trx
      .insertInto("account")
      .values({
        id: accountId,
        compId: own,
        roleType: 2,
        account: "reminded",
        userName: `${own}2reminded`,
        nickName: mark,
        passwordHash: "x",
        passwordChangedAt: at,
        roleId: role.id,
        agentId: null,
        groupId: null,
        empower: "null",
      })
      .execute();
    await trx
      .insertInto("reservation")
      .values({
        compId: own,
        id: ids.reservation,
        agentId: "7001",
        customerName: mark,
        phone: "13900000001",
        des: mark,
        subTime: at,
        createdBy: mark,
        createdAt: at,
      })
      .execute();
    await trx
      .insertInto("plan")
      .values({
        compId: own,
        id: ids.plan,
        accountId,
        creatorId: accountId,
        createdBy: mark,
        des: mark,
        planTime: at,
        repeat: "none",
        nextTime: at,
      })
      .execute();
    await trx
      .insertInto("announcement")
      .values({
        compId: own,
        id: ids.announcement,
        creatorId: accountId,
        createdBy: mark,
        des: mark,
        remarks: mark,
        everyone: 1,
        roleIds: "[]",
        groupIds: "[]",
        agentIds: "[]",
        state: "published",
        publishedAt: at,
        createdAt: at,
      })
      .execute();
    return ids;
  },
};
