/** trigger/dryRun: the last seven days once more, by what the values were then. Reads, and changes nothing. */
import { dayMs, formatTime, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import {
  actionInWords,
  automationLimits,
  buildTrigger,
  eventText,
  seatsIn,
  triggerFaults,
  type AutomationAction,
  type ToldLine,
  type triggerApi,
  type TriggerWhen,
} from "@liantai/api/contract/work-orders";
import { cardFields, sameValue, valueInWords, type CompiledForm, type FieldValue } from "@liantai/api/forms";
import { compOf } from "../../../http/company.ts";
import { hidesNumbers, maskNumbers } from "../../../http/privacy.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { AutomationDeps } from "../deps.ts";
import { namingOf } from "../naming.ts";
import type { Past, PastQuestion } from "../ports.ts";
import { isAskedFor } from "../queue.ts";
import { shownLine } from "./tracing.ts";

type Api = (typeof triggerApi)["dryRun"];
const backMs = 7 * dayMs;

async function pastOf(trx: Trx, { records, orders }: AutomationDeps, question: PastQuestion, when: TriggerWhen) {
  if (when.on === "timed")
    return orders.kept(trx, question, { state: when.state, minutes: when.minutes, timeRuleId: when.timeRuleId ?? "" });
  const ofRecords = when.events.some((event) => event.startsWith("record."));
  const ofOrders = when.events.filter((event) => !event.startsWith("record."));
  const written = ofRecords ? await records.past(trx, question) : [];
  const found = [
    ...(question.form.formType === "workOrder" ? await orders.dress(trx, question, written) : written),
    ...(ofOrders.length > 0 ? await orders.past(trx, question, ofOrders) : []),
  ];
  return found
    .filter(({ event, changed }) => isAskedFor({ moment: when }, { event, changed }))
    .sort((a, b) => b.at - a.at);
}

/** A field that has the value already stays as it is. */
function changesOf(
  past: Past,
  form: CompiledForm,
  actions: readonly AutomationAction[],
  names: ReadonlyMap<string, string>,
): readonly ToldLine[] {
  return actions.map((action) => {
    const told = actionInWords(action, form, names);
    if (action.do !== "set") return told;
    const { text } = told;
    const fields = [action.field];
    const field = form.byName.get(action.field);
    const before = past.values[action.field];
    const to = action.value === null || action.value === "" ? undefined : (action.value as FieldValue);
    if (sameValue(before, to)) return { text: `${text}（已经是）`, fields };
    return { text: `${text}（原为${(field && valueInWords(field, before)) || "空"}）`, fields };
  });
}

export async function dryRun(
  deps: AutomationDeps,
  body: BodyOf<Api>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api>> {
  const compId = compOf(caller, body.compId);
  const { formId, when, condition, actions } = body;
  const { database, clock } = deps.ports;
  const hide = hidesNumbers(caller);
  const said = hide ? maskNumbers : (text: string) => text;
  const naming = await namingOf(deps, compId, formId);
  return database.tenant(compId, async (trx) => {
    const form = naming(await deps.records.form(trx, compId, formId));
    const faults = triggerFaults(form, { when, condition, actions });
    if (faults.length > 0) throw fieldRefusal("actions", "触发器", faults.slice(0, 3).join("；"));
    const limit = automationLimits.tried;
    const question = { compId, form, since: new Date(clock.now() - backMs), limit };
    const found = await pastOf(trx, deps, question, when);
    const looked = found.slice(0, limit);
    const trigger = buildTrigger(form, condition);
    const judged = looked.map((past) => ({ past, ...trigger.judge(past, past.at) })).filter(({ holds }) => holds);
    const names = await deps.orders.names(trx, compId, seatsIn(actions));
    const line = shownLine(hide, hide ? cardFields(form) : []);
    return {
      looked: looked.length,
      fired: judged.length,
      more: found.length > limit,
      list: judged.slice(0, automationLimits.told).map(({ past, lines }) => ({
        ...{ kind: past.kind, id: past.id, title: said(past.title), event: eventText(past.event) },
        time: formatTime(past.at),
        asNow: past.asNow && lines.some(({ fields }) => fields.some((name) => name.startsWith("$"))),
        why: lines.map((one) => ({ text: line(one), holds: one.holds })),
        changes: changesOf(past, form, actions, names).map(line),
      })),
    };
  });
}
