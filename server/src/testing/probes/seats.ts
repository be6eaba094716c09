import { formUserName } from "@liantai/api/contract";
import { demoPassword, hashPassword } from "../../modules/system/index.ts";
import { crudProbes, mark, type AreaProbes } from "./types.ts";

const seat = { name: "张三", roleType: 2, terminalType: 2 };
const agentId = "7001";
const extension = "7001";

export const seatsProbes: AreaProbes = {
  probes: {
    agentList: (_, own) => ({ body: { compId: own, pageSize: 99_999 } }),
    agentQuery: (_, own) => ({ body: { compId: own, agentId } }),
    agentAdd: (_, own) => ({ body: { compId: own, agentId: "7009", ...seat } }),
    agentUpdate: (ids) => ({ body: { agentId, ...seat, groupId: ids["agentGroup"] } }),
    agentDelete: () => ({ body: { ids: [agentId] } }),
    agentEnable: () => ({ body: { ids: [agentId] } }),
    agentDisEnable: () => ({ body: { ids: [agentId] } }),
    agentInHand: () => ({ body: { ids: [agentId] } }),
    agentReloadPassword: () => ({ body: { agentId } }),
    agentGetMaxSession: () => ({ body: { agentId } }),
    agentSaveMaxSession: () => ({ body: { agentIds: [agentId], maxSession: 3 } }),
    putAgentMonitor: () => ({ body: { agentId, type: 1 } }),
    agentImportData: (_, own) => ({ body: { compId: own } }),
    agentImportTemplate: "none",
    ...crudProbes("agentGroup", "agentGroup", { name: "组" }),
    agentGroupMemberList: (ids) => ({ body: { groupId: ids["agentGroup"] } }),
    agentGroupMemberFindExist: (ids) => ({ body: { groupId: ids["agentGroup"] } }),
    agentGroupMemberFindNotExist: (ids) => ({ body: { groupId: ids["agentGroup"] } }),
    agentGroupMemberAdd: (ids) => ({ body: { groupId: ids["agentGroup"], agentIds: ["9002"] } }),
    agentGroupMemberDelete: (ids) => ({ body: { groupId: ids["agentGroup"], agentIds: [agentId] } }),
    extensionOwn: (_, own) => ({ query: { name: `${own}1001` } }),
    extensionQuery: (_, own) => ({ body: { compId: own, extension: "1001" } }),
    extensionList: (_, own) => ({ body: { compId: own, pageSize: 200 } }),
    extensionAdd: (_, own) => ({ body: { compId: own, from: "7010" } }),
    extensionUpdate: () => ({ body: { extension, agentId: "9002" } }),
    extensionDelete: () => ({ body: { ids: [extension] } }),
    extensionReveal: () => ({ body: { extension, reason: "看一看" } }),
    extensionRenew: () => ({ body: { extension } }),
    ...crudProbes("seatStatus", "seatStatus", { statusName: "状态" }),
    seatStatusAllocate: (ids) => ({
      body: { id: ids["seatStatus"], everyone: 0, groupIds: [ids["agentGroup"]], agentIds: [agentId] },
    }),
    seatStatusRestrict: (ids) => ({ body: { id: ids["seatStatus"], maxMinutes: 1 } }),
    statusDetailList: (_, own) => ({ body: { compId: own, pageSize: 200, startTime: "2026-01-01 00:00:00" } }),
    statusDetailDay: (_, own) => ({ body: { compId: own, agentId, day: "2026-01-05" } }),
    statusDetailExport: (_, own) => ({ body: { compId: own } }),
    mySeatStatuses: "none",
    startCsr: () => ({ body: { callId: "c" } }),
    colleagues: (_, own) => ({ query: { compId: own } }),
    bindCustomStatus: (ids) => ({ body: { agentId, customStatus: ids["seatStatus"] } }),
  },
  async fixtures(trx, own, ports) {
    const agentGroup = ports.random.id();
    const seatStatus = ports.random.id();
    await trx
      .insertInto("agent_group")
      .values({ compId: own, id: agentGroup, parentId: null, name: `${mark}组`, remark: mark })
      .execute();
    await trx
      .insertInto("seat")
      .values({
        compId: own,
        agentId,
        name: `${mark}坐席`,
        terminalType: 2,
        extension,
        groupId: agentGroup,
      })
      .execute();
    await trx.insertInto("extension").values({ compId: own, extension, sipSecret: mark, agentId }).execute();
    await trx
      .insertInto("account")
      .values({
        id: ports.random.id(),
        compId: own,
        roleType: 2,
        account: agentId,
        userName: formUserName(own, 2, agentId),
        nickName: mark,
        passwordHash: await hashPassword(demoPassword),
        passwordChangedAt: new Date(ports.clock.now()),
        roleId: "r",
        agentId,
        groupId: agentGroup,
        empower: "null",
      })
      .execute();
    await trx
      .insertInto("custom_status")
      .values({ compId: own, id: seatStatus, name: `${mark}状态`, remark: mark })
      .execute();
    return { agentGroup, seatStatus };
  },
};
