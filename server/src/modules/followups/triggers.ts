/** What makes follow-ups: an order that ends or leaves a node, a record that is made; in the transaction of whoever did it (V2). */
import type { FollowUpDoer, FollowUpTrigger } from "@liantai/api/contract/workorder";
import type { Ports } from "../../ports/index.ts";
import type { Trx } from "../../ports/database.ts";
import { foresee, foreseen } from "../foreseen.ts";
import { aboutRecord } from "./about-repository.ts";
import { settingsFor, type SettingInForce } from "./settings/repository.ts";
import { insertTask } from "./tasks/repository.ts";
import { timeAfter } from "./time-repository.ts";

type Of = Pick<Ports, "clock" | "random">;

/** Seats, or accounts of who has none. */
interface People {
  readonly creator: string;
  readonly handler: string;
}

const isSeat = (id: string): boolean => /^\d{1,8}$/.test(id);

function given({ who, agentId, groupId }: SettingInForce, people: People) {
  const seat: Readonly<Record<FollowUpDoer, string>> = { ...people, seat: agentId, group: "" };
  return {
    agentId: isSeat(seat[who]) ? seat[who] : null,
    groupId: who === "group" && groupId !== "" ? groupId : null,
  };
}

/** One a setting and record, however often it is triggered. */
async function make(
  trx: Trx,
  { clock, random }: Of,
  compId: string,
  recordId: string,
  settings: readonly SettingInForce[],
  people: People,
): Promise<void> {
  if (settings.length === 0) return;
  const about = await aboutRecord(trx, compId, recordId);
  if (!about) return;
  const now = clock.now();
  for (const setting of settings) {
    const dueAt = await timeAfter(trx, compId, setting.timeRuleId, now, setting.minutes);
    await insertTask(trx, {
      ...{ compId, id: random.id(), settingId: setting.id, source: "setting", recordId, ...about },
      ...{ ...given(setting, people), state: "open", dueAt, tellAt: dueAt, createdAt: new Date(now) },
      ...{ mostTries: setting.tries, retryMinutes: setting.retryMinutes, timeRuleId: setting.timeRuleId },
    });
  }
}

export interface OrderStep extends People {
  readonly compId: string;
  readonly formId: string;
  readonly recordId: string;
  readonly flowId: string;
  /** The node that it left by going on; undefined: it stays, or went back. */
  readonly left: string | undefined;
  readonly ended: boolean;
}

const key = (compId: string, formId: string): string => `followUps/${compId}/${formId}`;
/** For a step that may end an order or leave a node, and for a record that is made. */
export const foreseeFollowUps = (trx: Trx, compId: string, formId: string): void =>
  foresee(trx, key(compId, formId), () => settingsFor(trx, compId, formId));

export async function followUpOrder(trx: Trx, of: Of, { compId, formId, recordId, ...step }: OrderStep): Promise<void> {
  if (!step.ended && step.left === undefined) return;
  const found = await foreseen(trx, key(compId, formId), () => settingsFor(trx, compId, formId));
  const sets: Readonly<Record<FollowUpTrigger, (one: SettingInForce) => boolean>> = {
    orderEnded: () => step.ended,
    nodeLeft: ({ flowId, nodeId }) => flowId === step.flowId && nodeId === step.left,
    recordMade: () => false,
  };
  const settings = found.filter((one) => sets[one.trigger](one));
  await make(trx, of, compId, recordId, settings, step);
}

/** Of a form that is not for orders. `by`: the seat that made it. */
export async function followUpRecord(
  trx: Trx,
  of: Of,
  { compId, formId, recordId, by }: Pick<OrderStep, "compId" | "formId" | "recordId"> & { readonly by: string },
): Promise<void> {
  const found = await foreseen(trx, key(compId, formId), () => settingsFor(trx, compId, formId));
  const settings = found.filter(({ trigger }) => trigger === "recordMade");
  await make(trx, of, compId, recordId, settings, { creator: by, handler: by });
}
