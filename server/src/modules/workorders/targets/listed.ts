/** Targets of a page of orders: what each row shows. */
import { formatTime, type ReplyOf } from "@liantai/api/contract";
import type { formStreamApi } from "@liantai/api/contract/work-orders";
import type { Trx } from "../../../ports/database.ts";
import { standingOf, type OrderTargetRow } from "./repository.ts";

type Line = ReplyOf<(typeof formStreamApi)["list"]>["list"][number]["targets"][number];

/** One that runs is missed from its moment on, whoever has written it by then. */
export const phaseAt = ({ phase, dueAt, ended }: OrderTargetRow, now: number): Line["phase"] =>
  ended === 0 && dueAt !== null && dueAt.getTime() <= now ? "missed" : phase;

export async function targetsOfRows(
  trx: Trx,
  compId: string,
  orders: readonly { readonly id: string }[],
  now: number,
): Promise<ReadonlyMap<string, Line[]>> {
  if (orders.length === 0) return new Map();
  const rows = await standingOf(
    trx,
    compId,
    orders.map(({ id }) => id),
  );
  const lines = new Map<string, Line[]>();
  for (const row of rows) {
    const { targetId: id, name, kind, ended, leftMs } = row;
    const dueTime = row.dueAt ? formatTime(row.dueAt) : "";
    const line = { ...{ id, name, kind, phase: phaseAt(row, now), dueTime, leftMs }, ended: ended === 1 ? 1 : 0 };
    lines.set(row.orderId, [...(lines.get(row.orderId) ?? []), line]);
  }
  return lines;
}
