/** How the telephones of a call sound, added up while it lasts. It is a measurement of this process: a take-over begins anew. */
import type { AudioFact, MeasuredLeg } from "../../event-log/index.ts";
import type { Party, PartyId } from "../call/party.ts";
import type { Call } from "../call/types.ts";
import { mosOf } from "../mos.ts";

export interface Measured {
  /** Share of packets, 0 to 1. */
  readonly loss: number;
  readonly jitterMs: number;
  readonly rttMs?: number;
}

interface Sum {
  readonly who: Pick<MeasuredLeg, "customer" | "agentId" | "number">;
  samples: number;
  mos: number;
  worst: number;
  loss: number;
  jitterMs: number;
  rtts: number;
  rttMs: number;
}

const rounded = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;

export class AudioFigures {
  readonly #calls = new Map<string, Map<PartyId, Sum>>();

  add({ callId }: Call, { id, role, agentId, number }: Party, measured: Measured): void {
    const parties = this.#calls.get(callId) ?? new Map<PartyId, Sum>();
    this.#calls.set(callId, parties);
    const who = {
      ...(role === "customer" ? { customer: true as const } : {}),
      ...(agentId ? { agentId } : {}),
      number,
    };
    const sum = parties.get(id) ?? { who, samples: 0, mos: 0, worst: 5, loss: 0, jitterMs: 0, rtts: 0, rttMs: 0 };
    parties.set(id, sum);
    const mos = mosOf(measured);
    sum.samples += 1;
    sum.mos += mos;
    sum.worst = Math.min(sum.worst, mos);
    sum.loss += measured.loss;
    sum.jitterMs += measured.jitterMs;
    if (measured.rttMs === undefined) return;
    sum.rtts += 1;
    sum.rttMs += measured.rttMs;
  }

  /** Once, at the end of a call; undefined: nothing was measured. */
  take(callId: string): AudioFact | undefined {
    const parties = this.#calls.get(callId);
    this.#calls.delete(callId);
    if (!parties) return undefined;
    const legs = Array.from(parties.values(), ({ who, samples, mos, worst, loss, jitterMs, rtts, rttMs }) => ({
      ...who,
      mos: rounded(mos / samples, 2),
      worst,
      loss: rounded(loss / samples, 4),
      jitterMs: rounded(jitterMs / samples, 1),
      ...(rtts === 0 ? {} : { rttMs: Math.round(rttMs / rtts) }),
      samples,
    }));
    return { type: "audioMeasured", legs };
  }
}
