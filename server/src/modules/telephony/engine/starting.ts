/** What an engine does before it takes calls, and beside the first of them. */
import {
  endAgents,
  readOpen,
  recoverCalls,
  storeLeftovers,
  type LeftOpen,
  type RecoveryOptions,
} from "../../event-log/index.ts";
import type { Clock, Timer } from "../../../ports/clock.ts";
import { sentences } from "../call/limits.ts";
import { adopt, type Adopted, type AdoptionDeps } from "./adoption.ts";
import { agentKey } from "./agent-session.ts";
import { writeNote } from "./call-log.ts";
import type { EngineDeps } from "./deps.ts";

/** How long the first calls wait for what other machines left of recordings; calls that go on, and their agents, do not. */
const fetchMs = 1_500;
/** How long they wait for what is stored of recordings of calls that ended with the process. */
const storeMs = 1_500;
/** ms between two tries to store recordings that the store did not take. */
const againMs = 30_000;

/** Calls do not wait for a store that is slow or away: what comes later is stored beside them. */
async function inTime(work: Promise<void>, clock: Clock, ms: number): Promise<boolean> {
  let timer: Timer | undefined;
  const late = new Promise<false>((resolve) => (timer = clock.after(ms, () => resolve(false))));
  return Promise.race([work.then(() => true), late]).finally(() => timer?.cancel());
}

type RecoveryDeps = EngineDeps & Pick<AdoptionDeps, "database" | "of" | "only">;

const recoveryOf = ({ recordings, eventLog, clock, database, of, only }: RecoveryDeps) =>
  ({
    database,
    eventLog,
    logOf: async (compId) => (await of(compId)).eventLog,
    clock,
    only,
    lasted: (file) => recordings.lasted(file),
    salvage: ({ file, startAt, ...call }) => recordings.salvage({ ...call, startedAt: startAt }, file),
    discard: (file) => recordings.discard(file),
  }) satisfies RecoveryOptions & Parameters<typeof storeLeftovers>[0];

/**
 * Closes calls that a process that died left open, and stores their recordings. Those of calls that had ended before are stored beside
 * the first calls where there are adopted ones: these wait for nothing they do not need.
 */
async function closeLeftOpen(
  deps: RecoveryDeps & Pick<AdoptionDeps, "track">,
  left: LeftOpen,
  adopted?: Adopted,
): Promise<void> {
  const { recordings, clock, logger, of, track } = deps;
  const fetched = await inTime(recordings.fetched(), clock, adopted ? 0 : fetchMs);
  const recovery = { ...recoveryOf(deps), left, ...(adopted ? { adopted } : {}) };
  const closed = await recoverCalls(recovery);
  const files = async () =>
    (await recordings.leftovers()).filter(({ compId, callId }) => !adopted?.calls.has(`${compId}/${callId}`));
  const complain = (error: unknown) => logger.error({ error }, "recordings of a process that died could not be stored");
  // Files of calls that live here are none of these: Recordings knows its own.
  const storing = storeLeftovers(recovery, await files()).then(() => undefined, complain);
  track(storing);
  if (!fetched)
    void Promise.all([recordings.fetched(), storing])
      .then(async () => storeLeftovers(recovery, await files()))
      .catch(complain);
  if (!adopted) await inTime(storing, clock, storeMs);
  for (const { compId, callId, agentIds } of closed)
    for (const agentId of agentIds) (await of(compId)).connections.interrupted(agentKey(compId, agentId), callId);
  if (closed.length > 0) logger.warn({ calls: closed.length }, "calls of a process that died were closed");
}

/** Stores what a machine that came back has brought of calls that are over (P30). */
export async function storeBrought(deps: RecoveryDeps): Promise<void> {
  const { recordings, logger } = deps;
  try {
    await recordings.fetchAgain();
    await storeLeftovers(recoveryOf(deps), await recordings.leftovers());
  } catch (error) {
    logger.error({ error }, "recordings that another machine brought could not be stored");
  }
}

/**
 * Goes on with what there was, where the switch outlives the process, and closes everything else: calls beside what goes on, whose pages
 * wait for this engine. Resolves with what ends listening: what happens on the switch meanwhile is heard once its calls are known.
 */
export async function takeUp(deps: EngineDeps & AdoptionDeps, listen: () => () => void): Promise<() => void> {
  const { legs, logger } = deps;
  // Nobody writes any more what was left, and nothing new is among it yet.
  const reading = readOpen(deps.database, deps.only);
  reading.catch(() => undefined);
  if (!deps.switch.capabilities.outlives) {
    await deps.recordings.prepare();
    const left = await reading;
    await closeLeftOpen(deps, left);
    await endAgents({ ...recoveryOf(deps), left });
    await deps.eventLog.flush();
    return listen();
  }
  legs.expect();
  const [end, left] = [listen(), await reading];
  await deps.recordings.prepare();
  const adopted = await adopt(deps);
  await endAgents({ ...recoveryOf(deps), left, adopted });
  legs.expected();
  const failed = (error: unknown) => logger.error({ error }, "calls of a process that died were not closed");
  deps.track(closeLeftOpen(deps, left, adopted).catch(failed));
  return end;
}

const saidToAll = [
  ...[0, 1, 2, 3].map(sentences.position),
  sentences.survey,
  sentences.surveyAgain,
  sentences.thanks,
  sentences.nobodyServes,
  sentences.queueTimeout,
  sentences.queueFull,
  sentences.notReached,
  sentences.agentLost("inbound"),
  sentences.agentLost("outbound"),
  sentences.outOfService,
  sentences.overConcurrency,
];
/** Who has spoken them in this process: a thousand engines of it need them once. */
const spoken = new WeakSet<EngineDeps["speech"]>();

/** Speaks what the first callers will hear, one after the other, without holding up the start. */
export async function speakAhead({ numbers, speech, logger }: EngineDeps, only?: string): Promise<void> {
  const first = !spoken.has(speech);
  spoken.add(speech);
  try {
    for (const text of await numbers.greetings(only)) await speech.speak(text);
    if (first) for (const text of saidToAll) await speech.speak(text);
  } catch (error) {
    // The next engine tries.
    if (first) spoken.delete(speech);
    logger.warn({ error }, "sentences could not be spoken ahead");
  }
}

/** Stores recordings, from time to time, that the store did not take when their calls ended. */
export function storeAgain(
  deps: Pick<EngineDeps, "recordings" | "eventLog" | "clock" | "logger"> & Pick<AdoptionDeps, "of">,
  track: (work: Promise<void>) => void,
): Timer {
  let trying = false;
  const again = async (): Promise<void> => {
    const stored = await deps.recordings.storeWaiting();
    for (const { call, stored: fact } of stored) {
      const { eventLog } = await deps.of(call.compId);
      writeNote({ ...deps, eventLog }, call, { actor: "engine", fact });
    }
    if (stored.length > 0)
      deps.logger.info({ recordings: stored.length }, "recordings that waited for the store are stored");
    await deps.eventLog.flush();
  };
  return deps.clock.every(againMs, () => {
    if (trying) return;
    trying = true;
    const failed = (error: unknown) => deps.logger.error({ error }, "recordings that waited were not stored");
    track(
      again()
        .catch(failed)
        .finally(() => (trying = false)),
    );
  });
}
