/** The log of a call, as a replay reads it. Pure. */
import {
  followed as follow,
  partsOf,
  rerunSteps,
  type Followed,
  type Program,
  type Replay,
  type ReplayFact,
  type StoredPart,
  type TestWorld,
} from "@liantai/api/flows";
import type { ContactEntry, Sequenced } from "../event-log/index.ts";
import { inSlices } from "./slices.ts";
import { flowTools } from "./tools.ts";

interface TimedFact {
  readonly at: number;
  readonly fact: ReplayFact;
}

/** What of it is of flows. */
export const factsOf = (events: readonly Sequenced<ContactEntry>[]): readonly TimedFact[] =>
  events.flatMap(({ at, fact, reason = "" }): readonly TimedFact[] => {
    switch (fact.type) {
      case "flowEntered":
      case "flowInput":
      case "flowStep":
      case "flowLeft":
        return [{ at, fact }];
      case "ended":
        return [{ at, fact: { type: "ended", result: reason } }];
      default:
        return [];
    }
  });

/** The first stay of the call in this flow. */
export const ofFlow = (facts: ReturnType<typeof factsOf>, flowId: string): StoredPart | undefined =>
  partsOf(facts).find(({ began }) => began?.flowId === flowId);

/** under: the version that it is run under; the same as base: that it had. */
export async function runAgain({
  part,
  base,
  under,
  world,
}: {
  readonly part: StoredPart;
  readonly base: Program;
  readonly under: Program;
  readonly world: TestWorld;
}): Promise<{ readonly replay: Replay; readonly followed: Followed }> {
  const followed = follow(base, part, flowTools);
  if (under === base) return { followed, replay: followed };
  return { followed, replay: await inSlices(rerunSteps(under, part, followed, flowTools, world)) };
}
