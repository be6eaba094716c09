import { authApi, signInForm } from "@liantai/api/contract";
import { allEndpoints } from "@liantai/api/contract/all";
import { companyAccountApi, operateKeys, operatorAccountApi, userAgentMemberApi } from "@liantai/api/contract/admin";
import { constants, createPublicKey, publicEncrypt } from "node:crypto";
import { openOffice, type Office } from "../../../testing/office.ts";

let office: Office;
let operatorRole = "";
const roleIds = new Map<number, string>();
beforeAll(async () => {
  office = await openOffice();
  const roles = await office.ports.database.system((trx) => trx.selectFrom("role").selectAll().execute());
  for (const role of roles) if (role.compId === "100001") roleIds.set(role.roleType, role.id);
  operatorRole = roles.find((role) => role.compId === "000000")!.id;
});
afterAll(() => office?.close());

const code = "100001";
const addUser = (over: object) =>
  office.administrator.call(companyAccountApi.addComp, {
    body: { account: "user1", nickName: "用户", roleType: 2, roleId: roleIds.get(2), ...over } as never,
  });
const idOf = async (account: string) =>
  (await office.administrator.call(companyAccountApi.listComp, { body: { name: account, pageSize: 200 } })).list.find(
    (row) => row.account === account,
  )!.id;
async function sealed(password: string) {
  const { data: key } = (await office.app.fastify.inject("/auth/publicKey")).json<{
    data: { kid: string; spki: string; now: number };
  }>();
  const bytes = publicEncrypt(
    {
      key: createPublicKey({ key: Buffer.from(key.spki, "base64"), format: "der", type: "spki" }),
      padding: constants.RSA_PKCS1_OAEP_PADDING,
      oaepHash: "sha256",
    },
    Buffer.from(JSON.stringify({ password, at: key.now })),
  );
  return { kid: key.kid, password: bytes.toString("base64") };
}

test("every key that an endpoint asks for stands in the permission map", () => {
  const asked = allEndpoints
    .flatMap(({ permission }) => (permission.kind === "roles" ? [permission.operate, permission.account] : []))
    .filter((key) => key !== undefined);
  expect([...new Set(asked)].filter((key) => !operateKeys.includes(key))).toEqual([]);
});

test("a user account signs in with the password that was shown once, and changes it", async () => {
  const { password } = await addUser({});
  const user = await office.signIn({ code, roleType: 2, account: "user1", password });
  expect(await user.call(authApi.getUser)).toMatchObject({ nickName: "用户", agentId: null, expired: 1 });
  await expect(addUser({})).rejects.toMatchObject({
    envelope: { data: { fields: [{ path: "account", message: "账号user1已存在" }] } },
  });
  await expect(addUser({ account: "user2", roleType: 1 })).rejects.toThrow("角色与账号类型不符");
  await expect(addUser({ account: "坐席", roleType: 2 })).rejects.toMatchObject({ envelope: { code: 400 } });
});

test("an account of role type 4 is made with an administrator's role, signs in by the form and acts as an administrator", async () => {
  const made = await addUser({ account: "deputy", roleType: 4, roleId: roleIds.get(1) });
  const typed = { code, roleType: 4, account: "deputy", password: made.password, captcha: "AB34" };
  expect(signInForm.validateSync(typed)).toMatchObject({ roleType: 4 });
  const deputy = await office.signIn({ code, roleType: 4, account: "deputy", password: made.password });
  const [old, next] = [await sealed(made.password), await sealed("Deputy#2026x")];
  await deputy.call(authApi.resetPassword, {
    body: { kid: old.kid, oldPassword: old.password, newPassword: next.password },
  });
  const user = await deputy.call(authApi.getUser);
  expect(user).toMatchObject({ roleType: 4, agentId: null, expired: 0 });
  expect((await deputy.call(authApi.roleMenu, { query: { id: user.roleId } })).length).toBeGreaterThan(0);
  const { list } = await deputy.call(companyAccountApi.listComp, { body: { roleTypes: "4", pageSize: 200 } });
  expect(list.map(({ account, roleType }) => [account, roleType])).toEqual([["deputy", 4]]);
  await expect(addUser({ account: "deputy2", roleType: 4, roleId: roleIds.get(2) })).rejects.toThrow(
    "角色与账号类型不符",
  );
});

