/** formStream: what the enterprise calls the state of an order (W61). */
import type { BodyOf, ReplyOf } from "@liantai/api/contract";
import {
  applyToOrder,
  type Actor,
  type Around,
  type orderStatusApi,
  type NamedStatus,
} from "@liantai/api/contract/work-orders";
import { compOf } from "../../../http/company.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { WorkOrderDeps } from "../deps.ts";
import { lockSeen, mustBeFresh } from "./handling.ts";
import { actorOf, sightOf } from "./policy.ts";
import type { OrderRow } from "./repository.ts";
import { takeStep } from "./step.ts";

type Api = (typeof orderStatusApi)["setStatus"];

/** Those that this person may give it now. */
export const statusesFor = ({ body }: OrderRow, actor: Actor, around: Around): Pick<NamedStatus, "id" | "name">[] =>
  [...around.flow.statuses.values()]
    .filter(({ id }) => {
      const outcome = applyToOrder({ ...body, status: "" }, { type: "nameStatus", status: id }, actor, around);
      return outcome.ok;
    })
    .map(({ id, name }) => ({ id, name }));

export function setStatus(deps: WorkOrderDeps, body: BodyOf<Api>, context: RequestContext): Promise<ReplyOf<Api>> {
  const { caller } = context;
  const compId = compOf(caller, body.compId);
  return deps.ports.database.tenant(compId, async (trx) => {
    const sight = await sightOf(deps, trx, compId, caller);
    const before = await lockSeen(trx, compId, sight, body.id);
    await mustBeFresh(trx, deps, before, { command: "save", seq: body.seq, values: {} }, context);
    const input = { type: "nameStatus", status: body.status } as const;
    const { seq, workCode, state } = await takeStep(trx, deps, before, { input, actor: actorOf(sight, before) });
    return { seq, workCode, state };
  });
}
