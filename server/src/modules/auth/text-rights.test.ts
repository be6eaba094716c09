/** Holes found by reading docs/permissions.md row by row against console.md section 6 and screens.md, each closed. */
import {
  accessNumApi,
  agentApi,
  blackListApi,
  businessPurviewApi,
  callLimitApi,
  companyAccountApi,
  interfaceConfigApi,
  revealApi,
  routeConfigApi,
  routeGroupApi,
  routeNodeApi,
  seatImportApi,
  seatStatusApi,
  skillGroupMemberApi,
  userAgentMemberApi,
} from "@liantai/api/contract/admin";
import { contactsApi } from "@liantai/api/contract/workorder";
import type { BodyOf } from "@liantai/api/contract";
import { buffer } from "node:stream/consumers";
import { writeSheet } from "../../sheets/index.ts";
import { addAdministrator, type SecondAdministrator } from "../../testing/administrator.ts";
import { openOffice, refused, type Office, type Person } from "../../testing/office.ts";
import { grantDefaultMenus, rightsChanged } from "../organisation/index.ts";

const compId = "100001";
const forbidden = { status: 403 };
let office: Office;
let second: SecondAdministrator;
let other: Person;
let otherId: string;
let roleId: string;

beforeAll(async () => {
  office = await openOffice();
  second = await addAdministrator(office, "other");
  ({ person: other, accountId: otherId, roleId } = second);
});
afterAll(() => office.close());

async function hidden(work: () => Promise<void>): Promise<void> {
  await second.setHidden(1);
  await work();
  await second.setHidden(0);
}

test("operators bind no seats: which seat an account could have is the enterprise's own", async () => {
  const body = { compId, accountId: otherId };
  for (const endpoint of [userAgentMemberApi.findExist, userAgentMemberApi.findNotExist])
    expect(await refused(office.operator.call(endpoint, { body }))).toMatchObject(forbidden);
  expect((await other.call(userAgentMemberApi.findNotExist, { body })).length).toBeGreaterThan(3);
});

test("an agent lists itself and no colleague, and learns from no skill group who is not in it", async () => {
  const { list } = await office.agent.call(agentApi.list, { body: { pageSize: 200 } });
  expect(list.map(({ agentId }) => agentId)).toEqual(["1001"]);
  expect(await refused(office.agent.call(agentApi.query, { body: { agentId: "1002" } }))).toMatchObject({ code: 404 });
  const body = { skillGroupId: "x" };
  for (const person of [office.agent, office.monitor])
    for (const endpoint of [skillGroupMemberApi.findExist, skillGroupMemberApi.findNotExist])
      expect(await refused(person.call(endpoint, { body }))).toMatchObject(forbidden);
});

test("operators ask for no enterprise's seat and for no default number from outside", async () => {
  expect(await refused(office.operator.call(agentApi.query, { body: { compId, agentId: "1001" } }))).toMatchObject(
    forbidden,
  );
  expect(await refused(office.operator.call(accessNumApi.getDefault, { query: { compId } }))).toMatchObject(forbidden);
  expect(
    await refused(office.operator.call(accessNumApi.getDefaultGroup, { query: { compId, userId: "1001" } })),
  ).toMatchObject(forbidden);
  const inside = await office.enter(compId);
  expect((await inside.call(agentApi.query, { body: { agentId: "1001" } })).agentId).toBe("1001");
});

test("a number is held against an enterprise's blacklist by its own people alone", async () => {
  const body = { compId, phone: "13800138000", blackListType: 1, blackListCallType: 0 } as const;
  expect(await refused(office.operator.call(blackListApi.check, { body }))).toMatchObject(forbidden);
  expect(await office.agent.call(blackListApi.check, { body })).toMatchObject({ contained: false });
});

test("an administrator without a page forces no seat into a status, whatever the role's business permissions", async () => {
  const body = { agentId: "1001", customStatus: "" };
  expect((await refused(other.call(seatStatusApi.bindCustomStatus, { body }))).msg).toBe("坐席未签入，不能设置状态");
  await office.ports.database.system((trx) => trx.deleteFrom("role_menu").where("roleId", "=", roleId).execute());
  await rightsChanged(office.ports.broker, { roleIds: [roleId] });
  expect(await refused(other.call(seatStatusApi.bindCustomStatus, { body }))).toMatchObject(forbidden);
  await office.ports.database.system((trx) => grantDefaultMenus(trx, { id: roleId, compId, roleType: 1 }));
  await rightsChanged(office.ports.broker, { roleIds: [roleId] });
});

