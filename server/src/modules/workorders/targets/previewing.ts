/** What a target as it is typed would change for open orders. Writes nothing. */
import { formatTime, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { serviceTargetApi, TargetPhase } from "@liantai/api/contract/work-orders";
import { compOf } from "../../../http/company.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { WorkOrderDeps } from "../deps.ts";
import { checkedTarget } from "./checking.ts";
import { phaseAt } from "./listed.ts";
import { readStandings, type Standing } from "./reading.ts";
import { openOrders, standingOf, type OrderTargetRow } from "./repository.ts";

type Api = typeof serviceTargetApi;
type Changes = ReplyOf<Api["preview"]>;
type AsItIs = Changes["list"][number]["before"];

const atOnce = 200;
const mostListed = 100;
const newId = "-";

const nothing: AsItIs = { phase: "", dueTime: "" };
const asItIs = (phase: TargetPhase, due: number | undefined): AsItIs => ({
  phase,
  dueTime: due === undefined ? "" : formatTime(due),
});

/** What was written of one that ran stays, while its time goes on. */
function before(row: OrderTargetRow | undefined, now: number): AsItIs {
  if (!row) return nothing;
  return asItIs(phaseAt(row, now), row.dueAt?.getTime());
}
const after = (standing: Standing | undefined, enabled: boolean): AsItIs =>
  standing?.state && enabled ? asItIs(standing.state.phase, standing.state.dueAt) : nothing;

export async function preview(
  deps: WorkOrderDeps,
  { id = newId, ...body }: BodyOf<Api["preview"]>,
  { caller }: RequestContext,
): Promise<Changes> {
  const compId = compOf(caller, body.compId);
  const { database, clock } = deps.ports;
  const now = clock.now();
  const target = await database.tenant(compId, (trx) => checkedTarget(trx, deps, compId, id, body));
  const list: Changes["list"] = [];
  let [total, changed, from] = [0, 0, ""];
  for (;;) {
    const seen = await database.tenant(compId, async (trx) => {
      const rows = await openOrders(trx, compId, body.formId, from, atOnce);
      if (rows.length === 0) return rows;
      const ids = rows.map((row) => row.id);
      const was = await standingOf(trx, compId, ids);
      const will = await readStandings(trx, deps, compId, rows, [target], now);
      for (const row of rows) {
        const old = before(
          was.find(({ orderId, targetId }) => orderId === row.id && targetId === id),
          now,
        );
        const next = after(will.get(row.id)?.[0], body.enabled === 1);
        if (old.phase === next.phase && old.dueTime === next.dueTime) continue;
        changed += 1;
        const { workCode, title } = row;
        if (list.length < mostListed) list.push({ id: row.id, workCode, title, before: old, after: next });
      }
      return rows;
    });
    total += seen.length;
    if (seen.length < atOnce) return { total, changed, list };
    from = seen.at(-1)!.id;
  }
}
