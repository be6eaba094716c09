/**
 * What happens to orders and records is queued for the triggers of their form in the transaction in which it happens, a row for each
 * trigger, whose key lets no second one in: nothing is lost by a kill and nothing is told twice.
 */
import { automationLimits, type HappenedEvent, type SubjectKind } from "@liantai/api/contract/work-orders";
import type { Trx } from "../../ports/database.ts";
import { causeOf } from "./causes.ts";
import { foresee, foreseen } from "../foreseen.ts";
import { gathered } from "../gathered.ts";
import { insertRuns } from "./runs-repository.ts";
import { enabledTriggers, type EnabledTrigger } from "./triggers/repository.ts";

export interface Happening {
  readonly compId: string;
  readonly formId: string;
  readonly kind: SubjectKind;
  readonly subjectId: string;
  readonly at: Date;
}

export interface Happened {
  /** Which one of the subject's: its number. */
  readonly key: string;
  readonly event: string;
  /** Fields that changed. */
  readonly changed?: readonly string[];
}

export function isAskedFor({ moment }: Pick<EnabledTrigger, "moment">, { event, changed = [] }: Omit<Happened, "key">) {
  if (moment.on !== "event" || !(moment.events as readonly string[]).includes(event)) return false;
  const { fields = [] } = moment;
  return event !== "record.updated" || fields.length === 0 || fields.some((name) => changed.includes(name));
}

const keyOf = ({ kind, subjectId }: Happening, { event, key }: Happened): string =>
  `${kind}/${subjectId}/${event.startsWith("record.") ? "record" : event === "kept" ? "kept" : "event"}/${key}`;

function rowOf(trx: Trx, of: Happening, one: Happened, { id, name }: EnabledTrigger) {
  const chain = causeOf(trx)?.chain ?? [];
  const loops = chain.some((link) => link.id === id);
  const cut = loops || chain.length >= automationLimits.depth;
  return {
    ...{ compId: of.compId, eventKey: keyOf(of, one), triggerId: id, triggerName: name, kind: of.kind },
    ...{ subjectId: of.subjectId, formId: of.formId, event: one.event, eventAt: of.at, tryAt: of.at },
    ...{ changed: JSON.stringify(one.changed ?? []), chain: JSON.stringify(chain) },
    ...(cut && {
      ...{ state: "cut" as const, ranAt: of.at },
      reason: loops ? "触发器又引起了自己，不再执行" : `触发器连续引起超过${automationLimits.depth}层，不再执行`,
    }),
  };
}

type Run = ReturnType<typeof rowOf>;

const insert = (trx: Trx, of: Happening, pairs: readonly (readonly [Happened, EnabledTrigger])[]): Promise<void> =>
  gathered(
    trx,
    "trigger-runs",
    pairs.map(([one, trigger]) => rowOf(trx, of, one, trigger)),
    (all) => insertAll(trx, all.flat()),
  );

/** PostgreSQL takes 65,535 parameters a statement. */
const rowsAtOnce = 2_000;

async function insertAll(trx: Trx, rows: readonly Run[]): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsAtOnce) await insertRuns(trx, rows.slice(at, at + rowsAtOnce));
}

/** The same to many records at once, as an import makes them: two statements for all of them, not one for each. */
export async function queueForRecords(
  trx: Trx,
  of: Omit<Happening, "kind" | "subjectId">,
  recordIds: readonly string[],
  one: Happened,
): Promise<void> {
  if (recordIds.length === 0) return;
  const triggers = (await enabledTriggers(trx, of.compId, of.formId)).filter((trigger) => isAskedFor(trigger, one));
  const rows = recordIds.flatMap((subjectId) =>
    triggers.map((trigger) => rowOf(trx, { ...of, kind: "record", subjectId }, one, trigger)),
  );
  await insertAll(trx, rows);
}

const triggersKey = (compId: string, formId: string): string => `triggers/${compId}/${formId}`;
const triggersOf = (trx: Trx, compId: string, formId: string): Promise<readonly EnabledTrigger[]> =>
  foreseen(trx, triggersKey(compId, formId), () => enabledTriggers(trx, compId, formId));
/** For a step, which asks for them more than once. */
export const foreseeTriggers = (trx: Trx, compId: string, formId: string): void =>
  foresee(trx, triggersKey(compId, formId), () => enabledTriggers(trx, compId, formId));

/** In the transaction in which it happens. */
export async function queueTriggers(trx: Trx, of: Happening, happened: readonly Happened[]): Promise<void> {
  if (happened.length === 0) return;
  const triggers = await triggersOf(trx, of.compId, of.formId);
  const pairs = happened.flatMap((one) =>
    triggers.filter((trigger) => isAskedFor(trigger, one)).map((trigger) => [one, trigger] as const),
  );
  if (pairs.length > 0) await insert(trx, of, pairs);
}

/** A state was kept for as long as this trigger waits for; `key`: since when. */
export async function queueKept(trx: Trx, of: Happening, triggerId: string, key: string): Promise<void> {
  const found = (await enabledTriggers(trx, of.compId, of.formId)).find(({ id }) => id === triggerId);
  if (found?.moment.on === "timed") await insert(trx, of, [[{ key, event: "kept" satisfies HappenedEvent }, found]]);
}

export interface TimedTrigger {
  readonly id: string;
  readonly minutes: number;
  readonly timeRuleId: string;
}

/** Of this form: those that wait for this state. */
export async function timedTriggers(
  trx: Trx,
  compId: string,
  formId: string,
  state: string,
): Promise<readonly TimedTrigger[]> {
  const triggers = await triggersOf(trx, compId, formId);
  return triggers.flatMap(({ id, moment }) =>
    moment.on === "timed" && moment.state === state
      ? [{ id, minutes: moment.minutes, timeRuleId: moment.timeRuleId ?? "" }]
      : [],
  );
}
