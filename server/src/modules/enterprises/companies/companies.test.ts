import { authApi } from "@liantai/api/contract";
import {
  companyAccountApi,
  companyApi,
  companyWhiteApi,
  dbServerApi,
  smsCompexApi,
  unitApi,
} from "@liantai/api/contract/admin";
import { assertSeatRoom } from "../index.ts";
import { openOffice, refused, type Office, type Person } from "../../../testing/office.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

const add = (compId: string, over: object = {}, who: Person = office.operator) =>
  who.call(companyApi.add, { body: { compId, name: `企业${compId}`, ...over } });
const fieldsRefused = async (call: Promise<unknown>) =>
  (await refused(call)).fields.map(({ path, message }) => [path, message]);

test("a new enterprise has its roles with menus and its first administrator, who signs in and must change the password", async () => {
  const { compId: proposed } = await office.operator.call(companyApi.getNextCompId, { body: {} });
  expect(proposed).toBe("100002");
  const made = await add(proposed, {
    adminAccount: "boss",
    adminName: "钱多多",
    maxSeats: 3,
    expiresOn: "2099-12-31",
    creditLimit: "100.5",
    contact: "钱多多",
    phone: "13800138000",
    moduleIm: 0,
  });
  expect(made.password).toMatch(/^.{12}$/);
  const row = await office.operator.call(companyApi.query, { body: { compId: proposed } });
  expect(row).toMatchObject({
    name: "企业100002",
    maxSeats: 3,
    seats: 0,
    expiresOn: "2099-12-31",
    creditLimit: "100.5000",
    balance: "0.0000",
    enabled: 1,
    forbidden: 1,
    moduleIm: 0,
    moduleHelp: 1,
    sms: null,
  });
  const boss = await office.signIn({ code: proposed, roleType: 1, account: "boss", password: made.password });
  const user = await boss.call(authApi.getUser);
  expect(user).toMatchObject({ nickName: "钱多多", isSys: 1, compId: proposed });
  expect((await boss.call(authApi.roleMenu, { query: { id: user.roleId } })).map((menu) => menu.name)).toContain(
    "呼叫中心",
  );
  await expect(boss.call(companyApi.query, { body: {} })).rejects.toMatchObject({ envelope: { code: 4031 } });
  const roles = await office.ports.database.system((trx) =>
    trx.selectFrom("role").select(["name", "roleType"]).where("compId", "=", proposed).orderBy("roleType").execute(),
  );
  expect(roles).toEqual([
    { name: "企业管理员", roleType: 1 },
    { name: "坐席", roleType: 2 },
    { name: "班长", roleType: 3 },
  ]);
  expect(await office.operator.call(companyAccountApi.queryCompSys, { body: { compId: proposed } })).toMatchObject({
    account: "boss",
    isSys: 1,
  });
});

test("of those who take the proposed code at once one gets it, and nothing of the others stays", async () => {
  const { compId } = await office.operator.call(companyApi.getNextCompId, { body: {} });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 6 }, (_, i) => add(compId, { name: `同时${i}`, adminAccount: `boss${i}` })),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const accounts = await office.ports.database.system((trx) =>
    trx.selectFrom("account").select("account").where("compId", "=", compId).execute(),
  );
  expect(accounts).toHaveLength(1);
  expect(await fieldsRefused(add(compId))).toEqual([["compId", "企业编号已被使用，请换一个"]]);
  expect(await fieldsRefused(add("000000"))).toEqual([["compId", "该企业编号已保留，请换一个"]]);
  expect(Number((await office.operator.call(companyApi.getNextCompId, { body: {} })).compId)).toBe(Number(compId) + 1);
});

test("fields of the contract are held on the server", async () => {
  expect(await fieldsRefused(add("12", { name: "", phone: "abc", maxSeats: -1, creditLimit: "1.23456" }))).toEqual(
    expect.arrayContaining([
      ["compId", "企业编号为6位字母或数字"],
      ["name", "请输入企业名称"],
      ["phone", "联系电话应为手机号码、带区号的座机号码、400、800、95、96开头的号码或+开头的国际号码"],
      ["maxSeats", "坐席上限不能小于0"],
      ["creditLimit", "信用额度应为数字，最多4位小数"],
    ]),
  );
});

