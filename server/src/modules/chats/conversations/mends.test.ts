/** Conversations whose enterprise, group, seat or site is not as it was when they began. */
import { chatSessionApi, chatVisitorApi } from "@liantai/api/contract/im";
import { body, node } from "@liantai/api/testing/flows";
import { refused } from "../../../testing/office.ts";
import { skillGroupRow } from "../../../testing/skill-group.ts";
import { compId, openStage, visit, type Process, type Stage } from "./testing/stage.ts";

let stage: Stage;
let process: Process;
beforeAll(async () => {
  stage = await openStage();
  process = await stage.process();
  await stage.site("queue-page-key", { targetKind: "skillGroup", targetId: "g1" });
});
afterAll(() => stage?.close());
beforeEach(() => {
  stage.refusal = () => undefined;
});

test("J75 in an enterprise that has the module IM no more a conversation ends with the next word", async () => {
  const moduleIm = (moduleIm: 0 | 1) =>
    stage.ports.database.system((trx) =>
      trx.updateTable("enterprise").set({ moduleIm }).where("compId", "=", compId).execute(),
    );
  const visitor = await visit(stage, process, "queue-page-key");
  await moduleIm(0);
  expect((await visitor.types("在吗")).said).toEqual({ refused: "会话已结束" });
  await moduleIm(1);
  expect(await visitor.session()).toMatchObject({ status: "closed", endReason: "failed" });
});

const gone = (table: "seat" | "skill_group", is: "deleted" | "disabled", id: string): Promise<unknown> =>
  stage.ports.database.system(async (trx): Promise<unknown> => {
    const column = table === "seat" ? "agentId" : "id";
    return is === "disabled"
      ? trx.updateTable(table).set({ enabled: 0 }).where(column, "=", id).execute()
      : trx.deleteFrom(table).where(column, "=", id).execute();
  });
const group = (id: string) =>
  stage.ports.database.system((trx) =>
    trx
      .insertInto("skill_group")
      .values(skillGroupRow({ compId, id, name: id }))
      .execute(),
  );
const left = (sessionId: string, whom: object) =>
  stage.ports.database.system((trx) =>
    trx
      .updateTable("chat_session")
      .set({ status: "waiting", leftMessage: 1, dueAt: null, queuedAt: new Date(0), ...whom })
      .where("id", "=", sessionId)
      .execute(),
  );

test("J76 who waits for a group that is switched off, and what was left for a seat that is deleted, ends as absent", async () => {
  await group("g2");
  await stage.site("gone-page-key0", { targetKind: "skillGroup", targetId: "g2" });
  await stage.ports.database.system((trx) =>
    trx.insertInto("seat").values({ compId, agentId: "a9", name: "李", terminalType: 1 }).execute(),
  );
  const [waits, message] = [
    await visit(stage, process, "gone-page-key0"),
    await visit(stage, process, "gone-page-key0"),
  ];
  await left(message.sessionId, { skillGroupId: "", askedAgentId: "a9" });
  await stage.ports.clock.advance(20_000);
  for (const one of [waits, message]) expect(await one.session()).toMatchObject({ status: "waiting" });
  await gone("skill_group", "disabled", "g2");
  await gone("seat", "deleted", "a9");
  await stage.ports.clock.advance(10_000);
  await stage.ports.clock.settle();
  for (const one of [waits, message])
    expect(await one.session()).toMatchObject({ status: "closed", endReason: "absent", dueAt: null });
  expect((await waits.since(0)).at(-1)).toMatch("当前没有客服人员在线");
});

