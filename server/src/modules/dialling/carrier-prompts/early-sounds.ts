/**
 * What a line said before it was gone unanswered and nothing recognised: the newest of an enterprise are kept for some days, so that
 * announcements can be cut from them (decision 093). It is the network that speaks there: nobody has answered, and nobody's microphone
 * is open.
 */
import { dayMs } from "@liantai/api/contract";
import { earlyLimits } from "@liantai/api/contract/admin";
import { writeWav } from "@liantai/api/wav";
import { answerParameters, createFrameJudge } from "../../../audio/answering/index.ts";
import type { Ports } from "../../../ports/index.ts";
import { frameMs, frameSamples } from "../../../ports/speech-listening.ts";
import { everyNight, type Night } from "../../maintenance/index.ts";
import { dropOldEarly, keepEarly } from "./sources-repository.ts";

/** A line of an enterprise is looked at no more often: it takes some ms, and neighbours say the same. */
const lookMs = 10_000;
const rate = 8_000;

export const keptSince = (now: number): Date => new Date(now - earlyLimits.days * dayMs);

/** Telephones that only ring, or say nothing, are of no use. */
function speaks(samples: Int16Array): boolean {
  const judge = createFrameJudge(answerParameters.silenceThreshold);
  let voice = 0;
  for (let at = 0; at + frameSamples <= samples.length && voice < earlyLimits.voiceMs; at += frameSamples)
    if (judge(samples.subarray(at, at + frameSamples)).kind === "voice") voice += frameMs;
  return voice >= earlyLimits.voiceMs;
}

type Deps = Pick<Ports, "database" | "blobs" | "clock" | "random" | "logger">;

async function forget({ blobs, logger }: Pick<Deps, "blobs" | "logger">, keys: readonly string[]): Promise<void> {
  for (const blobKey of keys)
    await blobs
      .delete(blobKey)
      .catch((error: unknown) => logger.warn({ error, blobKey }, "the sound of a line was left over"));
}

/** Of one enterprise. samples: 8,000 Hz, of the line of this call. */
export function createEarlyKeeper(deps: Deps, compId: string) {
  const { database, blobs, clock, random } = deps;
  let lookedAt = Number.NEGATIVE_INFINITY;
  return async (callId: string, samples: Int16Array): Promise<void> => {
    const now = clock.now();
    if (now - lookedAt < lookMs) return;
    lookedAt = now;
    if (!speaks(samples)) return;
    // A backup leaves it out as it does recordings.
    const blobKey = `recordings/early/${compId.toLowerCase()}/${random.id()}.wav`;
    // Kept before the row that names it.
    await blobs.put(blobKey, writeWav(samples, rate));
    try {
      const durationMs = Math.floor((samples.length / rate) * 1_000);
      const row = { compId, callId, at: new Date(now), durationMs, blobKey };
      const most = { since: keptSince(now), most: earlyLimits.kept };
      await forget(deps, await database.tenant(compId, (trx) => keepEarly(trx, row, most)));
    } catch (error) {
      await forget(deps, [blobKey]);
      throw error;
    }
  };
}

export const forgetQueue = "nightly-early-sounds";
/** Minutes past midnight: before the dump. */
const forgetAt = 3 * 60 + 40;

/** Those of enterprises that dial no more go at night. The jobs port must have been started. */
export const startForgetting = (deps: Deps & Pick<Ports, "jobs">): Promise<void> =>
  everyNight<Night>(deps, forgetQueue, forgetAt, async () => {
    // system: of every enterprise.
    const keys = await deps.database.system((trx) => dropOldEarly(trx, keptSince(deps.clock.now())));
    await forget(deps, keys);
  });