test("disabling ends its sessions at once, refuses sign-ins, tells; enabling lets them in again", async () => {
  const { password } = await add("200010", { adminAccount: "boss" });
  const who = { code: "200010", roleType: 1, account: "boss", password };
  const boss = await office.signIn(who);
  const heard: unknown[] = [];
  const ends: unknown[] = [];
  await office.ports.broker.subscribe("enterprise.changed", (message) => void heard.push(message));
  await office.ports.broker.subscribe("session.ended", (message) => void ends.push(message));
  expect(await office.operator.call(companyApi.disEnable, { body: { compIds: ["200010"] } })).toEqual({ count: 1 });
  await expect(boss.call(authApi.getUser)).rejects.toMatchObject({
    status: 426,
    message: "企业已停用，您将被强制退出，请联系运营人员",
  });
  expect(ends).toEqual([expect.objectContaining({ compId: "200010", reason: "enterprise" })]);
  expect(heard).toContainEqual({ compId: "200010" });
  await expect(office.signIn(who)).rejects.toMatchObject({ status: 428, message: "企业已停用，请联系运营人员" });
  expect(await office.operator.call(companyApi.disEnable, { body: { compIds: ["200010"] } })).toEqual({ count: 0 });
  await office.operator.call(companyApi.enable, { body: { compIds: ["200010"] } });
  expect(await (await office.signIn(who)).call(authApi.getUser)).toMatchObject({ compId: "200010" });
});

test("an agent in a call stays until it is over; the others leave", async () => {
  const { clock, database, broker } = office.ports;
  const agent = await office.signIn({ code: "100001", roleType: 2, account: "1002" });
  const idle = await office.signIn({ code: "100001", roleType: 2, account: "1003" });
  const at = new Date(clock.now());
  const call = {
    compId: "100001",
    callId: office.ports.random.id(),
    direction: "inbound",
    caller: "1",
    callee: "2",
    agentId: "1002",
    startAt: at,
    waitMs: 0,
    ringMs: 0,
    talkMs: 0,
    holdMs: 0,
    result: 100,
    appliedSeq: 1,
  };
  await database.system((trx) => trx.insertInto("call_record").values(call).execute());
  await office.operator.call(companyApi.disEnable, { body: { compIds: ["100001"] } });
  await expect(idle.call(authApi.getUser)).rejects.toMatchObject({ status: 426 });
  expect(await agent.call(authApi.getUser)).toMatchObject({ agentId: "1002" });
  await database.system((trx) =>
    trx.updateTable("call_record").set({ endAt: at, result: 200 }).where("callId", "=", call.callId).execute(),
  );
  await broker.publish("call.recorded", {
    compId: "100001",
    callId: call.callId,
    agentId: "1002",
    cause: "completed",
  });
  for (let i = 0; i < 200; i += 1) await database.ping();
  await expect(agent.call(authApi.getUser)).rejects.toMatchObject({ status: 426 });
  await office.operator.call(companyApi.enable, { body: { compIds: ["100001"] } });
});

test("after its last day nobody signs in", async () => {
  const { password } = await add("200011", { adminAccount: "boss", expiresOn: "2020-01-01" });
  await expect(office.signIn({ code: "200011", roleType: 1, account: "boss", password })).rejects.toMatchObject({
    status: 428,
    message: "企业服务已到期，请联系运营人员",
  });
});

test("forms, white list, databases, short messages", async () => {
  await add("200012", { isWhite: 1 });
  const told: unknown[] = [];
  await office.ports.broker.subscribe("message.send", (message) => void told.push(message));
  await office.operator.call(companyApi.showForm, { body: { compIds: ["200012"] } });
  // A page that is open brings up forms from the next call on; where nothing changed nobody is told.
  const reads = { to: { compId: "200012" }, message: { type: "menuChanged" } };
  expect(told).toEqual([reads]);
  await office.operator.call(companyApi.showForm, { body: { compIds: ["200012"] } });
  expect(told).toEqual([reads]);
  expect(await office.operator.call(companyApi.query, { body: { compId: "200012" } })).toMatchObject({ isShowForm: 1 });
  await office.operator.call(companyApi.disShowForm, { body: { compIds: ["200012"] } });
  expect((await office.operator.call(companyApi.list, { body: { name: "200012" } })).list).toEqual([
    expect.objectContaining({ isShowForm: 0 }),
  ]);
  expect(told).toEqual([reads, reads]);
  const name = "企业200012";
  await office.operator.call(companyApi.update, { body: { compId: "200012", name, hiddenGlobalPhone: 1 } });
  expect(told).toEqual([reads, reads, reads]);
  expect((await office.operator.call(companyWhiteApi.list, { body: {} })).list.map((row) => row.compId)).toEqual([
    "200012",
  ]);
  expect(await office.operator.call(dbServerApi.list, { body: {} })).toEqual([
    expect.objectContaining({ id: "main", kind: "pglite" }),
  ]);
  const sms = {
    compId: "200012",
    account: "tx-1",
    secret: "very-secret",
    signName: "联台",
    price: "0.045",
    dailyLimit: 100,
  };
  await office.operator.call(smsCompexApi.addTxCompex, { body: sms });
  await office.operator.call(smsCompexApi.updateCompex, { body: { ...sms, secret: "", account: "tx-2" } });
  const shown = await office.operator.call(companyApi.query, { body: { compId: "200012" } });
  expect(shown.sms).toEqual({
    enabled: 1,
    account: "tx-2",
    signName: "联台",
    extCode: "",
    price: "0.0450",
    dailyLimit: 100,
  });
  const kept = await office.ports.database.system((trx) =>
    trx.selectFrom("sms_account").select("secret").where("compId", "=", "200012").executeTakeFirstOrThrow(),
  );
  expect(kept.secret).toMatch(/^v1\./);
  const logged = await office.ports.database.system((trx) =>
    trx.selectFrom("operation_log").selectAll().where("object", "=", "smsAccount").execute(),
  );
  expect(JSON.stringify(logged)).not.toContain("very-secret");
});

