/** What happened to orders of a form, with what they were like then: for trying triggers out. Reads alone. */
import { dueOf, type Properties } from "@liantai/api/contract/work-orders";
import type { Trx } from "../../../ports/database.ts";
import type { Past, PastQuestion, TimedMoment } from "../../automation/index.ts";
import { orderEventsSince } from "../../event-log/index.ts";
import type { WorkOrderDeps } from "../deps.ts";
import { findTimeRule } from "../timers/repository.ts";
import { findOrders, type OrderRow } from "./repository.ts";
import { propertiesAt, snapshotIn, snapshotOf } from "./snapshot.ts";

type Event = Awaited<ReturnType<typeof orderEventsSince>>[number];
type Deps = Pick<WorkOrderDeps, "ports" | "records">;

/** Of orders of all forms: each has several. */
const mostEvents = 20_000;

interface Asked {
  readonly event: string;
  readonly at: number;
  readonly data: Event["data"];
  readonly row: OrderRow;
}

/** Newest first, with their orders; those of other forms and those that were deleted are left out. */
async function eventsOf(
  trx: Trx,
  { compId, form, since }: PastQuestion,
): Promise<readonly (Event & { readonly row: OrderRow })[]> {
  const events = await orderEventsSince(trx, compId, since, mostEvents);
  const ids = [...new Set(events.map(({ streamId }) => streamId))];
  const rows = new Map((ids.length > 0 ? await findOrders(trx, compId, ids) : []).map((row) => [row.id, row]));
  return events.flatMap((event) => {
    const row = rows.get(event.streamId);
    return row?.formId === form.formId && row.state !== "deleted" ? [{ ...event, row }] : [];
  });
}

function byOrder<E extends Event>(events: readonly E[]): ReadonlyMap<string, readonly E[]> {
  const by = new Map<string, E[]>();
  for (const event of events) {
    const own = by.get(event.streamId);
    if (own) own.push(event);
    else by.set(event.streamId, [event]);
  }
  return by;
}

const titleOf = ({ workCode, title }: OrderRow): string => `${workCode} ${title}`.trim();

async function pastOf(
  trx: Trx,
  { records }: Deps,
  { compId, since }: PastQuestion,
  asked: readonly Asked[],
): Promise<Past[]> {
  const recordIds = [...new Set(asked.map(({ row }) => row.recordId))];
  const back = await records.valuesBack(trx, compId, recordIds, since);
  return asked.flatMap(({ event, at, data, row }): Past[] => {
    const then = back(row.recordId, at);
    if (!then) return [];
    const { values, source } = then;
    const snapshot = snapshotIn(data);
    return [
      {
        ...{ kind: "order", id: row.id, title: titleOf(row), event, at, changed: [], values },
        properties: propertiesAt(snapshot ?? snapshotOf(row), { ...row, source }),
        asNow: snapshot === undefined,
      },
    ];
  });
}

export async function ordersPast(
  trx: Trx,
  deps: Deps,
  question: PastQuestion,
  events: readonly string[],
): Promise<readonly Past[]> {
  const found = (await eventsOf(trx, question))
    .filter(({ type }) => events.includes(type))
    .slice(0, question.limit + 1);
  return pastOf(
    trx,
    deps,
    question,
    found.map(({ type, at, data, row }) => ({ event: type, at: at.getTime(), data, row })),
  );
}

/** Changes of fields are told of by the record; what the order was like then its newest event before says. */
export async function dress(trx: Trx, question: PastQuestion, past: readonly Past[]): Promise<readonly Past[]> {
  const ids = [...new Set(past.map(({ id }) => id))];
  if (ids.length === 0) return [];
  const rows = new Map((await findOrders(trx, question.compId, ids)).map((row) => [row.id, row]));
  const events = byOrder(await eventsOf(trx, question));
  return past.flatMap((one): Past[] => {
    const row = rows.get(one.id);
    if (!row || row.state === "deleted") return [];
    const before = events.get(one.id)?.find((event) => event.at.getTime() <= one.at);
    const snapshot = before && snapshotIn(before.data);
    const lasting = { ...row, source: one.properties["$source"] ?? "" };
    const properties: Properties = propertiesAt(snapshot ?? snapshotOf(row), lasting);
    return [{ ...one, title: titleOf(row), properties, asNow: snapshot === undefined }];
  });
}

/** Stays in the state, by what events say of it: a stay whose beginning is not known is left out. */
export async function keptPast(
  trx: Trx,
  deps: Deps,
  question: PastQuestion,
  { state, minutes, timeRuleId }: TimedMoment,
): Promise<readonly Past[]> {
  const now = deps.ports.clock.now();
  const rule = await findTimeRule(trx, question.compId, timeRuleId);
  const asked: Asked[] = [];
  for (const newest of byOrder(await eventsOf(trx, question)).values()) {
    const events = newest.toReversed();
    let before: string | undefined;
    for (const [at, event] of events.entries()) {
      const here = snapshotIn(event.data)?.state;
      const begins = here === state && before !== state && (before !== undefined || event.type === "created");
      before = here;
      if (!begins) continue;
      const left = events.slice(at + 1).find(({ data }) => snapshotIn(data)?.state !== state);
      const { dueAt } = dueOf(rule, event.at.getTime(), { minutes });
      if (dueAt === undefined || dueAt > now || (left && left.at.getTime() < dueAt)) continue;
      const { data } = events.findLast((one) => one.at.getTime() <= dueAt) ?? event;
      asked.push({ event: "kept", at: dueAt, data, row: event.row });
    }
  }
  const found = asked.sort((a, b) => b.at - a.at).slice(0, question.limit + 1);
  return pastOf(trx, deps, question, found);
}
