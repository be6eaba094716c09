/** What a scenario gives back and how it is printed. */
export interface Result {
  readonly name: string;
  readonly unit: string;
  /** Figures by name, in `unit` unless the name says otherwise. */
  readonly values: Readonly<Record<string, number>>;
  /** The target of goals.md, in words. */
  readonly goal: string;
}

export interface Scenario {
  run(): Promise<Result>;
}

/** The q-quantile (0..1) of samples, nearest rank. */
export function quantile(samples: readonly number[], q: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(q * sorted.length) - 1))] ?? Number.NaN;
}

const round = (n: number) => Math.round(n * 100) / 100;

/** One line for people, one for programs. */
export function report(result: Result): Result {
  const values = Object.fromEntries(Object.entries(result.values).map(([k, v]) => [k, round(v)]));
  const label = Object.entries(values)
    .map(([k, v]) => `${k} ${v}`)
    .join(", ");
  console.log(`${result.name}: ${label} ${result.unit} (goal: ${result.goal})`);
  console.log(JSON.stringify({ ...result, values }));
  return { ...result, values };
}
