/** Triggers that wait until the state of an order was the same for so long: orders that are in it already follow at once. */
import type { Trx } from "../../../ports/database.ts";
import type { TimedMoment } from "../../automation/index.ts";
import { beginTriggerTimer } from "./keeping.ts";
import { dropTimersOf, ordersInState, type WarnRow } from "./repository.ts";

/** undefined: nothing waits for it any more. */
export async function retime(
  trx: Trx,
  compId: string,
  formId: string,
  triggerId: string,
  moment: TimedMoment | undefined,
): Promise<void> {
  await dropTimersOf(trx, compId, [triggerId], "trigger");
  if (!moment) return;
  const { minutes, timeRuleId } = moment;
  for (const { id, stateAt } of await ordersInState(trx, compId, moment.state as WarnRow["state"], formId))
    await beginTriggerTimer(
      trx,
      { compId, orderId: id, formId },
      { id: triggerId, minutes, timeRuleId },
      stateAt.getTime(),
    );
}
