/** Snapshots in SQL: one row a call or an agent, as it was with the last event that is logged. */
import type { Trx } from "../../ports/database.ts";
import type { SnapshotTable } from "../../ports/schema/event-log.ts";

export interface Snapshot {
  readonly kind: "call" | "agent";
  readonly compId: string;
  readonly id: string;
  /** Its JSON, made when it is written; undefined: there is nothing to go on with any more. */
  readonly state: (() => string) | undefined;
}

export interface StoredSnapshot {
  readonly compId: string;
  readonly id: string;
  /** As it was written, by whatever version. */
  readonly state: unknown;
}

type Row = Omit<SnapshotTable, "state"> & { readonly state: string };

const columns = ["compId", "id"] as const;
const writers = {
  call: {
    save: (trx: Trx, rows: readonly Row[]) =>
      trx
        .insertInto("live_call")
        .values(rows)
        .onConflict((c) =>
          c.columns(columns).doUpdateSet((e) => ({ epoch: e.ref("excluded.epoch"), state: e.ref("excluded.state") })),
        )
        .execute(),
    remove: (trx: Trx, compId: string, id: string) =>
      trx.deleteFrom("live_call").where("compId", "=", compId).where("id", "=", id).execute(),
  },
  agent: {
    save: (trx: Trx, rows: readonly Row[]) =>
      trx
        .insertInto("live_agent")
        .values(rows)
        .onConflict((c) =>
          c.columns(columns).doUpdateSet((e) => ({ epoch: e.ref("excluded.epoch"), state: e.ref("excluded.state") })),
        )
        .execute(),
    remove: (trx: Trx, compId: string, id: string) =>
      trx.deleteFrom("live_agent").where("compId", "=", compId).where("id", "=", id).execute(),
  },
} as const;

type Written = Snapshot & { readonly epoch: number };

async function saveKind(trx: Trx, kind: Snapshot["kind"], list: readonly Written[]): Promise<void> {
  const kept = list.flatMap(({ compId, id, state, epoch }) => (state ? [{ compId, id, epoch, state: state() }] : []));
  const over = list.filter(({ state }) => state === undefined);
  await Promise.all([
    kept.length > 0 && writers[kind].save(trx, kept),
    ...over.map(({ compId, id }) => writers[kind].remove(trx, compId, id)),
  ]);
}

/** Of several of one call or agent the last counts. */
export async function saveSnapshots(trx: Trx, snapshots: readonly Written[]): Promise<void> {
  const last = new Map(snapshots.map((s) => [`${s.kind}/${s.compId}/${s.id}`, s]));
  const of = (kind: Snapshot["kind"]) => [...last.values()].filter((s) => s.kind === kind);
  if (last.size > 0) await Promise.all([saveKind(trx, "call", of("call")), saveKind(trx, "agent", of("agent"))]);
}

/** only: of this enterprise. */
export async function readSnapshots(trx: Trx, kind: Snapshot["kind"], only?: string): Promise<StoredSnapshot[]> {
  const columnsRead = [...columns, "state"] as const;
  return kind === "call"
    ? trx
        .selectFrom("live_call")
        .select(columnsRead)
        .$if(only !== undefined, (q) => q.where("compId", "=", only ?? ""))
        .execute()
    : trx
        .selectFrom("live_agent")
        .select(columnsRead)
        .$if(only !== undefined, (q) => q.where("compId", "=", only ?? ""))
        .execute();
}

/** Enterprises with calls, and those with agents, that an engine can go on with. */
export async function enterprisesLive(
  trx: Trx,
): Promise<{ readonly calls: readonly string[]; readonly agents: readonly string[] }> {
  const [calls, agents] = await Promise.all([
    trx.selectFrom("live_call").select("compId").distinct().execute(),
    trx.selectFrom("live_agent").select("compId").distinct().execute(),
  ]);
  return { calls: calls.map(({ compId }) => compId), agents: agents.map(({ compId }) => compId) };
}
