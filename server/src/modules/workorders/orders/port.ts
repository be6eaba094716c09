/** What forms ask of orders: whose values a record is, and steps that begin at the record. */
import type { OrderCommand } from "@liantai/api/contract/work-orders";
import { commandsFor } from "@liantai/api/contract/work-orders";
import { hidesNumbers, maskNumbers } from "../../../http/privacy.ts";
import type { Caller, RequestContext } from "../../../http/routes.ts";
import { steadily, type OrderPort } from "../../forms/index.ts";
import type { WorkOrderDeps } from "../deps.ts";
import { flowOfForm } from "../flows/repository.ts";
import { begin, importing } from "./creating.ts";
import { inWriting, lockSeen } from "./handling.ts";
import { countFound } from "./list-repository.ts";
import { maySave, renderFor } from "./node-fields.ts";
import { actorOf, sightOf } from "./policy.ts";
import { filterOf } from "./reading.ts";
import { findOrders, findSeen, seenAmong } from "./repository.ts";
import { aroundOf, takeStep } from "./step.ts";

const titleFor = (caller: Caller, title: string): string => (hidesNumbers(caller) ? maskNumbers(title) : title);

export function orderPort(deps: WorkOrderDeps): OrderPort {
  const step = (context: RequestContext, compId: string, orderId: string, input: OrderCommand) =>
    deps.ports.database.tenant(compId, async (trx) => {
      const sight = await sightOf(deps, trx, compId, context.caller);
      const row = await lockSeen(trx, compId, sight, orderId);
      await takeStep(trx, deps, row, { input, actor: actorOf(sight, row) });
    });
  return {
    async seen(trx, compId, caller, orderId) {
      const sight = await sightOf(deps, trx, compId, caller);
      const row = await findSeen(trx, compId, sight, orderId);
      if (!row) return undefined;
      const { definition, around } = await aroundOf(trx, deps, row, [sight.id]);
      const actor = actorOf(sight, row);
      const saves = maySave(row.body, actor, around);
      const fields = await deps.records.fields(trx, compId, row.formId);
      return {
        ...{
          id: row.id,
          workCode: row.workCode,
          title: titleFor(caller, row.title),
          state: row.state,
          nodeName: row.nodeName,
          seq: row.seq,
        },
        actions: commandsFor(row.body, actor, around),
        render: renderFor(definition, row.body, { fields, saves }),
        maySave: saves,
      };
    },

    save: (context, compId, orderId, patch) =>
      steadily(async () => {
        const { values, version, over, callId } = patch;
        const written = await inWriting(deps, context, compId, orderId, values);
        return deps.ports.database.tenant(compId, async (trx) => {
          const sight = await sightOf(deps, trx, compId, context.caller);
          const row = await lockSeen(trx, compId, sight, orderId);
          const { changed, ...saved } = await written.save(trx, row, sight, { complete: false, version, over, callId });
          if (changed) await takeStep(trx, deps, row, { input: { type: "save" }, actor: actorOf(sight, row) });
          return saved;
        });
      }),

    remove: (context, compId, orderId) => step(context, compId, orderId, { type: "remove" }),

    returnOrder: (context, compId, orderId, { to, comment }) =>
      step(context, compId, orderId, {
        type: to === "previous" ? "returnPrevious" : "returnCreator",
        ...(comment ? { text: comment } : {}),
      }),

    async lines(trx, compId, caller, orderIds) {
      if (orderIds.length === 0) return [];
      const mine = new Set(await seenAmong(trx, compId, await sightOf(deps, trx, compId, caller), orderIds));
      const rows = await findOrders(trx, compId, orderIds);
      return rows.map(({ id, workCode, title, state, nodeName }) => ({
        ...{ id, workCode, title: titleFor(caller, title), state, nodeName },
        mayOpen: mine.has(id),
      }));
    },

    async count(trx, compId, caller, question, most) {
      const sight = await sightOf(deps, trx, compId, caller);
      return countFound(trx, compId, sight, await filterOf(deps, trx, compId, question, caller), most);
    },

    flowOfForm: async (trx, compId, formId) => (await flowOfForm(trx, compId, formId))?.name,
    importing: (context, compId, by) => importing(deps, context, compId, by),
    begin: (...given) => begin(deps, ...given),
  };
}
