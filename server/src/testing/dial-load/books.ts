/** What an installation that has been stopped wrote of a task's calls: attempts, ledger, records. For the floor of bench/lib. */
import { sql } from "kysely";
import { parseConfig } from "../../config.ts";
import { verifyLedgers } from "../../modules/dialling/index.ts";
import { demoEnterprise } from "../../modules/system/index.ts";
import { withInstallation } from "../../tools/client/installation.ts";

const { compId } = demoEnterprise;

export interface WrittenAttempt {
  readonly phone: string;
  readonly code: number | null;
  readonly answered: boolean;
  readonly abandoned: boolean;
  readonly ended: boolean;
  readonly talkMs: number;
  readonly agentId: string;
  readonly answerer: string;
  /** Entries of the ledger of its call's beginning and of its end, and records of its call. */
  readonly dialled: number;
  readonly closed: number;
  readonly records: number;
}

export interface Books {
  readonly attempts: readonly WrittenAttempt[];
  /** Entries that tell of a call of the task; more than attempts: one tells of a call that there was not. */
  readonly entries: number;
  /** '': the chain holds. */
  readonly broken: string;
}

export const readBooks = (dataDir: string, taskId: string): Promise<Books> =>
  withInstallation(
    parseConfig({ DATA_DIR: dataDir }),
    () => undefined,
    async (database) => {
      const [verified] = (await verifyLedgers(database)).filter((one) => one.compId === compId);
      const { attempts, entries } = await database.tenant(compId, async (trx) => {
        const told = (kind: string) =>
          sql<number>`(select count(*)::int from dial_ledger l
            where l.comp_id = a.comp_id and l.attempt_id = a.id and l.kind = ${kind})`;
        const rows = await trx
          .selectFrom("dial_attempt as a")
          .select([
            "a.phone",
            "a.code",
            "a.answeredAt",
            "a.abandoned",
            "a.endedAt",
            "a.talkMs",
            "a.agentId",
            "a.answerer",
          ])
          .select([
            told("dialled").as("dialled"),
            told("ended").as("closed"),
            sql<number>`(select count(*)::int from call_record r
              where r.comp_id = a.comp_id and r.call_id = a.call_id)`.as("records"),
          ])
          .where("a.compId", "=", compId)
          .where("a.taskId", "=", taskId)
          .orderBy("a.startedAt")
          .execute();
        const { n } = await trx
          .selectFrom("dial_ledger")
          .select((e) => e.fn.countAll<number>().as("n"))
          .where("compId", "=", compId)
          .where("taskId", "=", taskId)
          .where("kind", "=", "dialled")
          .executeTakeFirstOrThrow();
        return { attempts: rows, entries: Number(n) };
      });
      return {
        entries,
        broken: verified?.broken ? `entry ${verified.broken.seq}: ${verified.broken.why}` : "",
        attempts: attempts.map(({ answeredAt, abandoned, endedAt, ...row }) => ({
          ...row,
          answered: answeredAt !== null,
          abandoned: abandoned === 1,
          ended: endedAt !== null,
        })),
      };
    },
  );
