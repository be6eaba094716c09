import { authApi, cdrApi, errors, texts } from "@liantai/api/contract";
import type { Caller } from "../../http/routes.ts";
import { hashPassword } from "../system/index.ts";
import { publish, subscribe } from "../topics.ts";
import { openOffice, type Office, type Person } from "../../testing/office.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

const compId = "100001";
const enter = (who: Person, into = compId): Promise<Person> => office.enter(into, who);

/** A second operator with these rights. */
async function addOperator(
  account: string,
  over: { isSuper?: number; operator?: number; unitId?: string | null; empower?: object } = {},
): Promise<Person> {
  const { empower = {}, ...rest } = over;
  await office.ports.database.system(async (trx) => {
    const { roleId } = await trx
      .selectFrom("account")
      .select("roleId")
      .where("userName", "=", "0000000admin")
      .executeTakeFirstOrThrow();
    await trx
      .insertInto("account")
      .values({
        id: office.ports.random.id(),
        compId: "000000",
        roleType: 0,
        account,
        userName: `0000000${account}`,
        nickName: account,
        passwordHash: await hashPassword("Liantai#2026"),
        passwordChangedAt: new Date(office.ports.clock.now()),
        roleId,
        agentId: null,
        groupId: null,
        isSuper: 1,
        operator: 1,
        empower: JSON.stringify(empower),
        ...rest,
      })
      .execute();
  });
  return office.signIn({ roleType: 0, account });
}

test("inside, an operator is the administrator of the enterprise under his own name, with every button", async () => {
  const inside = await enter(office.operator);
  const user = await inside.call(authApi.getUser);
  expect(user).toMatchObject({
    compId,
    roleType: 1,
    agentId: null,
    userName: "0000000admin",
    enterprise: { compId },
    empowerJson: null,
  });
  expect(await inside.call(cdrApi.callRecords, { body: {} })).toMatchObject({ list: [] });
  const menus = await inside.call(authApi.roleMenu, { query: { id: user.roleId } });
  expect(menus.map((menu) => menu.name)).toContain("呼叫中心");
  expect(await office.composition.auth.sessions.resolve(inside.token)).toMatchObject({
    compId,
    roleType: 1,
    entered: true,
    userName: "0000000admin",
  });
  // What only operators may is closed inside.
  await expect(inside.call(authApi.operatorHome)).rejects.toMatchObject({ status: 403 });
  await expect(inside.call(authApi.reUser, { body: { compId } })).rejects.toMatchObject({ status: 403 });
  // His own session waits outside.
  expect(await office.operator.call(authApi.getUser)).toMatchObject({ roleType: 0 });
  const log = await office.ports.database.system((trx) =>
    trx.selectFrom("operation_log").selectAll().where("action", "=", "enter").executeTakeFirstOrThrow(),
  );
  expect(log).toMatchObject({ compId, userName: "0000000admin" });
});

test("leaving ends the session inside and nothing else; again it changes nothing", async () => {
  const inside = await enter(office.operator);
  await office.operator.call(authApi.reStore);
  await expect(inside.call(authApi.getUser)).rejects.toMatchObject({ status: 401 });
  await office.operator.call(authApi.reStore);
  expect(await office.operator.call(authApi.getUser)).toMatchObject({ roleType: 0 });
});

test("a second operator pushes the first out, with the sentence of the specification", async () => {
  const second = await addOperator("second");
  const first = await enter(office.operator);
  const other = await enter(second);
  await expect(first.call(authApi.getUser)).rejects.toMatchObject({ status: 426, message: texts.leavingEnterprise });
  expect(errors.pushedOut.text).toBe(texts.leavingEnterprise);
  expect(await other.call(authApi.getUser)).toMatchObject({ compId });
  expect(await office.operator.call(authApi.getUser)).toMatchObject({ roleType: 0 });
});

test("of operators who enter at once exactly one is inside", async () => {
  const who = [office.operator, ...(await Promise.all(["third", "fourth"].map((name) => addOperator(name))))];
  const inside = await Promise.all(who.map((each) => enter(each)));
  const lives = await Promise.all(
    inside.map((each) =>
      each.call(authApi.getUser).then(
        () => true,
        () => false,
      ),
    ),
  );
  expect(lives.filter(Boolean)).toHaveLength(1);
});

test("whoever signs out inside signs out altogether", async () => {
  const fifth = await addOperator("fifth");
  const inside = await enter(fifth);
  await inside.call(authApi.logout);
  await expect(inside.call(authApi.getUser)).rejects.toMatchObject({ status: 401 });
  await expect(fifth.call(authApi.getUser)).rejects.toMatchObject({ status: 401 });
});

