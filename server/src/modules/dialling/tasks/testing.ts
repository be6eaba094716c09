/** Tasks, numbers and attempts as tests of dialling need them, through the office's front door or straight into the tables. */
import type { BodyOf } from "@liantai/api/contract";
import { dialTaskApi, taskSeatApi } from "@liantai/api/contract/admin";
import type { Insertable } from "kysely";
import type { DialAttemptTable, DialPhoneTable } from "../../../ports/schema/dialling.ts";
import type { Office, Person } from "../../../testing/office.ts";
import { countProgress, counterOf } from "../progress-repository.ts";

export const compId = "100001";
export const page = { pageNo: 1, pageSize: 20 };
type Fields = Partial<BodyOf<typeof dialTaskApi.add>>;

/** An access number and the skill group of the demonstration. */
export async function demoThings({ ports }: Office) {
  return ports.database.tenant(compId, async (trx) => {
    const rule = await trx.selectFrom("time_rule").select(["id", "name"]).executeTakeFirstOrThrow();
    const group = await trx.selectFrom("skill_group").select("id").executeTakeFirstOrThrow();
    const flow = await trx.selectFrom("voice_flow").select("id").executeTakeFirstOrThrow();
    const numbers = await trx.selectFrom("access_number").select("number").orderBy("number").execute();
    return { rule, groupId: group.id, flowId: flow.id, numbers: numbers.map(({ number }) => number) };
  });
}

export const addTask = async (who: Person, fields: Fields & Pick<BodyOf<typeof dialTaskApi.add>, "taskIdentity">) =>
  (await who.call(dialTaskApi.add, { body: { ftype: 3, agentIds: ["1001"], ...fields } })).id;

let made = 0;
type Phone = Partial<Insertable<DialPhoneTable>>;

/** Numbers of a batch of their own; their ids. */
export function addPhones(
  { ports }: Pick<Office, "ports">,
  taskId: string,
  phones: readonly Phone[],
  batchNumber = "B1",
) {
  return ports.database.tenant(compId, async (trx) => {
    const createdAt = new Date(ports.clock.now());
    const batchId = ports.random.id();
    const count = phones.length;
    await trx
      .insertInto("dial_batch")
      .values({ compId, id: batchId, taskId, batchNumber, source: "import", count, succeed: count, createdAt })
      .execute();
    const ids: string[] = [];
    for (const phone of phones) {
      made += 1;
      const row = {
        ...{ compId, id: ports.random.id(), taskId, batchId, phone: `1380000${String(made).padStart(4, "0")}` },
        ...{ position: made, createdAt, ...phone },
      };
      await trx.insertInto("dial_phone").values(row).execute();
      await countProgress(trx, compId, taskId, { total: 1, [counterOf[(phone.state as "waiting") ?? "waiting"]]: 1 });
      ids.push(row.id);
    }
    return ids;
  });
}

export const addAttempt = (
  { ports }: Pick<Office, "ports">,
  taskId: string,
  more: Partial<Insertable<DialAttemptTable>>,
) =>
  ports.database.tenant(compId, (trx) => {
    const id = ports.random.id();
    return trx
      .insertInto("dial_attempt")
      .values({
        ...{ compId, id, taskId, phoneId: "p", batchId: "b", phone: "13800000000", ftype: 3, attempt: 1, callId: id },
        ...{ startedAt: new Date(ports.clock.now()), ...more },
      })
      .execute();
  });

export const joinTask = (who: Person, id: string, agentId = "1001") =>
  who.call(taskSeatApi.join, { body: { id, agentId, compid: compId } });
