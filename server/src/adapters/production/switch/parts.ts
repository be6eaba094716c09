/**
 * The switch on Asterisk in parts, one an enterprise (decision 057): each with a Stasis application, an endpoint, dialogues, a store of
 * legs and an epoch of its own, so that another process takes up one of them and the others notice nothing. What is left as a whole sets
 * the trunks and passes on the calls that come in over them.
 */
import type { LegStore } from "../../../ports/leg-store.ts";
import { gated } from "../../../ports/switch-epoch.ts";
import type { PartsDirectory, SwitchParts, SwitchStats } from "../../../ports/switch.ts";
import type { EmbeddedSwitchFace } from "../../embedded/switch/index.ts";
import { silentLogger } from "../../embedded/switch/options.ts";
import { Ari } from "./ari.ts";
import { surveyedTogether } from "./left-overs.ts";
import { asteriskPart, preparedSources, type AsteriskSwitchOptions } from "./part.ts";

export interface PartedSwitchOptions extends Omit<AsteriskSwitchOptions, "legs" | "directory"> {
  readonly directory: PartsDirectory;
  /** By enterprise; '': of the whole. */
  readonly legs: (part: string) => LegStore;
  /** Asks the process that has the whole. */
  readonly refusal: (callId: string) => Promise<number | undefined>;
}

/** A switch whose parts take the sockets of their enterprises' devices. */
export interface PartedSwitchFace extends EmbeddedSwitchFace {
  readonly parts: Omit<SwitchParts, "of"> & {
    of(compId: string): EmbeddedSwitchFace;
    /** Told of every part that is asked for, those before included. */
    each(told: (compId: string, part: EmbeddedSwitchFace) => void): void;
    enterpriseOf(user: string): Promise<string | undefined>;
  };
}

export function createPartedSwitch({ directory, legs, refusal, ...options }: PartedSwitchOptions): PartedSwitchFace {
  const { access, logger = silentLogger } = options;
  const sources = preparedSources();
  // Its questions are nobody's in particular: no epoch stands before them.
  const survey = surveyedTogether(
    new Ari(access, logger, { event: () => undefined, up: () => undefined, ready: () => undefined }),
  );
  // Devices are of an enterprise.
  const nobody = { credentials: async () => [] };
  const whole = asteriskPart({ ...options, directory: nobody, legs: legs("") }, undefined, { sources, survey });
  const parts = new Map<string, EmbeddedSwitchFace>();
  const told: ((compId: string, part: EmbeddedSwitchFace) => void)[] = [];

  function make(compId: string): EmbeddedSwitchFace {
    const own = {
      credentials: async (user: string) =>
        (await directory.enterpriseOf(user)) === compId ? directory.credentials(user) : [],
    };
    const { face } = asteriskPart({ ...options, directory: own, legs: legs(compId) }, compId, {
      sources,
      survey,
      refusal,
    });
    parts.set(compId, face);
    for (const tell of told) tell(compId, face);
    return face;
  }

  const all = (): EmbeddedSwitchFace[] => [whole.face, ...parts.values()];
  const { face } = whole;
  return {
    ...gated(face, (run) => run()),
    get serving() {
      return face.serving;
    },
    acceptSocket: (...socket) => face.acceptSocket(...socket),
    joinSocket: (...socket) => face.joinSocket(...socket),
    parts: {
      of: (compId) => parts.get(compId) ?? make(compId),
      each(tell) {
        told.push(tell);
        for (const [compId, part] of parts) tell(compId, part);
      },
      enterpriseOf: (user) => directory.enterpriseOf(user),
      admit(whose) {
        whole.media.lines.admit = async (call) => {
          const who = await whose(call);
          return typeof who === "string" ? who : { part: who.compId };
        };
        return () => {
          whole.media.lines.admit = undefined;
        };
      },
      refusal: (callId) => whole.media.lines.copies.q850(callId),
    },
    async stop() {
      await Promise.all(all().map((each) => each.stop()));
    },
    expectCalls: () => all().forEach((each) => each.expectCalls()),
    available: () => all().every((each) => each.available()),
    stats: () =>
      all()
        .map((each) => each.stats())
        .reduce(sum),
    mediaCpuMs: () => [],
  };
}

const sum = (a: SwitchStats, b: SwitchStats): SwitchStats => ({
  legs: a.legs + b.legs,
  registered: a.registered + b.registered,
  workers: Math.max(a.workers, b.workers),
  frameLatenessP99Ms: Math.max(a.frameLatenessP99Ms, b.frameLatenessP99Ms),
});