test("the session outside lives for as long as the one inside is renewed", async () => {
  const sixth = await addOperator("sixth");
  const { refresh_token: token } = await sixth.call(authApi.reUser, { body: { compId } });
  const { sessionId } = await sixth.call(authApi.getUser);
  const soon = new Date(office.ports.clock.now() + 60_000);
  await office.ports.database.system((trx) =>
    trx.updateTable("session").set({ refreshExpiresAt: soon }).where("id", "=", sessionId).execute(),
  );
  const reply = await office.app.fastify.inject({
    method: "POST",
    url: authApi.refresh.path,
    headers: { authorization: `Basic ${btoa("liantai-console:public")}`, "content-type": "application/json" },
    payload: JSON.stringify({ hour: 24, token }),
  });
  expect(reply.json()).toMatchObject({ code: 1 });
  const outside = await office.ports.database.system((trx) =>
    trx.selectFrom("session").select("refreshExpiresAt").where("id", "=", sessionId).executeTakeFirstOrThrow(),
  );
  expect(outside.refreshExpiresAt.getTime() - office.ports.clock.now()).toBe(24 * 3_600_000);
});

test("an operator without isSuper enters the enterprises of his unit and those below it", async () => {
  const { random, database } = office.ports;
  const [top, below, beside] = [random.id(), random.id(), random.id()];
  await database.system(async (trx) => {
    await trx
      .insertInto("operator_unit")
      .values([
        { id: top, parentId: null, name: "华东" },
        { id: below, parentId: top, name: "上海" },
        { id: beside, parentId: null, name: "华南" },
      ])
      .execute();
    await trx
      .insertInto("enterprise")
      .values([
        { compId: "300001", name: "上海的", unitId: below },
        { compId: "300002", name: "华南的", unitId: beside },
      ])
      .execute();
  });
  const east = await addOperator("east", {
    isSuper: 0,
    operator: 0,
    unitId: top,
    empower: { "enterprise.enter": true },
  });
  expect(await (await enter(east, "300001")).call(authApi.getUser)).toMatchObject({ compId: "300001" });
  for (const other of ["300002", compId]) await expect(enter(east, other)).rejects.toMatchObject({ status: 403 });
  const powerless = await addOperator("powerless", { operator: 0 });
  await expect(enter(powerless)).rejects.toMatchObject({ status: 403 });
});

test("no enterprise, no entry; nobody else enters", async () => {
  await expect(enter(office.operator, "999999")).rejects.toMatchObject({ envelope: { code: 404 } });
  await expect(office.administrator.call(authApi.reUser, { body: { compId } })).rejects.toMatchObject({ status: 403 });
});

test("an operator without isSuper sees and ends sessions of his enterprises, and his own", async () => {
  const { database } = office.ports;
  const unit = await database.system((trx) =>
    trx.selectFrom("operator_unit").select("id").where("name", "=", "华东").executeTakeFirstOrThrow(),
  );
  const keeper = await addOperator("keeper", { isSuper: 0, operator: 0, unitId: unit.id });
  const { list } = await keeper.call(authApi.sessions, { body: { pageNo: 1, pageSize: 100, mine: false } });
  expect(list.map((row) => row.account)).toEqual(["keeper"]);
  const foreign = (await office.administrator.call(authApi.getUser)).sessionId;
  await expect(keeper.call(authApi.endSession, { params: { id: foreign } })).rejects.toMatchObject({
    envelope: { code: 404 },
  });
});

test("R9 an operator's enterprises are those of now: for what runs in his name, and for who is inside one", async () => {
  const { database, random, broker } = office.ports;
  const { auth } = office.composition;
  const unit = await database.system((trx) =>
    trx.selectFrom("operator_unit").select("id").where("name", "=", "上海").executeTakeFirstOrThrow(),
  );
  const mover = await addOperator("mover", {
    ...{ isSuper: 0, operator: 0, unitId: unit.id, empower: { "enterprise.enter": true } },
  });
  const { userId } = await auth.sessions.resolve(mover.token).then((caller) => caller as Caller);
  const inside = await enter(mover, "300001");
  expect((await auth.standing(userId, "000000"))?.companies).toEqual(new Set(["300001"]));
  expect(await auth.standing(userId, "300001")).toEqual({ isHiddenNum: false, hiddenGlobalPhone: false });
  const { sessionId } = (await auth.sessions.resolve(inside.token)) as Caller;
  const ended: string[] = [];
  const stop = await subscribe(broker, "session.ended", (session) => void ended.push(session.sessionId));

  const elsewhere = random.id();
  await database.system(async (trx) => {
    await trx.insertInto("operator_unit").values({ id: elsewhere, parentId: null, name: "西南" }).execute();
    await trx.updateTable("enterprise").set({ unitId: elsewhere }).where("compId", "=", "300001").execute();
  });
  await publish(broker, "operators.changed", {});
  for (let n = 0; n < 200 && ended.length === 0; n += 1) await new Promise((resolve) => setTimeout(resolve, 25));
  await stop();
  // His socket and his bar hear of it as of any end.
  expect(ended).toEqual([sessionId]);
  expect((await auth.sessions.endsOf([sessionId])).get(sessionId)).toBe("ended");
  expect((await auth.standing(userId, "000000"))?.companies).toEqual(new Set());
  expect(await auth.standing(userId, "300001")).toBeUndefined();
  // Outside he goes on, and a super operator looks after all.
  expect(await mover.call(authApi.getUser)).toMatchObject({ roleType: 0 });
  const { userId: keeper } = (await auth.sessions.resolve(office.operator.token)) as Caller;
  expect(await auth.standing(keeper, "000000")).not.toHaveProperty("companies");
});
