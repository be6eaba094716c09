/** Two hundred sounds of lines that were answered, made by the project: the same for the same seed. */
import type { AnswerClass } from "../verdict.ts";
import { createDice, type Dice } from "./dice.ts";
import { joined, overLine, pauseOf, toneOf, type NoiseKind } from "./line.ts";
import { phrasesIn, wordingsOf, type SoundSet, type Wordings } from "./phrases.ts";
import { phrasesOf, type Phrases } from "./speakers.ts";

export type SoundKind = "short" | "long" | "business" | "machine" | "announcement" | "fax" | "silence" | "tone";

export interface AnsweredSound {
  readonly name: string;
  readonly kind: SoundKind;
  readonly class: AnswerClass;
  /** 8,000 Hz, whole frames of 20 ms. */
  readonly samples: Int16Array;
}

/** 200 in all, and none of the people who cannot be told. */
const counts = {
  short: 50,
  long: 40,
  machine: 50,
  announcement: 20,
  fax: 16,
  silence: 16,
  tone: 8,
} as const;
const classes: Readonly<Record<SoundKind, AnswerClass>> = {
  short: "person",
  long: "person",
  business: "person",
  // A recording is no person, whoever made it.
  machine: "machine",
  announcement: "machine",
  fax: "fax",
  silence: "silence",
  tone: "silence",
};

interface Spoken {
  readonly wording: string;
  readonly by: Phrases;
  /** Between phrases, ms. */
  readonly pauses: readonly [number, number];
}

const spoken = ({ wording, by, pauses }: Spoken, dice: Dice): Int16Array =>
  joined(
    wording.split("/").flatMap((phrase, n) => {
      const sound = by.get(phrase)!;
      return n === 0 ? [sound] : [pauseOf(dice.between(...pauses)), sound];
    }),
  );

/** People speak after a moment, and then wait. */
const person = (wording: string, by: Phrases, dice: Dice): Int16Array =>
  joined([
    // Somebody lifts a receiver in one of three.
    ...(dice.between(0, 3) < 1 ? [pauseOf(60), toneOf(dice.between(200, 3_000), 8, 3_000)] : []),
    pauseOf(dice.between(150, 1_100)),
    spoken({ wording, by, pauses: [180, 520] }, dice),
    pauseOf(5_000),
  ]);

const machine = (wording: string, by: Phrases, dice: Dice): Int16Array =>
  joined([
    pauseOf(dice.between(100, 700)),
    spoken({ wording, by, pauses: [120, 420] }, dice),
    pauseOf(dice.between(200, 900)),
    toneOf(dice.pick([425, 800, 1_000, 1_400, 1_750]), dice.between(180, 700), 8_000),
    pauseOf(4_000),
  ]);

const announcement = (wording: string, by: Phrases, dice: Dice): Int16Array => {
  const once = spoken({ wording, by, pauses: [150, 400] }, dice);
  return joined([pauseOf(dice.between(50, 500)), once, pauseOf(700), once, pauseOf(700), once]);
};

const fax = (dice: Dice): Int16Array => {
  const off = dice.between(-12, 12);
  if (dice.between(0, 2) < 1)
    return joined([pauseOf(dice.between(300, 2_200)), toneOf(2_100 + off, 2_800), pauseOf(1_500)]);
  const cng = [toneOf(1_100 + off, 500), pauseOf(3_000)];
  return joined([pauseOf(dice.between(100, 2_000)), ...cng, ...cng]);
};

const cadences: readonly (readonly [number, number])[] = [
  [350, 350],
  [700, 700],
  [1_000, 4_000],
];
const tone = (dice: Dice): Int16Array => {
  const [on, off] = dice.pick(cadences);
  const beat = [toneOf(450, on), pauseOf(off)];
  return joined([
    pauseOf(dice.between(0, 400)),
    ...Array.from({ length: Math.ceil(6_000 / (on + off)) }, () => beat).flat(),
  ]);
};

/** Levels and noises of lines; people telephone from anywhere, machines and networks do not. */
function lineOf(kind: SoundKind, dice: Dice) {
  const people = kind === "short" || kind === "long" || kind === "business" || kind === "silence";
  return {
    db: dice.between(-32, -14),
    snr: people ? dice.between(14, 40) : dice.between(22, 45),
    noise: dice.pick<NoiseKind>(people ? ["hiss", "car", "street", "hum"] : ["hiss", "hiss", "hum"]),
  };
}

function soundOf(
  kind: SoundKind,
  at: number,
  wordings: Wordings,
  voices: readonly Phrases[],
  dice: Dice,
): AnsweredSound {
  const by = dice.pick(voices);
  const from = { short: wordings.short, long: wordings.long, business: wordings.business, machine: wordings.machines }[
    kind as string
  ];
  const all = from ?? wordings.announcements;
  const wording = all[at % all.length]!;
  const made: Readonly<Record<SoundKind, () => Int16Array>> = {
    short: () => person(wording, by, dice),
    long: () => person(wording, by, dice),
    business: () => person(wording, by, dice),
    machine: () => machine(wording, by, dice),
    announcement: () => announcement(wording, by, dice),
    fax: () => fax(dice),
    silence: () => pauseOf(6_000),
    tone: () => tone(dice),
  };
  const clean = made[kind]();
  const name = `${kind} ${at}${from || kind === "announcement" ? ` ${wording}` : ""}`;
  return { name, kind, class: classes[kind], samples: overLine(clean, lineOf(kind, dice), dice) };
}

async function make(
  set: SoundSet,
  seed: number,
  many: readonly (readonly [SoundKind, number])[],
): Promise<readonly AnsweredSound[]> {
  const wordings = wordingsOf(set);
  const voices = await phrasesOf(phrasesIn(wordings), wordings.voices);
  const dice = createDice(seed);
  return many.flatMap(([kind, count]) =>
    Array.from({ length: count }, (_, at) => soundOf(kind, at, wordings, voices, dice)),
  );
}

const usualSeed = { development: 91, heldOut: 2_026 } as const;

/** The first call of a machine takes seconds; later ones read what was kept. */
export const answeredSounds = (set: SoundSet, seed: number = usualSeed[set]): Promise<readonly AnsweredSound[]> =>
  make(set, seed, Object.entries(counts) as [keyof typeof counts, number][]);

/** Long greetings of people without 喂. */
export const businessSounds = (set: SoundSet, seed: number = usualSeed[set]): Promise<readonly AnsweredSound[]> =>
  make(set, seed, [["business", 40]]);