test("only an unused, disabled enterprise is deleted", async () => {
  await add("200013", { adminAccount: "boss" });
  const remove = (compId: string) => office.operator.call(companyApi.delete, { body: { compId } });
  await expect(remove("200013")).rejects.toThrow("请先停用企业");
  await office.operator.call(companyApi.disEnable, { body: { compIds: ["200013"] } });
  await remove("200013");
  await expect(office.operator.call(companyApi.query, { body: { compId: "200013" } })).rejects.toMatchObject({
    envelope: { code: 404 },
  });
});

test("the seat limit counts", async () => {
  await add("200014", { maxSeats: 1 });
  const { database } = office.ports;
  await database.tenant("200014", async (trx) => {
    await assertSeatRoom(trx, "200014", 1);
    await trx.insertInto("seat").values({ compId: "200014", agentId: "1001", name: "一号", terminalType: 2 }).execute();
    await expect(assertSeatRoom(trx, "200014", 1)).rejects.toThrow("坐席上限为1个，已有1个，不能再新增1个");
  });
});

test("units: a tree without rings, their enterprises, and operators who keep to theirs", async () => {
  const { operator } = office;
  const unit = async (name: string, parentId: string | null = null) =>
    (await operator.call(unitApi.add, { body: { name, parentId } })).id;
  const east = await unit("华东");
  const shanghai = await unit("上海", east);
  const south = await unit("华南");
  await expect(operator.call(unitApi.update, { body: { id: east, name: "华东", parentId: shanghai } })).rejects.toThrow(
    "上级单位不能是本单位或其下级",
  );
  expect(await fieldsRefused(operator.call(unitApi.add, { body: { name: "上海", parentId: east } }))).toEqual([
    ["name", "同一上级下已有同名单位"],
  ]);
  await add("200015");
  await operator.call(unitApi.assign, { body: { unitId: shanghai, compIds: ["200015"] } });
  expect(
    (await operator.call(unitApi.organizCompanyList, { body: { unitId: east, below: true } })).list.map(
      (row) => row.compId,
    ),
  ).toEqual(["200015"]);
  expect((await operator.call(unitApi.organizCompanyList, { body: { unitId: east } })).total).toBe(0);
  await expect(operator.call(unitApi.delete, { body: { ids: [shanghai] } })).rejects.toThrow(
    "还有下级单位、企业或账号",
  );

  const { operatorAccountApi } = await import("@liantai/api/contract/admin");
  const { roleId } = (await operator.call(operatorAccountApi.listOpt, { body: {} })).list[0]!;
  const made = await operator.call(operatorAccountApi.addOpt, {
    body: {
      account: "east",
      nickName: "华东运营",
      roleId,
      unitId: east,
      empowerJson: { "enterprise.add": true, "enterprise.update": true, "unit.update": true, "unit.add": true },
    },
  });
  const person = await office.signIn({ roleType: 0, account: "east", password: made.password });
  expect((await person.call(companyApi.list, { body: {} })).list.map((row) => row.compId)).toEqual(["200015"]);
  expect((await person.call(unitApi.list, { body: {} })).map((row) => row.name).sort()).toEqual(["上海", "华东"]);
  await expect(person.call(companyApi.query, { body: { compId: "100001" } })).rejects.toMatchObject({ status: 403 });
  await expect(person.call(companyApi.disEnable, { body: { compIds: ["200015"] } })).rejects.toMatchObject({
    status: 403,
  });
  // What he adds is his unit's, and he sees it at once.
  await add("200016", {}, person);
  expect((await person.call(companyApi.list, { body: {} })).list.map((row) => row.compId)).toEqual([
    "200015",
    "200016",
  ]);
  expect(
    await fieldsRefused(person.call(companyApi.update, { body: { compId: "200016", name: "改", unitId: south } })),
  ).toEqual([["unitId", "请选择本单位或下级单位"]]);
  await expect(person.call(unitApi.update, { body: { id: south, name: "改" } })).rejects.toMatchObject({
    envelope: { code: 404 },
  });
});