test("a typed password follows the rules; a new one ends the sessions", async () => {
  await expect(addUser({ account: "weak", ...(await sealed("weak")) })).rejects.toThrow("密码长度至少8位");
  const typed = await addUser({ account: "typed", ...(await sealed("Typed#2026")) });
  expect(typed.password).toBe("");
  const user = await office.signIn({ code, roleType: 2, account: "typed", password: "Typed#2026" });
  const again = await office.administrator.call(companyAccountApi.reloadPasswordComp, {
    body: { id: typed.id },
  });
  await expect(user.call(authApi.getUser)).rejects.toMatchObject({ status: 401 });
  await office.signIn({ code, roleType: 2, account: "typed", password: again.password });
});

test("a batch is made whole or not at all", async () => {
  const batch = (accounts: { account: string; nickName: string }[]) =>
    office.administrator.call(companyAccountApi.addUserCompBatch, {
      body: { roleType: 2, roleId: roleIds.get(2)!, accounts },
    });
  const made = await batch(Array.from({ length: 5 }, (_, i) => ({ account: `batch${i}`, nickName: `批量${i}` })));
  expect(new Set(made.map((one) => one.password)).size).toBe(5);
  await office.signIn({ code, roleType: 2, account: "batch3", password: made[3]!.password });
  await expect(
    batch([
      { account: "fresh1", nickName: "新" },
      { account: "batch1", nickName: "旧" },
    ]),
  ).rejects.toThrow("账号batch1已存在");
  await expect(
    batch([
      { account: "twice1", nickName: "新" },
      { account: "twice1", nickName: "新" },
    ]),
  ).rejects.toThrow("账号twice1重复");
  expect((await office.administrator.call(companyAccountApi.listComp, { body: { name: "fresh" } })).total).toBe(0);
});

test("an account is bound to one seat and sits there after the next sign-in", async () => {
  const { id, password } = await addUser({ account: "shift" });
  const user = await office.signIn({ code, roleType: 2, account: "shift", password });
  const bind = (agentId: string, to: "add" | "delete" = "add") =>
    office.administrator.call(userAgentMemberApi[to], { body: { accountId: id, agentIds: [agentId] } });
  expect(await bind("1004")).toEqual({ count: 1 });
  await expect(user.call(authApi.getUser)).rejects.toMatchObject({ status: 426 });
  expect(
    await (await office.signIn({ code, roleType: 2, account: "shift", password })).call(authApi.getUser),
  ).toMatchObject({ agentId: "1004", extension: "1004" });
  await expect(bind("1003")).rejects.toThrow("账号已绑定坐席1004，请先解除绑定");
  const exist = await office.administrator.call(userAgentMemberApi.findExist, { body: { accountId: id } });
  expect(exist.map((seat) => [seat.agentId, seat.accounts])).toEqual([["1004", ["shift"]]]);
  expect(
    (await office.administrator.call(userAgentMemberApi.findNotExist, { body: { accountId: id } })).map(
      (seat) => seat.agentId,
    ),
  ).toEqual(["1001", "1002", "1003", "1005"]);
  expect(await bind("1004", "delete")).toEqual({ count: 1 });
  await expect(
    office.administrator.call(userAgentMemberApi.add, {
      body: { accountId: await idOf("1003"), agentIds: ["1004"] },
    }),
  ).rejects.toThrow("属于坐席");
});

test("the own account, the last system administrator and accounts of seats stay", async () => {
  const own = await idOf("admin");
  const remove = (ids: string[]) =>
    office.administrator.call(companyAccountApi.deleteUserDispatchAcc, { body: { ids } });
  await expect(remove([own])).rejects.toThrow("不能删除自己的账号");
  await expect(remove([await idOf("1003")])).rejects.toThrow("请在坐席管理中删除");
  await expect(office.operator.call(companyAccountApi.deleteComp, { body: { ids: [own] } })).rejects.toThrow(
    "企业至少保留一个启用的系统管理员",
  );
  await expect(
    office.administrator.call(companyAccountApi.updateComp, {
      body: { id: own, nickName: "张建国", roleId: roleIds.get(1)!, isSys: 0 },
    }),
  ).rejects.toThrow("企业至少保留一个启用的系统管理员");
  // A session of what was refused lives on.
  expect(await office.administrator.call(authApi.getUser)).toMatchObject({ isSys: 1 });
  await addUser({ account: "boss2", roleType: 1, roleId: roleIds.get(1), isSys: 1 });
  const { id } = await addUser({ account: "gone" });
  expect(await remove([id])).toEqual({ count: 1 });
  await expect(office.operator.call(companyAccountApi.queryComp, { body: { compId: code, id } })).rejects.toMatchObject(
    { envelope: { code: 404 } },
  );
});