test("J76 a flow that hands over to a group that is deleted meanwhile goes on as one that found nobody", async () => {
  await group("g3");
  await stage.flow(
    "hands",
    body([
      node("开始", "start", { to: { next: "转" } }),
      node("转", "skillGroup", { config: { targetId: "g3" }, to: { absent: "没人" } }),
      node("没人", "keyNav", { says: ["没人在"], config: { keys: ["1"] } }),
    ]),
  );
  await stage.site("hands-page-key", { targetId: "hands" });
  const visitor = await visit(stage, process, "hands-page-key");
  expect(await visitor.session()).toMatchObject({ status: "waiting" });
  await gone("skill_group", "deleted", "g3");
  await stage.ports.clock.advance(10_000);
  await stage.ports.clock.settle();
  expect(await visitor.session()).toMatchObject({ status: "flow" });
  expect((await visitor.since(0)).at(-1)).toBe("没人在");
});

const open = (more: { visitor?: string; begin?: boolean }) =>
  process.call(chatVisitorApi.open, { body: { webKey: "queue-page-key", ...more } });

test("J77 who begins nothing and is not known is nobody yet", async () => {
  const visitors = () => stage.ports.database.system((trx) => trx.selectFrom("chat_visitor").select("id").execute());
  const before = await visitors();
  for (const visitor of [undefined, "", "x".repeat(43)])
    expect(await open({ begin: false, ...(visitor !== undefined && { visitor }) })).toMatchObject({
      ...{ visitor: "", userId: "", sessionId: "", ticket: "", status: "closed", title: "在线咨询" },
    });
  expect(await visitors()).toEqual(before);
});

test("J78 a visitor begins 20 conversations an hour", async () => {
  const { visitor, sessionId: first } = await open({});
  const end = (sessionId: string) =>
    process.call(chatVisitorApi.close, { body: { webKey: "queue-page-key", visitor, sessionId } });
  await end(first);
  for (let n = 1; n < 20; n++) await end((await open({ visitor })).sessionId);
  expect(await refused(open({ visitor }))).toMatchObject({ status: 429, msg: "您发起会话过于频繁，请稍后再试" });
  expect(await open({ visitor, begin: false })).toMatchObject({ visitor, status: "closed" });
  await stage.ports.clock.advance(60 * 60_000);
  expect(await open({ visitor })).toMatchObject({ visitor, status: "waiting" });
});

test("J79 a visitor ends his conversation though its site is switched off", async () => {
  await stage.site("off-page-key-0", { targetKind: "skillGroup", targetId: "g1" });
  const visitor = await visit(stage, process, "off-page-key-0");
  await stage.ports.database.system((trx) =>
    trx.updateTable("chat_site").set({ enabled: 0 }).where("webKey", "=", "off-page-key-0").execute(),
  );
  const { sessionId } = visitor;
  const whose = { webKey: "off-page-key-0", visitor: visitor.opened.visitor };
  expect((await refused(process.call(chatVisitorApi.open, { body: whose }))).msg).toBe("网站不存在或已停用");
  await process.call(chatVisitorApi.close, { body: { ...whose, sessionId } });
  expect(await visitor.session()).toMatchObject({ status: "closed", endReason: "visitor" });
});

test("J80 who is a seat by his role and has none reads no conversation", async () => {
  const { sessionId } = await visit(stage, process, "queue-page-key");
  const who = "seat-without-a-seat";
  for (const call of [
    process.call(chatSessionApi.list, { body: { pageNo: 1, pageSize: 20 } as never }, who),
    process.call(chatSessionApi.messages, { body: { sessionId } }, who),
  ])
    expect((await refused(call)).status).toBe(403);
});

test("J17 J82 who waits in the queue with his page open is not silent; silence counts from when it is shut", async () => {
  await stage.site("idle-page-key0", { targetKind: "skillGroup", targetId: "g1", idleMinutes: 5 });
  const visitor = await visit(stage, process, "idle-page-key0");
  stage.here.add(visitor.visitorId);
  await stage.ports.clock.advance(16 * 60_000);
  expect(await visitor.session()).toMatchObject({ status: "waiting" });
  stage.here.delete(visitor.visitorId);
  await stage.ports.clock.advance(5 * 60_000);
  expect(await visitor.session()).toMatchObject({ status: "closed", endReason: "idle" });
});
