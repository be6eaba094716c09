/** What actions do, one after the other, in the transaction of whoever calls: a trigger's turn, a macro. */
import { AppError, type ReminderMessage } from "@liantai/api/contract";
import {
  orderEvents,
  reminderCodeOf,
  type AutomationAction,
  type OrderEventType,
} from "@liantai/api/contract/work-orders";
import type { Trx } from "../../ports/database.ts";
import { monitorsSeeing } from "../seats/index.ts";
import type { Reminders } from "../reminders/index.ts";
import type { Hands, Looked } from "./ports.ts";

export interface Performance {
  readonly compId: string;
  readonly kind: "order" | "record";
  readonly id: string;
  /** Which time of what: nobody is reminded twice. At most 150 characters. */
  readonly key: string;
  /** What it came from; a reminder of an order carries its number. */
  readonly event: string;
  readonly at: number;
}

const isSeat = (id: string): boolean => /^\d{1,8}$/.test(id);
/** 102: the number of reminders of an order that no event stands behind. */
const remindedCode = 102;

function messageOf({ kind, id, event }: Performance, looked: Looked, text: string): ReminderMessage {
  const { code, title, formId, form } = looked;
  if (kind === "record") {
    const records = { formType: form.definition.formType, formId, id };
    return { type: "PLANSREMIND", content: { des: text, remarks: title.slice(0, 200), subTime: "", records } };
  }
  const number =
    (Object.hasOwn(orderEvents, event) ? reminderCodeOf(event as OrderEventType) : undefined) ?? remindedCode;
  const said = `工单${code}「${title}」：${text}`;
  return { type: "TICKETREMIND", caseCode: code, caseId: id, event: number, text: said, refreshPage: 1, content: said };
}

async function remind(
  trx: Trx,
  make: Reminders["make"],
  of: Performance & { readonly step: number },
  looked: Looked,
  { whom, agentIds, text }: Extract<AutomationAction, { do: "remind" }>,
): Promise<void> {
  const people = new Set(agentIds);
  const owners = looked.holders.length > 0 ? looked.holders : [looked.creator];
  if (whom.includes("holders")) owners.forEach((id) => people.add(id));
  if (whom.includes("creator")) people.add(looked.creator);
  if (whom.includes("monitors"))
    for (const one of await monitorsSeeing(trx, of.compId, owners[0] ?? "")) people.add(one);
  const row = {
    ...{ compId: of.compId, key: `${of.key}/${of.step}`, subject: `${of.kind}/${of.id}`, dueAt: new Date(of.at) },
    message: messageOf(of, looked, text),
  };
  const seats = [...people].filter(isSeat);
  const accounts = [...people].filter((one) => one !== "" && !isSeat(one));
  if (seats.length > 0) await make(trx, { ...row, to: { agentIds: seats } });
  if (accounts.length > 0) await make(trx, { ...row, to: { accountIds: accounts } });
}

/** Throws AppError with the place of the action that may not be done. */
export async function perform(
  trx: Trx,
  make: Reminders["make"],
  hands: Hands,
  actions: readonly AutomationAction[],
  of: Performance,
): Promise<void> {
  let written = false;
  for (const [at, action] of actions.entries()) {
    try {
      if (action.do === "remind") await remind(trx, make, { ...of, step: at }, await hands.look(), action);
      else if (action.do !== "set") await hands.act(action);
      else if (!written) {
        written = true;
        await hands.act({ do: "write" });
      }
    } catch (error) {
      if (!(error instanceof AppError) || actions.length === 1 || error.error === "conflict") throw error;
      throw new AppError(error.error, `第${at + 1}个动作：${error.message}`, error.data);
    }
  }
}
