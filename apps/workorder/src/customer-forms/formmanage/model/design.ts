/**
 * A form on the drawing board: what the definition holds, each field with an id of its own, so that its key may change while it is
 * typed. Pure.
 */
import type { FieldExt, FormDefinition, FormExt, FormField, FormRule, FormSection } from "@liantai/api/forms";

export interface Item {
  readonly id: string;
  readonly field: FormField;
}

export interface Design {
  readonly name: string;
  readonly items: readonly Item[];
  readonly sections: readonly FormSection[];
  readonly rules: readonly FormRule[];
}

export interface Content {
  readonly name: string;
  readonly fields: readonly FormField[];
  readonly ext: FormExt | null | undefined;
}

let made = 0;
const newId = (): string => `i${++made}`;

export const designOf = ({ name, fields, ext }: Content): Design => ({
  name,
  items: fields.map((field) => ({ id: newId(), field })),
  sections: ext?.layout?.sections ?? [],
  rules: ext?.rules ?? [],
});

/** What is not there is not given: a form without rules has none, not an empty list. */
export function contentOf({ name, items, sections, rules }: Design): Omit<Content, "ext"> & { readonly ext: FormExt } {
  const ext: FormExt = {
    ...(rules.length > 0 && { rules }),
    ...(sections.length > 0 && { layout: { sections } }),
  };
  return { name, fields: items.map(({ field }) => field), ext };
}

export const definitionOf = (
  design: Design,
  of: Pick<FormDefinition, "formId" | "version" | "formType">,
): FormDefinition => ({ ...of, ...contentOf(design) });

/** Where a field goes: under a heading ('': under none), before another one of it; undefined: last. */
export interface Place {
  readonly section: string;
  readonly before: string | undefined;
}

export interface Group {
  readonly section: FormSection | undefined;
  readonly id: string;
  readonly items: readonly Item[];
}

export function groupsOf({ items, sections }: Pick<Design, "items" | "sections">): readonly Group[] {
  const known = new Set(sections.map(({ id }) => id));
  const home = ({ field }: Item): string => {
    const own = field.ext?.section;
    return own !== undefined && known.has(own) ? own : "";
  };
  return [undefined, ...sections].map((section) => ({
    section,
    id: section?.id ?? "",
    items: items.filter((item) => home(item) === (section?.id ?? "")),
  }));
}

/** Without what is undefined or an empty object: as if it had never been given. */
function tidied<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T;
}

/** `undefined`: not given any more. */
export function withExt(
  field: FormField,
  more: { readonly [K in keyof FieldExt]?: FieldExt[K] | undefined },
): FormField {
  const ext: FieldExt = tidied({ ...field.ext, ...more }) as FieldExt;
  const { ext: _, ...rest } = field;
  return Object.keys(ext).length === 0 ? rest : { ...rest, ext };
}

const inSection = (field: FormField, section: string): FormField =>
  (field.ext?.section ?? "") === section ? field : withExt(field, { section: section === "" ? undefined : section });

function insert(design: Design, item: Item, { section, before }: Place): Design {
  const placed = { ...item, field: inSection(item.field, section) };
  const at = before === undefined ? -1 : design.items.findIndex(({ id }) => id === before);
  const items = at < 0 ? [...design.items, placed] : design.items.toSpliced(at, 0, placed);
  return { ...design, items };
}

export function addField(design: Design, field: FormField, place: Place): readonly [Design, string] {
  const item = { id: newId(), field };
  return [insert(design, item, place), item.id];
}

export function moveField(design: Design, id: string, place: Place): Design {
  const item = design.items.find((one) => one.id === id);
  if (!item || place.before === id) return design;
  return insert({ ...design, items: design.items.filter((one) => one.id !== id) }, item, place);
}

/** One place up or down, over headings too; undefined: it stands at the edge. */
export function stepOf(design: Design, id: string, by: 1 | -1): Place | undefined {
  const groups = groupsOf(design);
  const at = groups.findIndex(({ items }) => items.some((one) => one.id === id));
  const group = groups[at];
  if (!group) return undefined;
  const place = group.items.findIndex((one) => one.id === id);
  if (by === -1) {
    if (place > 0) return { section: group.id, before: group.items[place - 1]!.id };
    const above = groups[at - 1];
    return above && { section: above.id, before: undefined };
  }
  if (place < group.items.length - 1) return { section: group.id, before: group.items[place + 2]?.id };
  const below = groups[at + 1];
  return below && { section: below.id, before: below.items[0]?.id };
}

export const removeField = (design: Design, id: string): Design => ({
  ...design,
  items: design.items.filter((one) => one.id !== id),
});

export const changeField = (design: Design, id: string, change: (field: FormField) => FormField): Design => ({
  ...design,
  items: design.items.map((one) => (one.id === id ? { ...one, field: tidied(change(one.field)) } : one)),
});

/** A key that no field of the form has: field1, field2 ... */
export function freeName(names: Iterable<string>, stem = "field"): string {
  const taken = new Set(names);
  for (let n = 1; ; n++) if (!taken.has(`${stem}${n}`)) return `${stem}${n}`;
}

/** 单行文本, 单行文本2 ... */
export function freeLabel(labels: Iterable<string>, stem: string): string {
  const taken = new Set(labels);
  if (!taken.has(stem)) return stem;
  for (let n = 2; ; n++) if (!taken.has(`${stem}${n}`)) return `${stem}${n}`;
}

export const namesOf = ({ items }: Design): readonly string[] => items.map(({ field }) => field.name);
export const labelsOf = ({ items }: Design): readonly string[] => items.map(({ field }) => field.label);
