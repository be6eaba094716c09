/** Kinds, actions and fields of the operation log in the words of the contracts and of their areas' manifests. */
import { allButtons, allEndpoints, logWords } from "@liantai/api/contract/all";
import type { ObjectSchema } from "yup";

export const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Endpoint names begin with the resource: labels of its own forms win over those of others. */
function collect(): { readonly own: ReadonlyMap<string, string>; readonly any: ReadonlyMap<string, string> } {
  const own = new Map<string, string>();
  const any = new Map<string, string>(Object.entries(logWords.fields));
  for (const { name, body } of allEndpoints) {
    if (!body) continue;
    const resource = /^(.+?)(?:Add|Update|Save|Set)(?:[A-Z].*)?$/.exec(name)?.[1];
    for (const [field, schema] of Object.entries((body as ObjectSchema<object>).fields ?? {})) {
      const label = (schema as { spec?: { label?: string } }).spec?.label;
      if (!label) continue;
      if (resource) own.set(`${resource}.${field}`, label);
      if (!any.has(field)) any.set(field, label);
    }
  }
  return { own, any };
}

let labels: ReturnType<typeof collect> | undefined;

/** As people read it; the field's own name where no contract has a word for it. */
export function fieldLabel(object: string, field: string): string {
  // At first need: the contract is large, and most processes never show a log.
  labels ??= collect();
  const name = camel(field);
  return logWords.fields[`${object}.${name}`] ?? labels.own.get(`${object}.${name}`) ?? labels.any.get(name) ?? field;
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