test("an operator of one unit reads no route of an enterprise that another unit looks after", async () => {
  const { random } = office.ports;
  const [unitId, accountId, operators] = [random.id(), random.id(), random.id()];
  await office.ports.database.system(async (trx) => {
    await trx.insertInto("operator_unit").values({ id: unitId, parentId: null, name: "单位乙", sort: 0 }).execute();
    await trx
      .insertInto("role")
      .values({ id: operators, compId: "000000", name: "乙", kind: "operator", roleType: 0 })
      .execute();
    await grantDefaultMenus(trx, { id: operators, compId: "000000", roleType: 0 });
    const admin = await trx.selectFrom("account").selectAll().where("roleType", "=", 0).executeTakeFirstOrThrow();
    const own = { id: accountId, account: "unit", userName: "0000000unit", roleId: operators, unitId };
    await trx
      .insertInto("account")
      .values({ ...admin, ...own, isSuper: 0, isSys: 0, empower: "{}" })
      .execute();
  });
  const limited = await office.signIn({ roleType: 0, account: "unit" });
  const { id: nodeId } = await office.operator.call(routeNodeApi.add, {
    body: { name: "节点", address: "127.0.0.1:5999", transport: "udp", codecs: ["PCMA"], concurrency: 1, enabled: 1 },
  });
  const { id: groupId } = await office.operator.call(routeGroupApi.add, {
    body: { name: "组", mode: "weight", enabled: 1, members: [{ nodeId, weight: 1 }] },
  });
  for (const ownerCompId of ["", compId])
    await office.operator.call(routeConfigApi.add, {
      body: { name: `路由${ownerCompId}`, ownerCompId, groupId, calleePrefixes: "0", priority: 1, enabled: 1 },
    });
  const names = async (who: Person) => (await who.call(routeConfigApi.list, { body: {} })).list.map(({ name }) => name);
  expect((await names(office.operator)).sort()).toEqual(["路由", `路由${compId}`]);
  expect(await names(limited)).toEqual(["路由"]);
});

test("the business permissions of another role are shown to who sees roles; those of the own role to everybody", async () => {
  const roles = await office.ports.database.system((trx) =>
    trx.selectFrom("role").select(["id", "roleType"]).where("compId", "=", compId).execute(),
  );
  const agents = roles.find(({ roleType }) => roleType === 2)!.id;
  expect(await other.call(businessPurviewApi.selectByRoleId, { body: { roleId: agents } })).toHaveLength(8);
  await office.ports.database.system((trx) =>
    trx.deleteFrom("role_menu").where("roleId", "=", roleId).where("menuId", "like", "%role%").execute(),
  );
  await rightsChanged(office.ports.broker, { roleIds: [roleId] });
  expect(await refused(other.call(businessPurviewApi.selectByRoleId, { body: { roleId: agents } }))).toMatchObject(
    forbidden,
  );
  expect(await other.call(businessPurviewApi.selectByRoleId, { body: { roleId } })).toHaveLength(8);
});

test("系统黑名单 is the operators', 企业黑名单 the enterprise's: neither reads or writes the other's", async () => {
  const row = { phone: "13800138000", isPrefix: 0, blackListCallType: 0 } as const;
  const enterprises = { compId, blackListType: 1 } as const;
  const system = { blackListType: 0 } as const;
  expect(await refused(office.operator.call(blackListApi.list, { body: enterprises }))).toMatchObject(forbidden);
  expect(await refused(office.operator.call(blackListApi.add, { body: { ...enterprises, ...row } }))).toMatchObject(
    forbidden,
  );
  expect(await refused(other.call(blackListApi.list, { body: system }))).toMatchObject(forbidden);
  const inside = await office.enter(compId);
  await inside.call(blackListApi.add, { body: { ...enterprises, ...row } });
  expect((await other.call(blackListApi.list, { body: enterprises })).list).toMatchObject([{ phone: row.phone }]);
});

