import { authApi } from "@liantai/api/contract";
import { agentApi, agentGroupApi, agentGroupMemberApi, extensionApi } from "@liantai/api/contract/admin";
import { openOffice, refused, type Office } from "../../../testing/office.ts";
import { demoEnterprise } from "../../system/index.ts";
import { subscribe } from "../../topics.ts";

let office: Office;
const compId = demoEnterprise.compId;
const fields = { name: "钱小军", roleType: 2 as const, terminalType: 2 as const };
const add = (agentId: string, more: object = {}) =>
  office.administrator.call(agentApi.add, { body: { agentId, ...fields, ...more } });
const seat = (agentId: string) => office.administrator.call(agentApi.query, { body: { agentId } });
const list = async (person: Office["agent"], body: object = {}) =>
  (await person.call(agentApi.list, { body: { pageSize: 99_999, ...body } })).list.map((s) => s.agentId);

beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

test("a seat is added with its account: the password is shown once and changed at the first sign-in", async () => {
  const { password } = await add("2001", { isHiddenNum: 1 });
  expect(await seat("2001")).toMatchObject({
    agentId: "2001",
    name: "钱小军",
    roleType: 2,
    terminalType: 2,
    enable: 1,
    isHiddenNum: 1,
    roleName: "坐席",
    status: 0,
    mustChange: 1,
  });
  const person = await office.signIn({ code: compId, roleType: 2, account: "2001", password });
  expect(await person.call(authApi.getUser)).toMatchObject({
    agentId: "2001",
    expired: 1,
    isHiddenNum: 1,
    enterprise: { forcePasswordChange: 1 },
  });
  expect(await refused(person.call(agentApi.list, { body: {} }))).toMatchObject({
    msg: "密码已过期，请先修改密码",
  });
  const log = await office.ports.database.system((trx) =>
    trx.selectFrom("operation_log").selectAll().where("object", "=", "seat").where("objectId", "=", "2001").execute(),
  );
  expect(log).toHaveLength(1);
  expect(JSON.stringify(log)).not.toContain(password);
});

test("getUser's loginAgentState is the seat's 聊天登录状态; who has no seat has 0", async () => {
  const { password } = await add("2050", { loginAgentState: 1 });
  const person = await office.signIn({ code: compId, roleType: 2, account: "2050", password });
  expect(await person.call(authApi.getUser)).toMatchObject({ agentId: "2050", loginAgentState: 1 });
  await office.administrator.call(agentApi.update, {
    body: { agentId: "2050", ...fields, loginAgentState: 0 },
  });
  expect(await person.call(authApi.getUser)).toMatchObject({ loginAgentState: 0 });
  expect(await office.administrator.call(authApi.getUser)).toMatchObject({ agentId: null, loginAgentState: 0 });
  expect(await refused(add("2051", { loginAgentState: 2 }))).toMatchObject({ fields: [{ path: "loginAgentState" }] });
});

test("what does not fit is refused by the field", async () => {
  expect(await refused(add("2001"))).toMatchObject({ msg: "坐席工号已存在", fields: [{ path: "agentId" }] });
  expect(await refused(add("20011"))).toMatchObject({ msg: "坐席工号是4位数字", fields: [{ path: "agentId" }] });
  // The sentence of the form, whatever the length.
  expect(await refused(add("99"))).toMatchObject({ msg: "坐席工号是4位数字", fields: [{ path: "agentId" }] });
  expect(await refused(add("20a1"))).toMatchObject({ fields: [{ path: "agentId" }] });
  expect(await refused(add("2002", { extension: "9999" }))).toMatchObject({ fields: [{ path: "extension" }] });
  expect(await refused(add("2002", { extension: "1001" }))).toMatchObject({
    msg: "分机已绑定坐席1001",
    fields: [{ path: "extension" }],
  });
  expect(await refused(add("2002", { groupId: "nowhere" }))).toMatchObject({ fields: [{ path: "groupId" }] });
  expect(await refused(add("2002", { roleType: 1 }))).toMatchObject({ fields: [{ path: "roleType" }] });
});

