/** Who hears whom, and what is recorded: derived from the state after every step, so that no path can forget it. */
import type { LegId, RecordedLegs } from "../../../ports/switch.ts";
import type { Draft } from "./draft.ts";
import { sentences } from "./limits.ts";
import { isOurs, type Party } from "./party.ts";
import { farOf, mayHear, partyOf, present } from "./parties.ts";
import { queueOf, type Call, type Heard, type Hearings } from "./types.ts";

const ofFlow = ({ flow }: Call): string | undefined => flow?.transfer?.music;

/** Customers hear what their flow has for them, else the music of the queue they came through. */
function music(call: Call, party: Party): Heard {
  const path = party.id === call.far ? (ofFlow(call) ?? queueOf(call)?.music) : undefined;
  return { kind: "music", ...(path === undefined ? {} : { path }) };
}

/** What a network sends by itself before the ringing made up here. */
function beforeAnswer({ leg, rings, early }: Party): Heard | undefined {
  if (early && leg !== undefined) return { kind: "legs", legs: [leg] };
  return rings ? { kind: "ringback" } : undefined;
}

const awaitsHost = ({ meeting, parties }: Call): boolean =>
  meeting?.waitForHost === true && !parties.some(({ host, up }) => host && up);

function inTalk(call: Call, party: Party): Heard | undefined {
  // What he was sent to lies over silence.
  if (party.heldBy) return call.suspended && party.id === call.far ? undefined : music(call, party);
  if (awaitsHost(call)) return music(call, party);
  // Who asks hears that it rings there.
  const asked = call.consult?.by === party.id ? partyOf(call, call.consult.with) : undefined;
  if (asked && !asked.up) return beforeAnswer(asked) ?? { kind: "ringback" };
  // What a customer types in secret is heard by nobody.
  const others = call.parties.filter(
    (other) => other !== party && other.heldBy !== party.id && other.up && !(call.secure && other.id === call.far),
  );
  const legs = others.flatMap((other) => (present(other) && !other.heldBy && mayHear(party, other) ? [other.leg] : []));
  if (legs.length > 0) return { kind: "legs", legs };
  // The other's browser is gone and may come back.
  return others.some((other) => other.lost && !other.supervises) ? music(call, party) : undefined;
}

function hearingOf(call: Call, party: Party): Heard | undefined {
  const { phase } = call;
  const far = party.id === call.far;
  if (party.door) return undefined;
  switch (phase.kind) {
    case "talking":
      return inTalk(call, party);
    case "dialling":
      return far ? undefined : beforeAnswer(farOf(call));
    case "offering":
      if (!far) return undefined;
      return phase.direct && ofFlow(call) === undefined ? { kind: "ringback" } : music(call, party);
    case "waiting":
      return far ? music(call, party) : undefined;
    case "routing":
      return far && (queueOf(call) || phase.sender) ? music(call, party) : undefined;
    // Silence round what is said, or nothing to hear yet.
    default:
      return undefined;
  }
}

/** Legs of those who wait for somebody that was lost: nobody else is there to talk to, and nobody holds them. */
const waitingLegs = (call: Call): readonly LegId[] =>
  call.phase.kind === "talking" && call.parties.some(({ lost }) => lost)
    ? call.parties.flatMap((party) =>
        present(party) && !party.heldBy && !awaitsHost(call) && hearingOf(call, party)?.kind === "music"
          ? [party.leg]
          : [],
      )
    : [];

/** Whoever has nobody to talk to any more, because of a loss, hears why. */
function comfort(d: Draft, before: Call): void {
  const known = new Set(waitingLegs(before));
  const legs = waitingLegs(d.call).filter((leg) => !known.has(leg));
  const agents = d.call.parties.some((party) => party.lost && !party.supervises && isOurs(party));
  const text = agents ? sentences.agentGone : sentences.callerGone;
  for (const leg of legs) d.do({ do: "comfort", leg, text });
}

export function hearingsOf(call: Call): Hearings {
  const heard: Record<LegId, Heard> = {};
  for (const party of call.parties) {
    const hearing = present(party) ? hearingOf(call, party) : undefined;
    if (party.leg !== undefined && hearing) heard[party.leg] = hearing;
  }
  return heard;
}

/**
 * left: the customer; right: the agent and whoever else talks. Who is muted is on neither, a supervisor on it only while everybody
 * hears him.
 */
export function recordedOf(call: Call): RecordedLegs {
  const far = farOf(call);
  const left = far.leg && far.up && !far.muted ? [far.leg] : [];
  const others = call.phase.kind === "talking" ? call.parties.filter(({ id }) => id !== far.id) : [];
  const right = others.flatMap(({ leg, up, muted, supervises, door }) =>
    leg && up && !muted && !door && (!supervises || supervises.mode === "insert") ? [leg] : [],
  );
  const [l, r] = call.sidesChanged ? [right, left] : [left, right];
  return { ...(l.length > 0 ? { left: l } : {}), ...(r.length > 0 ? { right: r } : {}) };
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The switch is told when somebody is to hear something else. before: the step. */
export function arrange(d: Draft, before: Call): void {
  const hearings = hearingsOf(d.call);
  if (!same(hearings, d.call.hearings)) {
    d.set({ hearings });
    d.do({ do: "arrange" });
  }
  comfort(d, before);
  record(d);
}

/** The first talk, or flow, that is to be recorded begins the recording, the end of the call ends it. */
function record(d: Draft): void {
  const { recorded, recorder, phase } = d.call;
  const speaks =
    phase.kind === "talking" || phase.kind === "inFlow" || (phase.kind === "voicemail" && phase.since !== undefined);
  if (!recorded && (!speaks || recorder.state !== "on")) return;
  const legs = recordedOf(d.call);
  // Nobody is in the meeting yet.
  if (same(legs, recorded) || (!recorded && Object.keys(legs).length === 0)) return;
  d.set({ recorded: legs, ...(recorded ? {} : { recordedAt: d.now }) });
  d.do({ do: recorded ? "recordLegs" : "record", legs });
}