test("isHiddenNum binds the person: 查看完整号码 lifts it not, nor do they make or keep an account that sees numbers", async () => {
  const account = (id: string) =>
    office.ports.database.system((trx) =>
      trx.selectFrom("account").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
    );
  const made = await other.call(companyAccountApi.addComp, {
    body: { account: "colleague", nickName: "同事", roleType: 1, roleId, isHiddenNum: 0 },
  });
  await hidden(async () => {
    const reveal = { callId: "c", field: "caller", reason: "客户要求回电" } as const;
    expect(await refused(other.call(revealApi.callNumber, { body: reveal }))).toMatchObject(forbidden);
    const fields = { nickName: "本人", roleId, isHiddenNum: 0 } as const;
    expect(
      (await refused(other.call(companyAccountApi.updateComp, { body: { id: otherId, ...fields } }))).fields,
    ).toMatchObject([{ path: "isHiddenNum" }]);
    expect((await account(otherId)).isHiddenNum).toBe(1);
    const body = { account: "second", ...fields, roleType: 1 } as const;
    expect((await refused(other.call(companyAccountApi.addComp, { body }))).fields).toMatchObject([
      { path: "isHiddenNum" },
    ]);
    expect(await refused(other.call(companyAccountApi.reloadPasswordComp, { body: { id: made.id } }))).toMatchObject(
      forbidden,
    );
    // Their own password and a hidden account they look after as before.
    await other.call(companyAccountApi.addComp, { body: { ...body, isHiddenNum: 1 } });
  });
});

test("isHiddenNum binds the person at interfaces, too: none that gets whole numbers is made, or pointed elsewhere", async () => {
  const body = {
    ...{ events: ["ended"], url: "https://example.com/hook", method: "POST", headers: [], signed: 0, mapping: [] },
    ...{ timeoutS: 5, maxTries: 8, enabled: 1 },
  } as const;
  const full = { ...body, name: "客户系统", sendFullNumbers: 1 } as never;
  const { id } = await office.administrator.call(interfaceConfigApi.add, { body: full });
  const named = { fields: [{ path: "sendFullNumbers" }] };
  await hidden(async () => {
    const change = (more: object) =>
      other.call(interfaceConfigApi.update, { body: { ...(full as object), id, ...more } as never });
    expect(
      await refused(other.call(interfaceConfigApi.add, { body: { ...(full as object), name: "自己的" } as never })),
    ).toMatchObject(named);
    expect(await refused(change({ url: "https://example.org/hook" }))).toMatchObject(named);
    await change({ name: "客户系统二" });
    await change({ sendFullNumbers: 0 });
    expect(await refused(change({}))).toMatchObject(named);
  });
});

test("isHiddenNum binds the person at seats, too: none that sees numbers is made, unmasked, imported or taken over", async () => {
  const seat = { name: "新坐席", roleType: 2, terminalType: 2 } as const;
  const isHiddenNumOf = async (agentId: string) =>
    (await office.administrator.call(agentApi.query, { body: { agentId } })).isHiddenNum;
  await office.administrator.call(agentApi.add, { body: { agentId: "7001", ...seat, isHiddenNum: 1 } });
  await hidden(async () => {
    const named = { fields: [{ path: "isHiddenNum" }] };
    const bare = { agentId: "7002", ...seat };
    expect(await refused(other.call(agentApi.add, { body: { ...bare, isHiddenNum: 0 } }))).toMatchObject(named);
    expect(await refused(other.call(agentApi.add, { body: bare }))).toMatchObject(named);
    const change = { agentId: "7001", ...seat, isHiddenNum: 0 } as const;
    expect(await refused(other.call(agentApi.update, { body: change }))).toMatchObject(named);
    expect(await isHiddenNumOf("7001")).toBe(1);
    // One that sees numbers already may be renamed; its password would open it.
    await other.call(agentApi.update, { body: { agentId: "1002", ...seat, name: "王志强", extension: "1002" } });
    for (const agentId of ["1001", "1002"])
      expect(await refused(other.call(agentApi.reloadPassword, { body: { agentId } }))).toMatchObject(forbidden);
    await other.call(agentApi.reloadPassword, { body: { agentId: "7001" } });
    const rows = [
      ["7003", "导入", ""],
      ["7004", "导入", "是"],
      ["7005", "导入", "否"],
    ];
    const columns = ["*坐席工号", "*姓名", "隐藏号码"].map((title) => ({ title }));
    const files = [new File([await buffer(writeSheet({ columns, rows }))], "坐席.xlsx")];
    expect(await other.call(seatImportApi.importData, { body: { files } })).toMatchObject({
      succeed: 2,
      errors: [{ row: 4, message: "您的账号已隐藏号码，不能让其他账号或自己看到完整号码" }],
    });
    expect(await Promise.all(["7003", "7004"].map(isHiddenNumOf))).toEqual([1, 1]);
  });
});

