/** What is done with the log after a process died, and how its projections are made anew. */
import type { EndCause } from "@liantai/api/contract";
import type { Clock } from "../../ports/clock.ts";
import type { Database } from "../../ports/database.ts";
import { applyAgent, type AgentProjection, type StatusRow } from "./agent-status.ts";
import { applyContact, type Contact } from "./contact.ts";
import type { CallFact, ContactEntry, Sequenced } from "./events.ts";
import type { EventLog } from "./event-log.ts";
import { isOpen } from "./legs/leg.ts";
import { endedCall, openAgents, openCalls } from "./recovery-repository.ts";
import { saveContacts } from "./projections.ts";
import { clearProjections, isAgent, isContact, readStream, saveStatus, streamsOf } from "./repository.ts";

/** Stores what is left of a recording and says how long it is; undefined: there is nothing. */
type Salvage = (call: {
  readonly compId: string;
  readonly callId: string;
  readonly file: string;
  readonly startAt: number;
}) => Promise<Extract<CallFact, { type: "recordingStored" }> | undefined>;

export interface ClosedCall {
  readonly compId: string;
  readonly callId: string;
  /** Agents the call was with when the process died. */
  readonly agentIds: readonly string[];
}

interface LeftFile {
  readonly compId: string;
  readonly callId: string;
  readonly file: string;
}

interface OpenCall {
  readonly compId: string;
  readonly callId: string;
  readonly events: readonly Sequenced<ContactEntry>[];
}

/** Calls without an end and agents who are signed in, by the log. */
export interface LeftOpen {
  readonly calls: readonly { readonly compId: string; readonly callId: string }[];
  readonly agents: readonly { readonly compId: string; readonly agentId: string }[];
}

/** only: of this enterprise. To be read before anything new begins, which is open as well. */
export const readOpen = (database: Database, only?: string): Promise<LeftOpen> =>
  database.system(async (trx) => ({ calls: await openCalls(trx, only), agents: await openAgents(trx, only) }));

export interface RecoveryOptions {
  readonly database: Database;
  readonly eventLog: EventLog;
  /** The same log, as it is written for an enterprise; default: as for all. */
  readonly logOf?: (compId: string) => Promise<EventLog>;
  readonly clock: Clock;
  /** How many ms of a recording there are, by its file alone: no store is asked. undefined: there is nothing. */
  readonly lasted: (file: string) => Promise<number | undefined>;
  /** Of this enterprise alone; default: of all. */
  readonly only?: string | undefined;
  /** Default: what is open now. */
  readonly left?: LeftOpen;
  /** Keys, compId/id, of what goes on. */
  readonly adopted?: { readonly calls: ReadonlySet<string>; readonly agents: ReadonlySet<string> };
}

/** Ends the open intervals of agents who do not go on. Before any of them can sign in. */
export async function endAgents({
  eventLog,
  logOf = async () => eventLog,
  clock,
  adopted,
  left,
}: Pick<RecoveryOptions, "eventLog" | "logOf" | "clock" | "adopted"> & { readonly left: LeftOpen }): Promise<void> {
  for (const { compId, agentId } of left.agents) {
    if (adopted?.agents.has(`${compId}/${agentId}`)) continue;
    void (await logOf(compId)).append({
      stream: "agent",
      kind: "agent",
      compId,
      id: agentId,
      at: clock.now(),
      actor: "engine",
      reason: "serverRestart",
      fact: { type: "stateChanged", code: 0 },
    });
  }
}

/**
 * Ends every contact that has no end and does not go on, with cause serverRestart, at the last moment it is known to have lived:
 * that of its last event, or later if its recording goes on longer. The recording itself is stored by `storeLeftovers`. Nobody else may
 * write calls.
 */
export async function recoverCalls({
  database,
  eventLog,
  logOf = async () => eventLog,
  clock,
  lasted,
  only,
  left,
  adopted,
}: RecoveryOptions): Promise<ClosedCall[]> {
  const { calls } = left ?? (await readOpen(database, only));
  // Every enterprise's calls lived in the process that died.
  const open = await database.system(async (trx) =>
    Promise.all(
      calls
        .filter(({ compId, callId }) => !adopted?.calls.has(`${compId}/${callId}`))
        .map(async ({ compId, callId }) => ({
          compId,
          callId,
          events: (await readStream(trx, { compId, stream: "contact", id: callId })).filter(isContact),
        })),
    ),
  );
  const closed = await Promise.all(open.map((call) => closeCall({ logOf, clock, lasted }, call)));
  await eventLog.flush();
  return closed;
}

