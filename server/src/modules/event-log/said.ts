/** What was said of who was called and did not answer: by the network's codes, and by the sound of the line before. Pure. */
import type { Release } from "../../ports/switch.ts";
import type { Outcome } from "./results.ts";

export interface Said extends Release {
  /** Code of what its line said. */
  readonly announced?: number;
}

export const saidOf = (said: Said | null): Pick<Outcome, "release" | "announced"> => {
  if (!said) return {};
  const { announced, ...release } = said;
  return announced === undefined ? { release } : { release, announced };
};

/** The network's codes come last, and do not undo what was heard. */
export const saidAfter = (before: Said | null, release: Release): Said =>
  before?.announced === undefined ? release : { ...release, announced: before.announced };