test("only a system administrator touches system administrators", async () => {
  const { id, password } = await addUser({ account: "plainboss", roleType: 1, roleId: roleIds.get(1), isSys: 0 });
  await office.ports.database.system((trx) =>
    trx.updateTable("account").set({ mustChange: 0 }).where("id", "=", id).execute(),
  );
  const plain = await office.signIn({ code, roleType: 1, account: "plainboss", password });
  await expect(
    plain.call(companyAccountApi.reloadPasswordComp, { body: { id: await idOf("admin") } }),
  ).rejects.toMatchObject({ status: 403 });
  await expect(
    plain.call(companyAccountApi.addComp, {
      body: { account: "sneaky", nickName: "甲", roleType: 1, roleId: roleIds.get(1)!, isSys: 1 },
    }),
  ).rejects.toThrow("只有系统管理员可以授予该权限");
});

test("an operator gives no more than he has; his new rights count at once", async () => {
  const add = (who: typeof office.operator, account: string, over: object) =>
    who.call(operatorAccountApi.addOpt, {
      body: { account, nickName: account, roleId: operatorRole, ...over },
    });
  const { id, password } = await add(office.operator, "clerk", {
    isSuper: 1,
    empowerJson: { "operateAccount.add": true, "operateAccount.password": true },
  });
  const clerk = await office.signIn({ roleType: 0, account: "clerk", password });
  await expect(add(clerk, "more1", { empowerJson: { "enterprise.recharge": true } })).rejects.toThrow(
    "不能授予自己没有的操作权限",
  );
  for (const flag of ["operator", "isSys"])
    await expect(add(clerk, "more2", { [flag]: 1 })).rejects.toMatchObject({ envelope: { code: 400 } });
  expect((await add(clerk, "less", { isSuper: 1, empowerJson: { "operateAccount.add": true } })).password).not.toBe("");
  const admin = (await office.operator.call(operatorAccountApi.listOpt, { body: { name: "admin" } })).list[0]!;
  await expect(clerk.call(operatorAccountApi.reloadPasswordOpt, { body: { id: admin.id } })).rejects.toMatchObject({
    status: 403,
  });
  await expect(clerk.call(operatorAccountApi.deleteOpt, { body: { ids: [admin.id] } })).rejects.toMatchObject({
    status: 403,
  });
  await expect(add(clerk, "odd", { empowerJson: { "no.such": true } })).rejects.toMatchObject({
    envelope: { code: 400 },
  });
  await office.operator.call(operatorAccountApi.updateOpt, {
    body: { id, nickName: "clerk", roleId: operatorRole, empowerJson: {} },
  });
  await expect(add(clerk, "late", {})).rejects.toMatchObject({ status: 403 });
  await expect(office.operator.call(operatorAccountApi.deleteOpt, { body: { ids: [admin.id] } })).rejects.toThrow(
    "不能删除自己的账号",
  );
  await expect(
    office.operator.call(operatorAccountApi.updateOpt, {
      body: { id: admin.id, nickName: "系统运营", roleId: operatorRole, isSys: 0 },
    }),
  ).rejects.toThrow("至少保留一个启用的系统账号");
  expect(await office.operator.call(operatorAccountApi.deleteOpt, { body: { ids: [id] } })).toEqual({
    count: 1,
  });
  await expect(clerk.call(authApi.getUser)).rejects.toMatchObject({ status: expect.any(Number) as number });
});

test("operators list administrators over all enterprises", async () => {
  const { list } = await office.operator.call(companyAccountApi.listComp, {
    body: { roleTypes: "1", pageSize: 200 },
  });
  expect(list).toContainEqual(
    expect.objectContaining({ compId: code, compName: "联台演示企业", account: "admin", online: true }),
  );
  expect(list.every((row) => row.roleType === 1)).toBe(true);
});

