/** Shared sub-processes that a ZIP of a flow carries: which of them an import makes, for server and page. */
import { array, number, string } from "yup";

/** As planZip tells of one. */
export const carriedFlow = {
  id: string().required(),
  name: string().required(),
  /** Versions that come along; 0: a draft, it was never published. */
  versions: number().required(),
  nodes: number().required(),
  tests: number().required(),
  /** Which of the others its versions call. */
  calls: array().of(string().required()).required(),
  /** The one of this enterprise that is it or is called so; '': there is none. */
  hereId: string().defined(),
  /** It is published and switched on. */
  hereReady: number().oneOf([0, 1]).required(),
  /** What a new one would be called. */
  freeName: string().required(),
  /** The right that the person lacks to make it, in words; '': none. */
  lacks: string().defined(),
};

/** use: the sub-process of this enterprise that is called instead; '': a new one is made. */
export interface ZipChoice {
  readonly id: string;
  readonly use: string;
}

const isChoice = (value: unknown): value is ZipChoice => {
  if (typeof value !== "object" || value === null) return false;
  const { id, use, ...rest } = value as Record<string, unknown>;
  return [id, use].every((each) => typeof each === "string" && each.length <= 64) && Object.keys(rest).length === 0;
};

/** undefined: it is none. */
export function readZipChoices(text: string): readonly ZipChoice[] | undefined {
  if (text === "") return [];
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.every(isChoice) ? value : undefined;
  } catch {
    return undefined;
  }
}

export const zipChoicesField = () =>
  string()
    .label("公共子流程的处理方式")
    .max(20_000)
    .default("")
    .test("choices", "公共子流程的处理方式有误", (text) => readZipChoices(text ?? "") !== undefined);

interface Carried {
  readonly id: string;
  readonly calls: readonly string[];
}

/** Those that the flow comes to: what one calls that is here already is its own affair. The callers first. */
export function reachedIn<T extends Carried>(
  calls: readonly string[],
  carried: readonly T[],
  isMade: (one: T) => boolean,
): readonly T[] {
  const byId = new Map(carried.map((one) => [one.id, one]));
  const reached = new Set<T>();
  const pending = [...calls];
  for (const id of pending) {
    const one = byId.get(id);
    if (!one || reached.has(one)) continue;
    reached.add(one);
    if (isMade(one)) pending.push(...one.calls);
  }
  return [...reached];
}

/** Why these cannot be made, right by right; '': they can. */
export const lackingText = (made: readonly { readonly name: string; readonly lacks: string }[]): string =>
  [...new Set(made.flatMap(({ lacks }) => (lacks === "" ? [] : [lacks])))]
    .map((right) => {
      const names = made.filter(({ lacks }) => lacks === right).map(({ name }) => `“${name}”`);
      return `您没有${right}流程的权限，不能新建公共子流程${names.join("、")}`;
    })
    .join("；");
