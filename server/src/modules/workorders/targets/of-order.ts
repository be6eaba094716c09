/** An order's targets for its page: how each stands, and why. */
import { formatTime, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { explain, stretchText } from "@liantai/api/contract/admin";
import { orderEvents, timeBetween, type serviceTargetApi, type TargetRun } from "@liantai/api/contract/work-orders";
import { compOf } from "../../../http/company.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { WorkOrderDeps } from "../deps.ts";
import { seenBy } from "../orders/reading.ts";
import { readStandings, type Standing } from "./reading.ts";
import { enabledTargets } from "./repository.ts";

type Api = typeof serviceTargetApi;
type Line = ReplyOf<Api["ofOrder"]>[number];

const text = (at: number | undefined): string => (at === undefined ? "" : formatTime(at));

/** Each part to the beginning of the next; the last to the end, or to now. */
function piecesOf(run: TargetRun, { rule }: Standing, now: number): Line["pieces"] {
  return run.pieces.map(({ from, counts, by }, i) => {
    const to = run.pieces[i + 1]?.from ?? run.end?.at ?? now;
    return {
      ...{ fromTime: formatTime(from), toTime: formatTime(to), counts: counts ? 1 : 0, by: orderEvents[by].name },
      ms: counts ? timeBetween(rule, from, to) : to - from,
      stretches: counts && rule ? explain(rule, from, to).map(stretchText) : [],
    };
  });
}

function line(standing: Standing, now: number): Line[] {
  const { target, state, progress } = standing;
  if (!state || !progress.run) return [];
  return [
    {
      ...{ id: target.id, name: target.name, kind: target.kind, phase: state.phase, leftMs: state.leftMs },
      ...{ minutes: state.lengthMs / 60_000, spentMs: state.spentMs, startTime: formatTime(state.startedAt) },
      ...{ dueTime: text(state.dueAt), warnTime: text(state.warnAt), endTime: text(state.endedAt) },
      ended: state.endedAt === undefined ? 0 : 1,
      pieces: piecesOf(progress.run, standing, now),
    },
  ];
}

export async function ofOrder(
  deps: WorkOrderDeps,
  { compId: asked, id }: BodyOf<Api["ofOrder"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["ofOrder"]>> {
  const compId = compOf(context.caller, asked);
  const now = deps.ports.clock.now();
  return deps.ports.database.tenant(compId, async (trx) => {
    const { row } = await seenBy(deps, trx, compId, context, id);
    const targets = await enabledTargets(trx, compId, row.formId);
    const found = await readStandings(trx, deps, compId, [row], targets, now);
    return (found.get(id) ?? []).flatMap((one) => line(one, now));
  });
}
