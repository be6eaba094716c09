/** What checks ask outside the record: options of dictionaries, places in the cascading options, files. Asked before the transaction. */
import { fileTexts } from "@liantai/api/contract/file-rules";
import type { RecordValues } from "@liantai/api/contract/workorder";
import {
  isRecord,
  type CascadePlace,
  type CompiledField,
  type CompiledForm,
  type FormContext,
  type OtherRender,
} from "@liantai/api/forms";
import type { Caller } from "../../../http/routes.ts";
import { cascadePlaces, type CascadeNode, type Dictionary } from "../../settings/index.ts";
import { codesOf, dictionariesBy, namingBy, optionsOf, type Naming } from "../definitions/other-options.ts";
import type { RecordDeps } from "../deps.ts";
import { callFacts } from "./popup-repository.ts";
import { referencesIn, strangeAmong, type Reference } from "./references.ts";
import { roleRender } from "../role-fields.ts";
import type { Published } from "./published.ts";
import { valuesRefusal } from "./refusals.ts";

export type Prepared = Pick<FormContext, "now" | "me" | "callNumber" | "variables" | "options"> & {
  /** What the writer's role says of the fields. */
  readonly otherRender: OtherRender;
  readonly cascade: NonNullable<FormContext["cascade"]>;
  /** Of the values: ids of files that are not the asker's own, by field. */
  readonly strangeFiles: ReadonlyMap<string, readonly string[]>;
  /** Of the values: what looks up something that is not there, or no such thing as its field asks for. */
  readonly strangeLookups: readonly Reference[];
  /** The values, with the names that cascading options have now. */
  readonly given: RecordValues;
  /** For what is told of the values: the names of dictionaries as they are now. */
  readonly naming: Naming;
};

/** Who writes it: a person, or a trigger. */
export type Preparer = Pick<Caller, "userId" | "nickName" | "agentId" | "groupId" | "roleId">;

const own = (values: RecordValues, name: string): unknown => (Object.hasOwn(values, name) ? values[name] : undefined);
const idsOf = (value: unknown): readonly string[] =>
  isRecord(value) && Array.isArray(value.ids) ? value.ids.filter((id) => typeof id === "string").slice(0, 10) : [];
const uploadsOf = (value: unknown): readonly string[] =>
  Array.isArray(value)
    ? value.flatMap((one: unknown) => (isRecord(one) && typeof one.name === "string" ? [one.name] : [])).slice(0, 20)
    : [];

function offeredBy(dictionaries: ReadonlyMap<string, Dictionary>, form: CompiledForm) {
  const found = new Map(
    form.fields.flatMap(({ name, field }) => {
      const source = field.ext?.options;
      const offered = source?.from === "dictionary" ? dictionaries.get(source.code)?.offered : undefined;
      return offered ? [[name, optionsOf(offered)] as const] : [];
    }),
  );
  return (field: string) => found.get(field);
}

/** Down from the top that the field names, each below the one before. */
function placeOf(field: CompiledField, ids: readonly string[], nodes: ReadonlyMap<string, CascadeNode>): CascadePlace {
  const source = field.field.ext?.options;
  let parent: string = source?.from === "cascade" ? source.id : "";
  for (const id of ids) {
    const node = nodes.get(id);
    if (node?.parentId !== parent) return "unknown";
    parent = id;
  }
  return nodes.get(ids.at(-1) ?? "")?.leaf ? "leaf" : "branch";
}

/** The names as they are now: whoever sends others has old ones, or made them up. */
function named(value: unknown, nodes: ReadonlyMap<string, CascadeNode>): unknown {
  const ids = idsOf(value);
  const labels = ids.map((id) => nodes.get(id)?.name);
  return ids.length > 0 && labels.every((label) => label !== undefined) ? { ids, labels } : value;
}

const isCascade = ({ type }: CompiledField): boolean => type === "cascading select";

async function strangeFilesOf(
  { files }: RecordDeps,
  compId: string,
  caller: Preparer,
  form: CompiledForm,
  given: RecordValues,
) {
  const strange = new Map<string, readonly string[]>();
  for (const field of form.fields) {
    if (field.type !== "uploads") continue;
    const others: string[] = [];
    for (const id of uploadsOf(own(given, field.name))) {
      const row = await files.store.find(compId, id);
      if (row?.ownerId !== caller.userId) others.push(id);
      else if (Number(row.bytes) > field.maxBytes)
        throw valuesRefusal([{ path: field.name, label: field.label, message: fileTexts.tooLarge(field.maxBytes) }]);
    }
    if (others.length > 0) strange.set(field.name, others);
  }
  return strange;
}

async function strangeLookupsOf({ ports }: RecordDeps, compId: string, form: CompiledForm, given: RecordValues) {
  const references = referencesIn(form, given);
  if (references.length === 0) return references;
  return ports.database.tenant(compId, (trx) => strangeAmong(trx, compId, references));
}

export async function prepare(
  deps: RecordDeps,
  compId: string,
  caller: Preparer,
  { row, form }: Published,
  given: RecordValues,
  /** In which it is written, or was made. */
  callId?: string | null,
): Promise<Prepared> {
  const { ports } = deps;
  const ids = form.fields.filter(isCascade).flatMap(({ name }) => idsOf(own(given, name)));
  const nodes = ids.length > 0 ? await cascadePlaces(ports.database, compId, ids) : new Map<string, CascadeNode>();
  const dictionaries = await dictionariesBy(ports.database, compId, codesOf(form));
  return {
    ...(callId && (await ports.database.tenant(compId, (trx) => callFacts(trx, compId, callId)))),
    otherRender: roleRender(row, caller),
    now: ports.clock.now(),
    me: { name: caller.nickName, seat: caller.agentId ?? "", group: caller.groupId ?? "" },
    options: offeredBy(dictionaries, form),
    naming: namingBy(dictionaries),
    cascade: (name, path) => {
      const field = form.byName.get(name);
      return field ? placeOf(field, path, nodes) : "unknown";
    },
    strangeLookups: await strangeLookupsOf(deps, compId, form, given),
    strangeFiles: await strangeFilesOf(deps, compId, caller, form, given),
    given: Object.fromEntries(
      Object.entries(given).map(([name, value]) => {
        const field = form.byName.get(name);
        return [name, field && isCascade(field) ? named(value, nodes) : value];
      }),
    ),
  };
}

/** Files of others, and what is not there any more, are only good where the record has them already. Throws AppError 'invalid'. */
export function checkReferences(
  { strangeFiles, strangeLookups }: Prepared,
  form: CompiledForm,
  stored: RecordValues,
): void {
  const kept = strangeLookups.length > 0 ? referencesIn(form, stored) : [];
  const gone = strangeLookups.filter(({ place, id }) => !kept.some((one) => one.place === place && one.id === id));
  if (gone.length > 0)
    throw valuesRefusal(gone.map(({ path, label }) => ({ path, label, message: "关联的数据不存在或已被删除" })));
  for (const [name, ids] of strangeFiles) {
    const there = uploadsOf(own(stored, name));
    if (ids.some((id) => !there.includes(id))) {
      const { label } = form.byName.get(name) ?? { label: name };
      throw valuesRefusal([{ path: name, label, message: "文件不存在或不是您上传的" }]);
    }
  }
}