test("of two that add the same seat at once one is refused", async () => {
  const results = await Promise.allSettled([add("2100"), add("2100")]);
  expect(results.map((r) => r.status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("seat and account change together; another role is another user name; the agent is told to load the page anew", async () => {
  const notified: unknown[] = [];
  const end = await subscribe(office.ports.broker, "message.send", (message) => notified.push(message));
  await office.administrator.call(extensionApi.add, { body: { from: "2001", to: "2003" } });
  await office.administrator.call(agentApi.update, {
    body: {
      agentId: "2001",
      name: "钱军",
      roleType: 3,
      terminalType: 4,
      extension: "2001",
      isAutoAnswer: 2,
      loginAgentState: 1,
    },
  });
  expect(await seat("2001")).toMatchObject({
    name: "钱军",
    roleType: 3,
    terminalType: 4,
    extension: "2001",
    isAutoAnswer: 2,
    loginAgentState: 1,
    roleName: "班长",
  });
  const account = await office.ports.database.system((trx) =>
    trx.selectFrom("account").selectAll().where("agentId", "=", "2001").executeTakeFirstOrThrow(),
  );
  expect(account).toMatchObject({ userName: `${compId}32001`, nickName: "钱军", roleType: 3 });
  await office.administrator.call(agentApi.update, {
    body: { agentId: "2001", name: "钱军", roleType: 3, terminalType: 4, extension: "2002" },
  });
  const owners = await office.ports.database.system((trx) =>
    trx
      .selectFrom("extension")
      .select(["extension", "agentId"])
      .where("extension", "in", ["2001", "2002"])
      .orderBy("extension")
      .execute(),
  );
  expect(owners).toEqual([
    { extension: "2001", agentId: null },
    { extension: "2002", agentId: "2001" },
  ]);
  expect(notified).toContainEqual({
    to: { compId, agentId: "2001" },
    message: expect.objectContaining({ type: "msgNotify", text: expect.stringContaining("请在空闲时刷新页面") }),
  });
  await end();
});

test("the limit of seats holds, also for two at once", async () => {
  const { n } = await office.ports.database.system((trx) =>
    trx
      .selectFrom("seat")
      .select((e) => e.fn.countAll().as("n"))
      .where("compId", "=", compId)
      .executeTakeFirstOrThrow(),
  );
  await office.ports.database.system((trx) =>
    trx
      .updateTable("enterprise")
      .set({ maxSeats: Number(n) + 1 })
      .where("compId", "=", compId)
      .execute(),
  );
  const results = await Promise.allSettled([add("2200"), add("2201")]);
  expect(results.map((r) => r.status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await refused(add("2202"))).toMatchObject({ msg: expect.stringContaining("坐席上限为") });
  await office.ports.database.system((trx) =>
    trx.updateTable("enterprise").set({ maxSeats: 0 }).where("compId", "=", compId).execute(),
  );
});

test("a disabled seat is signed out at once and told why; enabled again it may sign in", async () => {
  const ended: string[] = [];
  const end = await subscribe(office.ports.broker, "session.ended", ({ agentId, reason }) =>
    ended.push(`${agentId} ${reason}`),
  );
  const person = await office.signIn({ code: compId, roleType: 2, account: "1004" });
  expect(await office.administrator.call(agentApi.disEnable, { body: { ids: ["1004", "1003"] } })).toEqual({
    count: 2,
  });
  expect(ended).toContain("1004 disabled");
  expect(await refused(person.call(authApi.getUser))).toMatchObject({ msg: "您的登录已被管理员结束，请重新登录" });
  expect(await refused(office.signIn({ code: compId, roleType: 2, account: "1004" }))).toMatchObject({
    msg: "账号已停用，请联系管理员",
  });
  expect(await seat("1004")).toMatchObject({ enable: 0 });
  expect(await office.administrator.call(agentApi.enable, { body: { ids: ["1004", "1003", "1001"] } })).toEqual({
    count: 2,
  });
  await office.signIn({ code: compId, roleType: 2, account: "1004" });
  await end();
});

test("a new initial password ends the sessions; the old one opens nothing", async () => {
  const person = await office.signIn({ code: compId, roleType: 2, account: "1004" });
  const { password } = await office.administrator.call(agentApi.reloadPassword, { body: { agentId: "1004" } });
  expect(await refused(person.call(authApi.getUser))).toMatchObject({ msg: expect.stringContaining("登录") });
  expect((await refused(office.signIn({ code: compId, roleType: 2, account: "1004" }))).msg).toBeDefined();
  await office.signIn({ code: compId, roleType: 2, account: "1004", password });
});

test("chats at once: the enterprise's, one seat's own, and back", async () => {
  const max = (body: object) => office.administrator.call(agentApi.saveMaxSession, { body: body as never });
  const read = () => office.administrator.call(agentApi.getMaxSession, { body: { agentId: "1001" } });
  expect(await read()).toEqual({
    maxSession: 5,
    agentMaxSession: null,
    idDigits: 4,
    localPhonePort: 17_010,
    deviceCheck: "refuse",
    conferenceEnds: 0,
    shortAbandonS: 5,
  });
  const told: unknown[] = [];
  const end = await office.ports.broker.subscribe("groups.changed", (message) => void told.push(message));
  await max({ maxSession: 8, deviceCheck: "require" });
  // Who is signed in is asked by it from now on.
  expect(told).toEqual([{ compId }]);
  await end();
  await max({ maxSession: 8, localPhonePort: 17_020, conferenceEnds: 1, shortAbandonS: 0 });
  await max({ maxSession: 3, agentIds: ["1001"] });
  expect(await read()).toEqual({
    maxSession: 8,
    agentMaxSession: 3,
    idDigits: 4,
    localPhonePort: 17_020,
    deviceCheck: "require",
    conferenceEnds: 1,
    shortAbandonS: 0,
  });
  const typed = await refused(max({ maxSession: 8, shortAbandonS: 61 }));
  expect(typed.fields).toEqual([{ path: "shortAbandonS", label: "短放弃时限", message: "短放弃时限不能大于60" }]);
  await max({ maxSession: null, agentIds: ["1001"] });
  expect(await read()).toMatchObject({ agentMaxSession: null });
});

test("who sees which seats: an agent itself, a monitor its groups and those below, nobody another enterprise", async () => {
  const { id: parent } = await office.administrator.call(agentGroupApi.add, {
    body: { name: "二部", monitorIds: ["1005"] },
  });
  const { id: child } = await office.administrator.call(agentGroupApi.add, {
    body: { name: "二部一组", parentId: parent },
  });
  await add("2300", { groupId: child, enable: 0 });
  await add("2301");
  expect(await list(office.monitor)).toEqual(expect.arrayContaining(["1001", "1005", "2300"]));
  expect(await list(office.monitor)).not.toContain("2301");
  expect(await list(office.agent)).toEqual(["1001"]);
  expect(await list(office.administrator, { groupId: parent })).toEqual(["2300"]);
  expect(await list(office.administrator, { agentGroupId: parent })).toEqual([]);
  expect(await list(office.administrator, { monitorAgentId: "1005", roleTypes: "2,3" })).toContain("2300");
  expect(await list(office.administrator, { enable: 1, userType: 1, agentId: "230" })).toEqual(["2301"]);
  expect(await list(office.operator, { compId })).toContain("2301");
  expect(await refused(office.agent.call(agentApi.list, { body: { compId: "200002" } }))).toMatchObject({
    msg: "您没有权限执行此操作",
  });
  await office.administrator.call(agentGroupMemberApi.delete, {
    body: { groupId: child, agentIds: ["2300"] },
  });
  expect(await list(office.monitor)).not.toContain("2300");
});

test("C6 groupId shows an administrator a group with those below it, and limits nothing", async () => {
  const { id: parent } = await office.administrator.call(agentGroupApi.add, { body: { name: "三部" } });
  const { id: child } = await office.administrator.call(agentGroupApi.add, {
    body: { name: "三部一组", parentId: parent },
  });
  await add("2350", { groupId: parent });
  await add("2351", { groupId: child });
  const admin = (groupId: string | null) =>
    office.ports.database.system((trx) =>
      trx.updateTable("account").set({ groupId }).where("compId", "=", compId).where("account", "=", "admin").execute(),
    );
  await admin(child);
  const grouped = await office.signIn({ code: compId, roleType: 1, account: "admin" });
  expect((await grouped.call(authApi.getUser)).groupId).toBe(child);
  expect(await list(grouped)).toEqual(expect.arrayContaining(["1001", "2350", "2351"]));
  expect(await list(grouped, { groupId: parent })).toEqual(["2350", "2351"]);
  await admin(null);
  office = { ...office, administrator: await office.signIn({ code: compId, roleType: 1, account: "admin" }) };
});

test("a seat is deleted with its account; its extension is free again", async () => {
  await add("2400", { extension: "2003" });
  expect(await office.administrator.call(agentApi.delete, { body: { ids: ["2400"] } })).toEqual({ count: 1 });
  expect(await refused(seat("2400"))).toMatchObject({ msg: "坐席不存在" });
  const { accounts, free } = await office.ports.database.system(async (trx) => ({
    accounts: await trx.selectFrom("account").select("id").where("agentId", "=", "2400").execute(),
    free: await trx.selectFrom("extension").select("agentId").where("extension", "=", "2003").executeTakeFirst(),
  }));
  expect(accounts).toEqual([]);
  expect(free).toEqual({ agentId: null });
});

test("a line outside needs a telephone number; another terminal may have one, or an extension, beside it", async () => {
  expect((await refused(add("2901", { terminalType: 0 }))).fields).toMatchObject([
    { path: "phone", message: "终端类型为外线电话时，请填写外线号码" },
  ]);
  expect((await refused(add("2901", { terminalType: 0, phone: "12ab" }))).fields).toMatchObject([{ path: "phone" }]);
  await add("2901", { terminalType: 0, phone: "010-62345678", phoneConfirm: 1 });
  expect(await seat("2901")).toMatchObject({ terminalType: 0, phone: "01062345678", phoneConfirm: 1 });
  const body = { agentId: "2901", ...fields };
  const change = (phone: string) => office.administrator.call(agentApi.update, { body: { ...body, phone } });
  expect((await refused(change("12ab"))).fields).toMatchObject([{ path: "phone" }]);
  for (const phone of ["8005", "13900139000", ""]) {
    await change(phone);
    expect(await seat("2901")).toMatchObject({ terminalType: 2, phone });
  }
});

test("K39 the form keeps 呼转: the number stands as it is dialled, and what cannot be is refused at the number", async () => {
  const set = (agentId: string, forwardModes: string, forwardTo: string) =>
    office.administrator.call(agentApi.update, { body: { agentId, ...fields, forwardModes, forwardTo } });
  await add("2951", { forwardModes: "busy,noAnswer", forwardTo: "010-62345678" });
  expect(await seat("2951")).toMatchObject({ forwardModes: "busy,noAnswer", forwardTo: "01062345678" });
  expect(await refused(set("2951", "always,busy", "13900001111"))).toMatchObject({
    fields: [{ path: "forwardModes" }],
  });
  expect(await refused(set("2951", "always", ""))).toMatchObject({
    msg: "请填写呼转号码",
    fields: [{ path: "forwardTo" }],
  });
  expect(await refused(set("2951", "always", "4001"))).toMatchObject({
    msg: "不能呼转到本企业的接入号码",
    fields: [{ path: "forwardTo" }],
  });
  await set("2951", "", "13900001111");
  expect(await seat("2951")).toMatchObject({ forwardModes: "", forwardTo: "" });
});
