/**
 * The floor of an import of seats: the rows it leaves behind, written by plain Kysely in batches into the same tables of the same
 * database, with one password hashed once. No workbook, checks, audit or result.
 */
import { demoEnterprise, hashPassword } from "../modules/system/index.ts";
import { openOffice } from "./office.ts";

const { compId } = demoEnterprise;
const batch = 500;

/** ms, and ms of CPU of the whole process, for `count` seats with an account and an extension each. */
export async function measurePlainSeats(count: number): Promise<{ readonly ms: number; readonly cpuMs: number }> {
  const office = await openOffice();
  const { database, random, clock } = office.ports;
  try {
    const { id: roleId } = await database.system((trx) =>
      trx
        .selectFrom("role")
        .select("id")
        .where("compId", "=", compId)
        .where("roleType", "=", 2)
        .executeTakeFirstOrThrow(),
    );
    const began = performance.now();
    const spent = process.cpuUsage();
    const passwordHash = await hashPassword("Floor#2026");
    const passwordChangedAt = new Date(clock.now());
    for (let from = 0; from < count; from += batch) {
      const ids = Array.from({ length: Math.min(batch, count - from) }, (_, i) => String(200_000 + from + i));
      await database.system(async (trx) => {
        const seats = ids.map((agentId) => ({
          compId,
          agentId,
          name: `坐席${agentId}`,
          terminalType: 2,
          isPopup: 1,
          isAutoAnswer: 0,
          callStyle: 0,
          loginAgentState: 0,
          groupId: null,
          enabled: 1,
          extension: agentId,
        }));
        await trx.insertInto("seat").values(seats).execute();
        const accounts = ids.map((agentId) => ({
          id: random.id(),
          compId,
          roleType: 2,
          account: agentId,
          userName: `${compId}-2-${agentId}`,
          nickName: `坐席${agentId}`,
          passwordHash,
          passwordChangedAt,
          mustChange: 1,
          roleId,
          agentId,
          groupId: null,
          enabled: 1,
          isHiddenNum: 0,
          isTabs: 1,
          empower: "null",
        }));
        await trx.insertInto("account").values(accounts).execute();
        const extensions = ids.map((agentId) => ({ compId, extension: agentId, sipSecret: random.token(24), agentId }));
        await trx.insertInto("extension").values(extensions).execute();
      });
    }
    const ms = performance.now() - began;
    const { user, system } = process.cpuUsage(spent);
    return { ms, cpuMs: (user + system) / 1_000 };
  } finally {
    await office.close();
  }
}
