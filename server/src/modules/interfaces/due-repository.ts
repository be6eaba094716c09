/** SQL of which interfaces are next. */
import { sql } from "kysely";
import type { Trx } from "../../ports/database.ts";

/**
 * Interfaces with deliveries that are due: of each enterprise those that wait longest, `each` at the most, and the first of every
 * enterprise before the second of any. One with many that do not answer fills no queue that all stand in.
 */
export const dueInterfaces = (
  trx: Trx,
  now: Date,
  { each, limit }: { readonly each: number; readonly limit: number },
) =>
  trx
    .with("due", (db) =>
      db
        .selectFrom("interface_delivery")
        .select(["compId", "interfaceId"])
        .select((e) =>
          sql<string>`row_number() over (partition by ${e.ref("compId")} order by min(${e.ref("nextTryAt")}), ${e.ref("interfaceId")})`.as(
            "place",
          ),
        )
        .where("state", "=", "waiting")
        .where("nextTryAt", "<=", now)
        .groupBy(["compId", "interfaceId"]),
    )
    .selectFrom("due")
    .select(["compId", "interfaceId"])
    .where((e) => e(sql<number>`${e.ref("place")}::integer`, "<=", each))
    .orderBy("place")
    .limit(limit)
    .execute();
