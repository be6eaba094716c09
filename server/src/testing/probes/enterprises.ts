import { mark, type AreaProbes } from "./types.ts";

/** Names the first enterprise and its account wherever an endpoint takes one. */
export const enterprisesProbes: AreaProbes = {
  probes: {
    reUser: (_, own) => ({ body: { compId: own } }),
    reStore: "none",
    companyList: (_, own) => ({ body: { compId: own } }),
    companyAdd: (_, own) => ({ body: { compId: own, name: "探测" } }),
    companyUpdate: (_, own) => ({ body: { compId: own, name: "探测" } }),
    companyDelete: (_, own) => ({ body: { compId: own } }),
    companyEnable: (_, own) => ({ body: { compIds: [own] } }),
    companyDisable: (_, own) => ({ body: { compIds: [own] } }),
    companyShowForm: (_, own) => ({ body: { compIds: [own] } }),
    companyHideForm: (_, own) => ({ body: { compIds: [own] } }),
    companyQuery: (_, own) => ({ body: { compId: own } }),
    companyNextId: () => ({ body: {} }),
    dbServerList: () => ({ body: {} }),
    companyWhiteList: (_, own) => ({ body: { compId: own } }),
    smsCompexAdd: (_, own) => ({ body: { compId: own, account: "x", secret: "x", signName: "x" } }),
    smsCompexUpdate: (_, own) => ({ body: { compId: own, account: "x", signName: "x" } }),
    companyRecharge: (_, own) => ({ body: { compId: own } }),
    ledgerList: (_, own) => ({ body: { compId: own, pageSize: 200 } }),
    ledgerExport: (_, own) => ({ body: { compId: own } }),
    ledgerRecharge: (_, own) => ({ body: { compId: own, amount: "1", key: "probe-key-1" } }),
    ledgerAdjust: (_, own) => ({ body: { compId: own, amount: "1", remark: "x", key: "probe-key-2" } }),
    unitList: () => ({ body: {} }),
    unitAdd: () => ({ body: { name: "探测" } }),
    unitUpdate: (ids) => ({ body: { id: ids["unit"], name: "探测" } }),
    unitDelete: (ids) => ({ body: { ids: [ids["unit"]] } }),
    unitCompanyList: (ids) => ({ body: { unitId: ids["unit"] } }),
    unitAssign: (ids, own) => ({ body: { unitId: ids["unit"], compIds: [own] } }),
    accountListOpt: () => ({ body: {} }),
    accountQueryOpt: (ids) => ({ body: { id: ids["account"] } }),
    accountAddOpt: () => ({ body: { account: "probe", nickName: "探测", roleId: "x" } }),
    accountUpdateOpt: (ids) => ({ body: { id: ids["account"], nickName: "探测", roleId: "x" } }),
    accountReloadPasswordOpt: (ids) => ({ body: { id: ids["account"] } }),
    accountResetTotpOpt: (ids) => ({ body: { id: ids["account"] } }),
    accountDeleteOpt: (ids) => ({ body: { ids: [ids["account"]] } }),
    accountListComp: (_, own) => ({ body: { compId: own, pageSize: 200 } }),
    accountQueryComp: (ids) => ({ body: { id: ids["account"] } }),
    accountQueryCompSys: (_, own) => ({ body: { compId: own } }),
    accountAddComp: (_, own) => ({
      body: { compId: own, account: "probe", nickName: "探测", roleType: 2, roleId: "x" },
    }),
    accountUpdateComp: (ids) => ({ body: { id: ids["account"], nickName: "探测", roleId: "x" } }),
    accountReloadPasswordComp: (ids) => ({ body: { id: ids["account"] } }),
    accountResetTotpComp: (ids) => ({ body: { id: ids["account"] } }),
    accountDeleteComp: (ids) => ({ body: { ids: [ids["account"]] } }),
    accountAddBatch: (_, own) => ({
      body: { compId: own, roleType: 2, roleId: "x", accounts: [{ account: "probe", nickName: "探测" }] },
    }),
    accountDeleteUsers: (ids) => ({ body: { ids: [ids["account"]] } }),
    userAgentExist: (ids) => ({ body: { accountId: ids["account"] } }),
    userAgentNotExist: (ids) => ({ body: { accountId: ids["account"] } }),
    userAgentAdd: (ids) => ({ body: { accountId: ids["account"], agentIds: ["1001"] } }),
    userAgentDelete: (ids) => ({ body: { accountId: ids["account"], agentIds: ["1001"] } }),
  },
  async fixtures(trx, own, { clock, random }) {
    const [account, unit] = [random.id(), random.id()];
    const role = await trx
      .selectFrom("role")
      .select("id")
      .where("compId", "=", own)
      .where("roleType", "=", 2)
      .executeTakeFirstOrThrow();
    await trx
      .insertInto("account")
      .values({
        id: account,
        compId: own,
        roleType: 2,
        account: "marked",
        userName: `${own}2marked`,
        nickName: mark,
        passwordHash: "x",
        passwordChangedAt: new Date(clock.now()),
        roleId: role.id,
        agentId: null,
        groupId: null,
        empower: "null",
      })
      .execute();
    await trx.insertInto("operator_unit").values({ id: unit, parentId: null, name: mark }).execute();
    await trx.updateTable("enterprise").set({ remark: mark }).where("compId", "=", own).execute();
    const entry = {
      compId: own,
      id: random.id(),
      seq: 1,
      kind: "recharge",
      amount: "10000",
      balanceAfter: "10000",
      idempotencyKey: "probe-fixture",
      operatorId: "",
      operatorName: mark,
      remark: mark,
      at: new Date(clock.now()),
    };
    await trx.insertInto("ledger_entry").values(entry).execute();
    await trx
      .insertInto("ledger_balance")
      .values({ compId: own, balance: "10000", entries: 1 })
      .onConflict((on) => on.column("compId").doUpdateSet({ balance: "10000", entries: 1 }))
      .execute();
    return { account, unit };
  },
};
