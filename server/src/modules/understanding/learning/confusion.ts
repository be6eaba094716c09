/**
 * How often a sentence of one branch would take another (docs/protocol.md, I16): each sample is held out of the index with a fifth of the
 * others and matched among the intents of its node. Pure; trainer.ts runs it.
 */
import { buildIndex, type Intent } from "../intents/index-build.ts";
import { matcherOf, type MatchOptions } from "../intents/match.ts";

/** A node that listens. */
export interface Asking extends Required<Pick<MatchOptions, "threshold" | "margin">> {
  readonly nodeId: string;
  readonly nodeName: string;
  readonly intents: readonly string[];
}

export interface Confused {
  readonly nodeId: string;
  readonly nodeName: string;
  readonly text: string;
  readonly intentName: string;
  readonly takenName: string;
}

export interface Confusion {
  readonly tried: number;
  readonly confused: readonly Confused[];
}

const parts = 5;
/** Of all nodes together; of more than these each so manieth is tried. */
export const mostTried = 1_000;

/** One sample alone cannot be held out: it stays, for others to be taken for it. */
const isHeldOut = (at: number, of: number, part: number): boolean => of > 1 && at % parts === part;

export function confusionIn(all: readonly Intent[], nodes: readonly Asking[]): Confusion {
  const placed = nodes.map((node) => ({ node, own: all.filter(({ id }) => node.intents.includes(id)) }));
  const count = placed.flatMap(({ own }) => own).reduce((sum, { samples }) => sum + samples.length, 0);
  const stride = Math.ceil(count / mostTried);
  let [at, tried] = [0, 0];
  const confused: Confused[] = [];
  for (const { node, own } of placed)
    for (let part = 0; part < parts; part++) {
      const rest = own.map((intent) => ({
        ...intent,
        samples: intent.samples.filter((_, n) => !isHeldOut(n, intent.samples.length, part)),
      }));
      const matcher = matcherOf(buildIndex(rest));
      for (const { id, name, samples } of own)
        for (const text of samples.filter((_, n) => isHeldOut(n, samples.length, part))) {
          if (at++ % stride !== 0) continue;
          tried += 1;
          const { intent } = matcher.match(text, undefined, node);
          if (!intent || intent.id === id) continue;
          confused.push({
            nodeId: node.nodeId,
            nodeName: node.nodeName,
            text,
            intentName: name,
            takenName: intent.name,
          });
        }
    }
  return { tried, confused };
}
