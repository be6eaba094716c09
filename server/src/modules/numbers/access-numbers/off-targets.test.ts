/** What is said of numbers whose target is switched off, and by which name (docs/protocol.md, Q28, Q29, K41). */
import { accessNumApi } from "@liantai/api/contract/admin";
import { openOffice, refused, type Office, type Person } from "../../../testing/office.ts";
import { demoEnterprise } from "../../system/index.ts";

const { compId } = demoEnterprise;
let office: Office;
let administrator: Person;
beforeAll(async () => {
  office = await openOffice();
  administrator = await office.enter(compId);
});
afterAll(() => office.close());

test("Q29 Q28 the list and the tester say that a target is switched off; a flow that is goes on, and may stay", async () => {
  const id = "4002";
  const lead = (kind: string, target: string) => ({
    id,
    rules: [],
    fallback: { target: { kind, id: target }, greeting: "您好", greetingVoice: "" } as never,
  });
  const leadsTo = (kind: string, target: string) =>
    administrator.call(accessNumApi.saveSetting, { body: lead(kind, target) });
  const enable = (
    table: "skill_group" | "seat" | "voice_flow",
    column: "id" | "agentId",
    key: string,
    enabled: 0 | 1,
  ) =>
    office.ports.database.system((trx) =>
      trx
        .updateTable(table)
        .set({ enabled })
        .where("compId", "=", compId)
        .where(column as never, "=", key as never)
        .execute(),
    );
  const said = async () => {
    const { list } = await administrator.call(accessNumApi.list, { body: { pageNo: 1, pageSize: 40, number: id } });
    const [row] = list;
    const { ok, text, greeting } = await administrator.call(accessNumApi.testSetting, { body: { id } });
    return [row!.state, row!.leadsTo, ok, text, greeting];
  };
  const on = (text: string) => ["idle", text, true, text, "您好"];
  const off = (text: string) => ["targetOff", `${text}（目标已停用）`, false, `${text}（目标已停用）`, ""];
  const [group, flow] = await office.ports.database.system(async (trx) => [
    await trx
      .selectFrom("skill_group")
      .select("id")
      .where("compId", "=", compId)
      .where("name", "=", "客服一组")
      .executeTakeFirstOrThrow(),
    await trx.selectFrom("voice_flow").select("id").where("name", "=", "演示导航").executeTakeFirstOrThrow(),
  ]);
  for (const [kind, label] of [
    ["skillGroup", "技能组"],
    ["voicemail", "留言"],
  ] as const) {
    await leadsTo(kind, group.id);
    expect(await said()).toEqual(on(`${label}：客服一组`));
    await enable("skill_group", "id", group.id, 0);
    expect(await said()).toEqual(off(`${label}：客服一组`));
    await enable("skill_group", "id", group.id, 1);
  }
  await leadsTo("seat", "1002");
  await enable("seat", "agentId", "1002", 0);
  expect(await said()).toEqual(off("坐席：王志强（1002）"));
  await enable("seat", "agentId", "1002", 1);
  await leadsTo("flow", flow.id);
  await enable("voice_flow", "id", flow.id, 0);
  expect(await said()).toEqual(on("流程：演示导航"));
  expect(await leadsTo("flow", flow.id)).toBeNull();
  const named = await administrator.call(accessNumApi.choices, { body: {} });
  expect(named.off).toEqual([{ kind: "flow", id: flow.id, label: "演示导航" }]);
  expect(named.flow.map((one) => one.id)).not.toContain(flow.id);
  await leadsTo("seat", "1002");
  const logged = await office.ports.database.system((trx) =>
    trx
      .selectFrom("operation_log")
      .select(["before", "after"])
      .where("objectId", "=", id)
      .where("action", "=", "set")
      .execute(),
  );
  const [was, now] = ["流程：演示导航", "坐席：王志强（1002）"].map((target) => ({ fallback: { target } }));
  expect(logged).toContainEqual({
    before: expect.objectContaining({ fallback: expect.objectContaining(was!.fallback) }),
    after: expect.objectContaining({ fallback: expect.objectContaining(now!.fallback) }),
  });
  expect((await refused(leadsTo("flow", flow.id))).fields).toMatchObject([{ message: "所选的对象不存在或已停用" }]);
});

test("K41 Q29 callers of a room that is out of service are greeted before they hear it, and the tester says so", async () => {
  const id = "4002";
  await office.ports.database.system((trx) =>
    trx
      .insertInto("meeting_room")
      .values({ compId, id: "door", name: "晨会", code: "7901", createdAt: new Date(0) })
      .execute(),
  );
  const greeted = { target: { kind: "meetingRoom", id: "door" }, greeting: "这里是晨会", greetingVoice: "" } as never;
  await administrator.call(accessNumApi.saveSetting, { body: { id, rules: [], fallback: greeted } });
  await office.ports.database.system((trx) =>
    trx.updateTable("meeting_room").set({ enable: 0 }).where("compId", "=", compId).where("id", "=", "door").execute(),
  );
  const text = "会议室：晨会（目标已停用）";
  expect(await administrator.call(accessNumApi.testSetting, { body: { id } })).toMatchObject({
    ...{ ok: false, text, greeting: "这里是晨会" },
  });
});