describe("S11 the second step of somebody else", () => {
  const secondStep = { totpSecret: "sealed", totpStep: 1, totpRecovery: "a b" };
  const give = (id: string) =>
    office.ports.database.system((trx) => trx.updateTable("account").set(secondStep).where("id", "=", id).execute());
  const stored = (id: string) =>
    office.ports.database.system((trx) =>
      trx
        .selectFrom("account")
        .select(["totpSecret", "totpStep", "totpRecovery"])
        .where("id", "=", id)
        .executeTakeFirstOrThrow(),
    );
  const resetComp = (who: typeof office.operator, id: string, compId?: string) =>
    who.call(companyAccountApi.resetTotpComp, { body: { id, ...(compId ? { compId } : {}) } });
  const resetOpt = (who: typeof office.operator, id: string) =>
    who.call(operatorAccountApi.resetTotpOpt, { body: { id } });

  test("of an administrator: by the system administrator and by operators; sessions end, the log has it", async () => {
    const { id, password } = await addUser({ account: "lost1", roleType: 1, roleId: roleIds.get(1), isSys: 0 });
    const lost = await office.signIn({ code, roleType: 1, account: "lost1", password });
    await expect(resetComp(office.administrator, id)).rejects.toThrow("账号lost1没有开启两步验证");
    await give(id);
    const { list } = await office.administrator.call(companyAccountApi.listComp, { body: { name: "lost1" } });
    expect(list).toMatchObject([{ totp: 1 }]);
    expect(JSON.stringify(list)).not.toContain("sealed");
    await resetComp(office.administrator, id);
    expect(await stored(id)).toEqual({ totpSecret: null, totpStep: null, totpRecovery: "" });
    await expect(lost.call(authApi.getUser)).rejects.toMatchObject({ status: 426 });
    await give(id);
    await resetComp(office.operator, id, code);
    const log = await office.ports.database.tenant(code, (trx) =>
      trx
        .selectFrom("operation_log")
        .select(["userName", "objectName"])
        .where("object", "=", "totp")
        .where("action", "=", "reset")
        .orderBy("at")
        .orderBy("id")
        .execute(),
    );
    expect(log).toEqual(["1000011admin", "0000000admin"].map((userName) => ({ userName, objectName: "lost1" })));
  });

  test("not the own one, not that of somebody above, not another enterprise's", async () => {
    const own = await idOf("admin");
    await give(own);
    await expect(resetComp(office.administrator, own)).rejects.toThrow("不能重置自己的两步验证");
    const { id, password } = await addUser({ account: "lower", roleType: 1, roleId: roleIds.get(1), isSys: 0 });
    await office.ports.database.system((trx) =>
      trx.updateTable("account").set({ mustChange: 0 }).where("id", "=", id).execute(),
    );
    const lower = await office.signIn({ code, roleType: 1, account: "lower", password });
    await expect(resetComp(lower, own)).rejects.toMatchObject({ status: 403 });
    await expect(resetComp(office.operator, own, "100002")).rejects.toMatchObject({ envelope: { code: 404 } });
    expect(await stored(own)).toEqual(secondStep);
    await office.ports.database.system((trx) =>
      trx.updateTable("account").set({ totpSecret: null }).where("id", "=", own).execute(),
    );
  });

  test("of an operator: by who may reset his password, not of a system account by others", async () => {
    const clerkFields = { account: "clerk2", nickName: "clerk2", roleId: operatorRole };
    const made = await office.operator.call(operatorAccountApi.addOpt, {
      body: { ...clerkFields, isSuper: 1, empowerJson: { "operateAccount.password": true } },
    });
    const clerk = await office.signIn({ roleType: 0, account: "clerk2", password: made.password });
    const chief = (await office.operator.call(operatorAccountApi.listOpt, { body: { name: "admin" } })).list[0]!;
    await give(chief.id);
    await expect(resetOpt(clerk, chief.id)).rejects.toMatchObject({ status: 403 });
    await expect(resetOpt(office.operator, chief.id)).rejects.toThrow("不能重置自己的两步验证");
    expect(await stored(chief.id)).toEqual(secondStep);
    await give(made.id);
    await resetOpt(office.operator, made.id);
    expect(await stored(made.id)).toEqual({ totpSecret: null, totpStep: null, totpRecovery: "" });
    await expect(clerk.call(authApi.getUser)).rejects.toMatchObject({ status: 426 });
  });
});
