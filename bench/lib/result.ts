/** What a scenario gives back and how it is printed: what stands beside the product, in the same run, comes first. */

/** A figure of ours and the same figure of something plain that was measured in turns with it. */
export interface Compared {
  readonly what: string;
  readonly reference: string;
  readonly unit: string;
  /** Ours over the reference. */
  readonly ratio: number;
  readonly ours: number;
  readonly theirs: number;
}

export interface Measured {
  readonly name: string;
  /** The first is the one a scenario is known by. */
  readonly compared: readonly [Compared, ...Compared[]];
  /** Unit of `values`. */
  readonly unit: string;
  /** Further figures by name, in `unit` unless the name says otherwise. */
  readonly values: Readonly<Record<string, number>>;
  /** The target of goals.md, in words. */
  readonly goal: string;
}

/** The load average of a minute, as the scenario began and as it ended. */
export interface Load {
  readonly before: number;
  readonly after: number;
}

/** What is kept of a run; the figures at the top are those of the first comparison. */
export interface Result extends Measured, Pick<Compared, "ratio" | "reference" | "ours" | "theirs"> {
  readonly load: Load;
}

export interface Scenario {
  run(): Promise<Measured>;
}

/** The q-quantile (0..1) of samples, nearest rank. */
export function quantile(samples: readonly number[], q: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(q * sorted.length) - 1))] ?? Number.NaN;
}

export const median = (samples: readonly number[]): number => quantile(samples, 0.5);

/** One figure over the other; of rounds, their medians. */
export function compare(
  words: Pick<Compared, "what" | "reference" | "unit">,
  ours: number | readonly number[],
  theirs: number | readonly number[],
): Compared {
  const [our, their] = [ours, theirs].map((figures) => (typeof figures === "number" ? figures : median(figures)));
  return { ...words, ratio: our! / their!, ours: our!, theirs: their! };
}

/** Three digits, and never less than the whole part: ratios are as small as 0.03, messages a second as many as 500,000. */
const round = (n: number): number => (Math.abs(n) >= 100 ? Math.round(n) : Number(n.toPrecision(3)));

const roundedAll = (figures: Readonly<Record<string, number>>): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, round(value)]));

const rounded = (one: Compared): Compared => ({
  ...one,
  ratio: round(one.ratio),
  ours: round(one.ours),
  theirs: round(one.theirs),
});

export function resultOf(measured: Measured, load: Load): Result {
  const [first, ...others] = measured.compared;
  const compared: Measured["compared"] = [rounded(first), ...others.map(rounded)];
  const { ratio, reference, ours, theirs } = compared[0];
  const { name, unit, goal } = measured;
  const values = roundedAll(measured.values);
  return { name, ratio, reference, ours, theirs, compared, values, unit, goal, load };
}

/** For people; a program reads the JSON of the same. */
export function lineOf({ name, compared, values, unit, goal, load }: Result): string {
  const ratios = compared.map(
    ({ what, ratio, reference, ours, theirs, unit: of }) =>
      `${ratio} of ${reference} (${what}: ${ours} to ${theirs} ${of})`,
  );
  const others = Object.entries(values).map(([key, value]) => `${key} ${value}`);
  const more = others.length > 0 ? ` ${others.join(", ")}${unit && ` ${unit}`}.` : "";
  return `${ratios.join("; ")}. ${name}:${more} Goal: ${goal}. Load ${load.before.toFixed(1)} to ${load.after.toFixed(1)}.`;
}
