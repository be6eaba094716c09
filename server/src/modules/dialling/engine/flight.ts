/** A call of a task while it lives: what its facts say of the attempt. Pure. */
import type { EndCause } from "@liantai/api/contract";
import type { Answerer, NumberState, Witness } from "@liantai/api/contract/admin";
import type { Release } from "../../../ports/switch.ts";
import { resultOf, type Announced, type CallFact } from "../../event-log/index.ts";

/** A person who has no agent within this was abandoned (inventory dialling.md B8). */
export const patienceMs = 2_000;

/** Epoch ms. */
export interface Flight {
  readonly attemptId: string;
  readonly phoneId: string;
  readonly callId: string;
  readonly displayed: string;
  readonly dialledAt: number;
  readonly state: Extract<NumberState, "dialling" | "ringing" | "answered" | "connected">;
  readonly ringAt?: number;
  readonly answeredAt?: number;
  /** When it was known that a person answered and the task's own greeting was over; the patience runs from here. */
  readonly personAt?: number;
  readonly queued?: boolean;
  readonly connectedAt?: number;
  readonly agentId: string;
  /** Whose telephone rings for him, or rang last. */
  readonly offered?: string;
  readonly answerer: Answerer | "";
  readonly abandoned: boolean;
  readonly release?: Release;
  /** What the line said before its end. */
  readonly announced?: Announced;
  readonly inCall?: boolean;
  /** What he heard because nobody was there for him. */
  readonly wording?: string;
}

export const began = (
  of: Pick<Flight, "attemptId" | "phoneId" | "callId" | "displayed">,
  dialledAt: number,
): Flight => ({ ...of, dialledAt, state: "dialling", agentId: "", answerer: "", abandoned: false });

/** In a queue and with a flow alike: whoever has the customer now. */
function connected(flight: Flight, at: number, agentId: string): Flight {
  // From a flow he may come to somebody.
  if (flight.connectedAt !== undefined) return flight.agentId === "" ? { ...flight, agentId } : flight;
  const late = flight.personAt !== undefined && at - flight.personAt > patienceMs;
  return { ...flight, state: "connected", connectedAt: at, agentId, abandoned: flight.abandoned || late };
}

/** detects: a person is one only when it was found out. wording: what he hears who is abandoned. */
export function after(
  flight: Flight,
  fact: CallFact,
  at: number,
  { detects, wording = "" }: { readonly detects: boolean; readonly wording?: string },
): Flight {
  switch (fact.type) {
    case "farRinging":
      return flight.ringAt === undefined ? { ...flight, state: "ringing", ringAt: at } : flight;
    case "pickedUp":
      return {
        ...flight,
        state: "answered",
        answeredAt: at,
        ...(detects ? {} : { personAt: at, answerer: "person" as const }),
      };
    case "answeredBy": {
      const person = fact.answerer !== "machine" && fact.answerer !== "fax";
      return { ...flight, answerer: fact.answerer, ...(person ? { personAt: at } : {}) };
    }
    case "queued":
      // Later ones, after an agent who did not answer, do not give him more patience.
      return flight.queued || flight.personAt === undefined ? flight : { ...flight, queued: true, personAt: at };
    case "offered":
      return { ...flight, offered: fact.agentId };
    case "answered":
      return connected(flight, at, fact.agentId ?? "");
    case "flowEntered":
      return connected(flight, at, "");
    case "abandoned":
      return { ...flight, abandoned: true, ...(wording === "" ? {} : { wording }) };
    case "lineAnnounced": {
      const { type: _, ...announced } = fact;
      return { ...flight, announced };
    }
    case "notReached": {
      const { type: _, to: __, agentId: ___, cause: ____, ...release } = fact;
      return { ...flight, release };
    }
    case "ended":
      return fact.inCall ? { ...flight, inCall: true } : flight;
    default:
      return flight;
  }
}

const witnesses: Readonly<Record<Announced["by"], Witness>> = { sample: "sample", words: "words", tone: "signal" };

/** Sound says more than a code, and either more than our own cause (C7). */
function told({ release, announced, answeredAt, inCall }: Flight, cause: EndCause) {
  const code = resultOf({
    cause,
    answered: answeredAt !== undefined,
    ...(release ? { release } : {}),
    ...(announced ? { announced: announced.result } : {}),
    ...(inCall ? { inCall } : {}),
  });
  const by = (witness: Witness) => ({ code, witness });
  if (answeredAt !== undefined || cause === "cancelled") return by("engine");
  if (announced) return by(witnesses[announced.by]);
  if (!release) return by("engine");
  if (release.earlyMedia !== undefined && release.earlyMedia !== "unknown") return by("sample");
  return by(release.sipCode === undefined && release.q850 === undefined ? "engine" : "signal");
}

/** As the attempt is closed. endedBy: it hung up before anybody had him, so that he counts as abandoned. */
export function closing(
  flight: Flight,
  cause: EndCause,
  endedAt: number,
  { waitsForAgents }: { readonly waitsForAgents: boolean },
) {
  const { attemptId, ringAt = null, answeredAt = null, connectedAt = null, agentId, answerer } = flight;
  const waited = flight.personAt === undefined ? 0 : endedAt - flight.personAt;
  const gaveUp = waitsForAgents && connectedAt === null && flight.personAt !== undefined && waited > patienceMs;
  return {
    attemptId,
    ...told(flight, cause),
    cause,
    ringAt,
    answeredAt,
    connectedAt,
    endedAt,
    agentId,
    answerer,
    abandoned: flight.abandoned || gaveUp,
    ...(flight.wording === undefined ? {} : { wording: flight.wording }),
  };
}