async function closeCall(
  { logOf, clock, lasted }: Pick<RecoveryOptions, "clock" | "lasted"> & Required<Pick<RecoveryOptions, "logOf">>,
  { compId, callId, events }: OpenCall,
): Promise<ClosedCall> {
  const cause: EndCause = "serverRestart";
  const eventLog = await logOf(compId);
  const contact = events.reduce<Contact | undefined>(applyContact, undefined);
  const head = { stream: "contact", kind: "call", compId, id: callId, actor: "engine" } as const;
  let diedAt = events.at(-1)?.at ?? clock.now();
  const started = events.findLast((e) => e.fact.type === "recordingStarted");
  if (contact?.record.liveRecording && started) {
    const durationMs = await lasted(contact.record.liveRecording);
    if (durationMs !== undefined) diedAt = Math.min(clock.now(), Math.max(diedAt, started.at + durationMs));
  }
  void eventLog.append({ ...head, at: diedAt, reason: cause, fact: { type: "ended", estimated: true } });
  return { compId, callId, agentIds: agentsOf(contact) };
}

/** Whoever rang, talked, was asked or listened. */
const agentsOf = (contact: Contact | undefined): string[] => [
  ...new Set((contact?.legs ?? []).flatMap((leg) => (isOpen(leg) && leg.agentId !== null ? [leg.agentId] : []))),
];

/** So many recordings are on their way to the store at once. */
const storedAtOnce = 4;

/**
 * Stores recordings of ended calls that never reached the store: the process died, or the disk was full, at that moment. A second copy of
 * one that did, on a machine that came back, is discarded.
 */
export async function storeLeftovers(
  {
    database,
    eventLog,
    logOf = async () => eventLog,
    clock,
    salvage,
    discard,
  }: Pick<RecoveryOptions, "database" | "eventLog" | "logOf" | "clock"> & {
    readonly salvage: Salvage;
    readonly discard: (file: string) => Promise<void>;
  },
  files: readonly LeftFile[],
): Promise<number> {
  let stored = 0;
  async function store({ compId, callId, file }: LeftFile): Promise<void> {
    const call = await database.tenant(compId, (trx) => endedCall(trx, compId, callId));
    if (call?.stored) return discard(file);
    const fact = call && (await salvage({ compId, callId, file, startAt: call.startAt.getTime() }));
    if (!fact) return;
    const head = { stream: "contact", kind: "call", compId, id: callId, actor: "engine" } as const;
    // Two files of one call come one after the other: the second sees that the first is stored.
    await (await logOf(compId)).append({ ...head, at: clock.now(), fact });
    stored += 1;
  }
  const byCall = new Map<string, LeftFile[]>();
  for (const file of files) {
    const key = `${file.compId}/${file.callId}`;
    byCall.set(key, [...(byCall.get(key) ?? []), file]);
  }
  // One iterator for all: each takes the next call.
  const calls = byCall.values();
  await Promise.all(
    Array.from({ length: storedAtOnce }, async () => {
      for (const ofCall of calls) for (const file of ofCall) await store(file);
    }),
  );
  return stored;
}

/** Makes both projections anew from the log alone. Calls must not be written meanwhile. Returns rows made. */
export async function rebuild(database: Database): Promise<{ calls: number; statuses: number }> {
  // A repair of the whole installation, run by an operator.
  return database.system(async (trx) => {
    await clearProjections(trx);
    let calls = 0;
    let statuses = 0;
    for (const stream of ["contact", "agent"] as const) {
      let last: { compId: string; id: string } | undefined;
      for (;;) {
        const page = await streamsOf(trx, stream, last, 200);
        if (page.length === 0) break;
        last = page.at(-1);
        const contacts: Contact[] = [];
        const rows: StatusRow[] = [];
        for (const { compId, id } of page) {
          const events = await readStream(trx, { compId, stream, id });
          if (stream === "contact")
            contacts.push(
              ...[events.filter(isContact).reduce<Contact | undefined>(applyContact, undefined)].filter(
                (c) => c !== undefined,
              ),
            );
          else
            rows.push(
              ...(events.filter(isAgent).reduce<AgentProjection | undefined>(applyAgent, undefined)?.touched ?? []),
            );
        }
        await saveContacts(trx, contacts);
        for (let at = 0; at < rows.length; at += 500) await saveStatus(trx, rows.slice(at, at + 500));
        calls += contacts.length;
        statuses += rows.length;
      }
    }
    return { calls, statuses };
  });
}
