/** J86: old conversations go, and nothing else. */
import { dayMs } from "@liantai/api/contract";
import { chatVisitorApi } from "@liantai/api/contract/im";
import type { Insertable } from "kysely";
import type { ChatSessionTable } from "../../../ports/schema/chats.ts";
import { createChatPurge } from "./purge.ts";
import { compId, foreignId, openStage, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

const ago = (days: number) => new Date(stage.ports.clock.now() - days * dayMs);

/** A conversation of `many` messages that ended so long ago, of a visitor who was not here since. */
async function conversation(
  id: string,
  days: number,
  { many = 2, comp = compId, ...more }: Partial<Insertable<ChatSessionTable>> & { many?: number; comp?: string } = {},
): Promise<void> {
  const at = ago(days);
  await stage.ports.database.system(async (trx) => {
    await trx
      .insertInto("chat_visitor")
      .values({ compId: comp, id: `of-${id}`, secretHash: id, nick: id, firstAt: at, lastAt: at })
      .execute();
    await trx
      .insertInto("chat_session")
      .values({
        ...{ compId: comp, id, siteId: "site-purge-page-key", visitorId: `of-${id}`, status: "closed" },
        ...{ endReason: "flow", startedAt: at, heardAt: at, lastAt: at, endedAt: at, lastSeq: many, ...more },
      })
      .execute();
    const rows = Array.from({ length: many }, (_, n) => ({ compId: comp, sessionId: id, createdAt: at, n: n + 1 }));
    for (let from = 0; from < rows.length; from += 500)
      await trx
        .insertInto("chat_message")
        .values(
          rows.slice(from, from + 500).map(({ n, ...row }) => ({
            ...{ ...row, seq: n, id: `${id}-${n}`, sender: "visitor", msgType: 0, content: "说" },
          })),
        )
        .execute();
    await trx
      .insertInto("chat_track")
      .values({ compId: comp, sessionId: id, n: 1, seq: 1, action: "node", createdAt: at })
      .execute();
    await trx
      .insertInto("chat_gathered")
      .values({ compId: comp, sessionId: id, n: 1, formId: "f", values: "{}" })
      .execute();
  });
}

const left = (table: "chat_session" | "chat_message" | "chat_track" | "chat_gathered") =>
  stage.ports.database.system(async (trx) => {
    const column = table === "chat_session" ? ("id" as const) : ("sessionId" as const);
    const rows = await trx.selectFrom(table).selectAll().execute();
    return [...new Set(rows.map((row) => (row as Record<string, unknown>)[column] as string))].sort();
  });
const visitors = () =>
  stage.ports.database.system(async (trx) =>
    (await trx.selectFrom("chat_visitor").select("id").orderBy("id").execute()).map(({ id }) => id),
  );

test("J86 what ended before the days are over goes with all of it, in every enterprise; what goes on stays", async () => {
  await stage.site("purge-page-key", { targetKind: "skillGroup", targetId: "g1", offWords: "" });
  await conversation("old", 31, { many: 2_500 });
  await conversation("foreign", 31, { comp: foreignId });
  await conversation("young", 29);
  await conversation("open", 31, { status: "talking", agentId: "a1", endReason: "", endedAt: null });
  await conversation("unread", 31, { status: "waiting", leftMessage: 1, endReason: "", endedAt: null });
  // It began long ago and ended yesterday.
  await conversation("long", 31, { endedAt: ago(1) });
  await conversation("running", 31, { flowState: "sealed" });
  expect(await createChatPurge(stage.ports, undefined)()).toEqual({ chats: 0 });
  expect(await createChatPurge(stage.ports, 30)()).toEqual({ chats: 2 });
  const kept = ["long", "open", "running", "unread", "young"];
  for (const table of ["chat_session", "chat_message", "chat_track", "chat_gathered"] as const)
    expect(await left(table)).toEqual(kept);
  expect(await visitors()).toEqual(kept.map((id) => `of-${id}`));
  expect(await createChatPurge(stage.ports, 30)()).toEqual({ chats: 0 });
});

test("J86 two processes that remove at once, or one killed in between, leave nothing half", async () => {
  for (let n = 0; n < 120; n += 1) await conversation(`many-${n}`, 40, { many: 1 });
  const [one, two] = await Promise.all([createChatPurge(stage.ports, 30)(), createChatPurge(stage.ports, 30)()]);
  expect(one.chats + two.chats).toBeGreaterThanOrEqual(120);
  expect((await left("chat_message")).filter((id) => id.startsWith("many"))).toEqual([]);
  expect((await visitors()).filter((id) => id.startsWith("of-many"))).toEqual([]);
});

test("J86 who comes back after his conversations went is somebody new, and who was here lately is not", async () => {
  const process = await stage.process();
  const open = (visitor?: string) =>
    process.call(chatVisitorApi.open, { body: { webKey: "purge-page-key", begin: true, ...(visitor && { visitor }) } });
  const [goes, stays] = [await open(), await open()];
  await stage.ports.database.system(async (trx) => {
    const [at, visitors] = [ago(31), [goes.userId, stays.userId]];
    await trx
      .updateTable("chat_session")
      .set({ startedAt: at, endedAt: at })
      .where("visitorId", "in", visitors)
      .execute();
    await trx.updateTable("chat_visitor").set({ lastAt: at }).where("id", "in", visitors).execute();
  });
  expect((await open(stays.visitor)).userId).toBe(stays.userId);
  await createChatPurge(stage.ports, 30)();
  expect((await open(stays.visitor)).userId).toBe(stays.userId);
  const anew = await open(goes.visitor);
  expect(anew.userId).not.toBe(goes.userId);
  expect(anew).toMatchObject({ status: "closed", reason: "absent" });
});
