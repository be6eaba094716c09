/** Kinds, actions and fields of the operation log in the words of the contracts and of their areas' manifests. */
import { allButtons, allEndpoints, logWords } from "@liantai/api/contract/all";
import type { AnySchema } from "yup";

export const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

type Described = AnySchema & { readonly fields?: Readonly<Record<string, AnySchema>>; readonly innerType?: AnySchema };

/** Fields of a form and then those within them: rows of a list, parts of a part. */
export function* fieldsWithin(schema: AnySchema): Generator<readonly [field: string, schema: AnySchema]> {
  const { fields = {}, innerType } = schema as Described;
  yield* Object.entries(fields);
  for (const inner of Object.values(fields)) yield* fieldsWithin(inner);
  if (innerType) yield* fieldsWithin(innerType);
}

/** Of endpoints that write. Their names begin with the resource. */
export const resourceOf = (endpoint: string): string | undefined =>
  /^(.+?)(?:Add|Update|Save|Set|Start)(?:[A-Z].*)?$/.exec(endpoint)?.[1];

/** By resource and field: of a form itself (`own`), and of what stands within it; by field alone: of any form. */
interface FormLabels {
  readonly own: ReadonlyMap<string, string>;
  readonly within: ReadonlyMap<string, string>;
  readonly any: ReadonlyMap<string, string>;
}

function collect(): FormLabels {
  const own = new Map<string, string>();
  const within = new Map<string, string>();
  const any = new Map<string, string>();
  for (const { name, body } of allEndpoints) {
    if (!body) continue;
    const resource = resourceOf(name);
    const outer = new Set(Object.values((body as Described).fields ?? {}));
    for (const [field, schema] of fieldsWithin(body as AnySchema)) {
      const { label } = schema.spec as { label?: string };
      if (!label) continue;
      const found = outer.has(schema) ? own : within;
      if (resource && (outer.has(schema) || !within.has(`${resource}.${field}`)))
        found.set(`${resource}.${field}`, label);
      if (outer.has(schema) && !any.has(field)) any.set(field, label);
    }
  }
  return { own, within, any };
}

let labels: FormLabels | undefined;

/** As people read it; the field's own name where no contract has a word for it. */
export function fieldLabel(object: string, field: string): string {
  // At first need: the contract is large, and most processes never show a log.
  labels ??= collect();
  const name = camel(field);
  const whole = `${object}.${name}`;
  const { fields } = logWords;
  return (
    fields[whole] ?? labels.own.get(whole) ?? fields[name] ?? labels.within.get(whole) ?? labels.any.get(name) ?? field
  );
}

const buttonNames = new Map(
  Object.values(allButtons)
    .flat()
    .map(({ code, name }) => [code.slice(code.indexOf(".") + 1), name]),
);

export const objectText = (object: string): string => logWords.objects[object] ?? object;
export const actionText = (action: string): string => logWords.actions[action] ?? buttonNames.get(action) ?? action;

/** What reads the same: 坐席 is both a seat and an agent. */
const alike = (labels: Readonly<Record<string, string>>, key: string): readonly string[] => [
  key,
  ...Object.keys(labels).filter(
    (other) => other !== key && labels[other] !== undefined && labels[other] === labels[key],
  ),
];
export const objectsLike = (object: string): readonly string[] => alike(logWords.objects, object);
export const actionsLike = (action: string): readonly string[] => alike(logWords.actions, action);