test("a number in the reason of a blacklist is masked for who sees none, and kept when they save", async () => {
  const body = { blackListType: 1, phone: "13712345678", isPrefix: 0, blackListCallType: 2 } as const;
  const remark = "与 138 1234 5678 同一人，座机0571-87654321";
  const { id } = await office.administrator.call(blackListApi.add, { body: { ...body, remark } });
  const check = { phone: body.phone };
  await hidden(async () => {
    const shown = "与 138****5678 同一人，座机057****4321";
    expect((await other.call(blackListApi.list, { body: { blackListType: 1 } })).list).toContainEqual(
      expect.objectContaining({ id, remark: shown }),
    );
    expect((await other.call(blackListApi.check, { body: check })).reason).toContain(shown);
    const asked = { direction: "in", number: body.phone } as const;
    const told = JSON.stringify(await other.call(callLimitApi.test, { body: asked }));
    expect(told).toContain(shown);
    expect(told).not.toContain("1234 5678");
    await other.call(blackListApi.update, { body: { id, ...body, remark: shown } });
  });
  expect((await office.administrator.call(blackListApi.check, { body: check })).reason).toContain(remark);
});

test("whole numbers among the prefixes of a call limit, and in its remark, are masked for who sees none", async () => {
  const body = {
    name: "投诉客户",
    direction: "out",
    prefixes: "0571,13812345678",
    kind: "bar",
    hours: [],
    perNumberPerDay: 0,
    minIntervalS: 0,
    enabled: 1,
  } satisfies BodyOf<typeof callLimitApi.add>;
  const remark = "还有13987654321";
  const { id } = await office.administrator.call(callLimitApi.add, { body: { ...body, remark } });
  const row = async (who: typeof other) =>
    (await who.call(callLimitApi.list, { body: {} })).list.find((one) => one.id === id);
  await hidden(async () => {
    const shown = { prefixes: "0571,138****5678", remark: "还有139****4321" };
    expect(await row(other)).toMatchObject(shown);
    // A mask is no prefix: what he cannot see he cannot change, nor lose by saving.
    await expect(other.call(callLimitApi.update, { body: { id, ...body, ...shown } })).rejects.toThrow("只能输入数字");
    await other.call(callLimitApi.update, { body: { id, ...body, prefixes: "0571", remark: shown.remark } });
  });
  expect(await row(office.administrator)).toMatchObject({ prefixes: "0571", remark });
});

test("a number in the remark of a shared contact is masked for who sees none, and kept when they save", async () => {
  const body = { name: "前台", phone: "13812345678", remark: "夜间拨13987654321", shared: 1 } as const;
  const { id } = await office.administrator.call(contactsApi.add, { body });
  await hidden(async () => {
    const [seen] = (await other.call(contactsApi.list, { body: {} })).list;
    expect(seen).toMatchObject({ phone: "138****5678", remark: "夜间拨139****4321" });
    await other.call(contactsApi.update, {
      body: { id, name: "总台", phone: seen!.phone, remark: seen!.remark, shared: 1 },
    });
  });
  expect((await office.administrator.call(contactsApi.list, { body: {} })).list).toMatchObject([
    { name: "总台", phone: "13812345678", remark: "夜间拨13987654321" },
  ]);
});
