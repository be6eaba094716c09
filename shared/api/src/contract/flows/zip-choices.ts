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

/** use: the thing of this enterprise in its place; '': it is left open. */
export interface ZipReference extends ZipChoice {
  readonly kind: string;
}

/** An object of these texts alone. */
const hasTexts = (value: unknown, names: readonly string[]): boolean => {
  if (typeof value !== "object" || value === null) return false;
  const entries = Object.entries(value);
  const isText = ([name, each]: [string, unknown]): boolean =>
    names.includes(name) && typeof each === "string" && each.length <= 64;
  return entries.length === names.length && entries.every(isText);
};
const isChoice = (value: unknown): value is ZipChoice => hasTexts(value, ["id", "use"]);
const isReference = (value: unknown): value is ZipReference => hasTexts(value, ["kind", "id", "use"]);

function listIn<T>(text: string, is: (value: unknown) => value is T): readonly T[] | undefined {
  if (text === "") return [];
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.every(is) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** undefined: it is none. */
export const readZipChoices = (text: string): readonly ZipChoice[] | undefined => listIn(text, isChoice);
export const readZipReferences = (text: string): readonly ZipReference[] | undefined => listIn(text, isReference);

export const zipChoicesField = () =>
  string()
    .label("公共子流程的处理方式")
    .max(20_000)
    .default("")
    .test("choices", "公共子流程的处理方式有误", (text) => readZipChoices(text ?? "") !== undefined);

export const zipReferencesField = () =>
  string()
    .label("缺少的对象的选用")
    .max(200_000)
    .default("")
    .test("references", "缺少的对象的选用有误", (text) => readZipReferences(text ?? "") !== undefined);

/** As planZip tells of what the ZIP names and this enterprise has no equal of. */
export const openReference = {
  /** ReferenceKind. */
  kind: string().required(),
  kindName: string().required(),
  id: string().required(),
  /** As it is called where it comes from; '': it was gone there already. */
  name: string().defined(),
  /** Nodes that name it, five at most. */
  nodes: array().of(string().required()).required(),
  /** Who names it: '' the flow, else sub-processes of the ZIP by id. */
  by: array().of(string().defined()).required(),
};

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
