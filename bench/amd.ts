/**
 * Answering machine detection (issue 11, E14): people taken for machines, machines found, and when it is decided, on two hundred sounds of
 * voices and wordings that no threshold was found with, and on the two hundred that they were found with; and its processor time a second
 * of sound. Beside it, on the same sounds in turns, Asterisk's AMD with its published parameters and nothing else.
 */
import { createAnswerDetector } from "@liantai/server/answering";
import { answeredSounds, businessSounds, type AnsweredSound } from "@liantai/server/testing/answered-sounds";
import { plainAmd } from "./lib/plain-amd.ts";
import { compare, quantile, type Measured } from "./lib/result.ts";

const rounds = 5;

interface Decided {
  readonly class: string;
  readonly ms: number;
}

function ours({ samples }: AnsweredSound): Decided {
  const detector = createAnswerDetector();
  for (let at = 0; at + 160 <= samples.length; at += 160) {
    const verdict = detector.hear(samples.subarray(at, at + 160));
    if (verdict) return verdict;
  }
  return detector.end();
}
const theirs = ({ samples }: AnsweredSound): Decided => plainAmd(samples);

const people = ({ kind }: AnsweredSound): boolean => kind === "short" || kind === "long" || kind === "business";

function figures(sounds: readonly AnsweredSound[], decide: (sound: AnsweredSound) => Decided) {
  const all = sounds.map((sound) => ({ sound, ...decide(sound) }));
  const machines = (of: (sound: AnsweredSound) => boolean): number => {
    const some = all.filter(({ sound }) => of(sound));
    return (100 * some.filter((one) => one.class === "machine").length) / some.length;
  };
  return {
    falseMachines: machines(people),
    found: machines(({ kind }) => kind === "machine"),
    announcements: machines(({ kind }) => kind === "announcement"),
    p95: quantile(
      all.map(({ ms }) => ms),
      0.95,
    ),
  };
}

/** Processor time a second of the sound that was listened to, ms. */
function cost(sounds: readonly AnsweredSound[], decide: (sound: AnsweredSound) => Decided): number {
  const from = process.cpuUsage();
  const listened = sounds.reduce((sum, sound) => sum + decide(sound).ms, 0);
  const { user, system } = process.cpuUsage(from);
  return (user + system) / listened;
}

export async function run(): Promise<Measured> {
  const sounds = await answeredSounds("heldOut");
  const business = await businessSounds("heldOut");
  const [own, plain] = [figures(sounds, ours), figures(sounds, theirs)];
  const found = figures(await answeredSounds("development"), ours);
  const [ourCosts, theirCosts]: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round += 1) {
    const costs = [cost(sounds, ours), cost(sounds, theirs)] as const;
    // The first one warms up.
    if (round === 0) continue;
    ourCosts.push(costs[0]);
    theirCosts.push(costs[1]);
  }
  const reference = "Asterisk's AMD with its published parameters";
  return {
    name: "amd",
    compared: [
      compare(
        { what: "people taken for machines", reference, unit: "per cent" },
        own.falseMachines,
        plain.falseMachines,
      ),
      compare({ what: "machines found", reference, unit: "per cent" }, own.found, plain.found),
      compare({ what: "decided, p95", reference, unit: "ms" }, own.p95, plain.p95),
      compare({ what: "processor time a second of sound", reference, unit: "ms" }, ourCosts, theirCosts),
    ],
    unit: "per cent",
    goal: "people taken for machines at most 2 %, machines found at least 85 %, p95 under 3,000 ms",
    values: {
      announcements: own.announcements,
      "people who speak as recordings do, taken for machines": figures(business, ours).falseMachines,
      "development: people taken for machines": found.falseMachines,
      "development: machines found": found.found,
      "development: p95 ms": found.p95,
    },
  };
}
