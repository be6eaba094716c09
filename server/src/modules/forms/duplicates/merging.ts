/** Two records become one: field by field, in one transaction, and the id of the other leads on to it (rule F74). */
import { AppError, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { recordDuplicateApi, RecordValues } from "@liantai/api/contract/workorder";
import {
  checkRecord,
  codeFieldOf,
  hiddenIn,
  isEmptyValue,
  renderWithout,
  sameValue,
  searchText,
  type CompiledForm,
  type FormValues,
} from "@liantai/api/forms";
import { compOf } from "../../../http/company.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { KeptLink } from "../../../ports/schema/beside-records.ts";
import type { FormsDeps } from "../deps.ts";
import { checkPress } from "../records/buttons.ts";
import { insertEvents } from "../records/event-repository.ts";
import { indexer } from "../records/indexing.ts";
import { deleteNumbers, findByNumbers, insertNumbers } from "../records/number-repository.ts";
import { prepare, type Prepared } from "../records/preparing.ts";
import { titleOf } from "../records/present.ts";
import { hold, readForm, steadily } from "../records/published.ts";
import { valuesRefusal } from "../records/refusals.ts";
import {
  binRecords,
  findRecord,
  findRecords,
  leaveUnique,
  updateRecord,
  type RecordRow,
} from "../records/repository.ts";
import { savedOf } from "../records/saving.ts";
import { scopeOf } from "../records/scope.ts";
import { storeChange, type Held } from "../records/storing.ts";
import { markRecord, unmarkRecord } from "../records/tag-repository.ts";
import { insertMerge, keptLinks, keptRecord, moveChildren, moveLinks } from "./merge-repository.ts";
import { leaveGroups, phonesOf } from "./repository.ts";

type Api = typeof recordDuplicateApi;
type Body = BodyOf<Api["merge"]>;
type Choices = Readonly<Record<string, "mine" | "theirs">>;

/** What a field is afterwards. The number of a record is its own: nobody takes another's without a word. */
function chosenOf(name: string, mine: unknown, choices: Choices): "mine" | "theirs" {
  const choice = choices[name];
  if (choice !== undefined) return choice;
  return isEmptyValue(mine as FormValues[string]) ? "theirs" : "mine";
}

/**
 * Fields that the merging person's role does not see, or that he may not type into, are no choice of his: the survivor's value stays, and
 * where it has none the loser's comes. That is the server's doing and is not held against his role.
 */
function notHis(form: CompiledForm, { otherRender }: Prepared): ReadonlySet<string> {
  const hidden = hiddenIn(otherRender);
  return new Set(
    form.fields.flatMap(({ name, field }) => {
      const enable = Object.hasOwn(otherRender, name) ? otherRender[name]?.enable : undefined;
      return hidden.has(name) || !(enable ?? field.permission !== true) ? [name] : [];
    }),
  );
}

/** Throws AppError 'invalid' naming the field. */
function checkHis(form: CompiledForm, choices: Choices, kept: ReadonlySet<string>): void {
  for (const name of Object.keys(choices))
    if (kept.has(name))
      throw fieldRefusal("choices", "字段取值", `您不能选择“${form.byName.get(name)?.label ?? name}”取哪一条的`);
}

const byServer = (prepared: Prepared, names: ReadonlySet<string>): Prepared => ({
  ...prepared,
  otherRender: {
    ...renderWithout(prepared.otherRender, names),
    ...Object.fromEntries([...names].map((name) => [name, { enable: true }])),
  },
});

/** The values of the survivor that the loser's take the place of. */
function takenValues(form: CompiledForm, survivor: RecordRow, loser: RecordRow, choices: Choices): RecordValues {
  return Object.fromEntries(
    form.fields.flatMap(({ name }) => {
      const [mine, theirs] = [survivor.values[name], loser.values[name]];
      return chosenOf(name, mine, choices) === "mine" || sameValue(mine, theirs) ? [] : [[name, theirs ?? ""]];
    }),
  );
}

/** Checked as a change of the survivor is; what is kept in one of the two stays good, though its option or file is gone. */
function mergedValues(form: CompiledForm, survivor: RecordRow, taken: RecordValues, prepared: Prepared): FormValues {
  const { values, faults } = checkRecord(form, taken as FormValues, {
    ...prepared,
    cascade: () => "leaf",
    stored: survivor.values as FormValues,
  });
  if (faults.length > 0) throw valuesRefusal(faults);
  const gone = Object.entries(survivor.values).filter(([name]) => !form.byName.has(name));
  return { ...Object.fromEntries(gone), ...values } as FormValues;
}

interface Two {
  readonly survivor: RecordRow;
  readonly loser: RecordRow;
}

function checkChoices(form: CompiledForm, choices: Choices): void {
  for (const [name, choice] of Object.entries(choices)) {
    if (!form.byName.has(name)) throw fieldRefusal("choices", "字段取值", `表单没有字段“${name}”`);
    if (choice !== "mine" && choice !== "theirs") throw fieldRefusal("choices", "字段取值", "字段取值有误");
  }
}

/** Both held, in the order of their ids: of two merges at once the second finds what the first left. */
async function heldTwo(
  deps: FormsDeps,
  trx: Trx,
  compId: string,
  body: Body,
  { caller }: RequestContext,
): Promise<Two> {
  const scope = await scopeOf(deps.auth, trx, compId, caller);
  const rows = await findRecords(trx, compId, [body.survivorId, body.loserId], { scope, lock: true });
  const [survivor, loser] = [body.survivorId, body.loserId].map((id) => rows.find((row) => row.id === id));
  if (!survivor || !loser) throw new AppError("notFound", "数据不存在，或已被删除、合并");
  if (survivor.formId !== loser.formId) throw fieldRefusal("loserId", "被合并的数据", "只能合并同一张表单的数据");
  if (survivor.orderId ?? loser.orderId) throw new AppError("refused", "工单不能合并");
  for (const [row, version] of [
    [survivor, body.survivorVersion],
    [loser, body.loserVersion],
  ] as const)
    if (row.version !== version)
      throw new AppError("conflict", `数据已被${row.updatedBy || "他人"}修改，请核对后再合并`, {
        id: row.id,
        version: row.version,
      });
  return { survivor, loser };
}

/** Numbers of the loser come to stand beside the survivor's, or in their place. */
async function mergeNumbers(
  { ports }: FormsDeps,
  trx: Trx,
  { compId }: Held,
  { survivor, loser, of, fields }: Two & { of: "mine" | "theirs" | "both"; fields: readonly string[] },
  theirs: readonly string[],
): Promise<void> {
  if (of === "mine") return;
  const at = new Date(ports.clock.now());
  if (of === "theirs") {
    const { numbers } = await keptRecord(trx, compId, survivor);
    await deleteNumbers(
      trx,
      compId,
      survivor.id,
      numbers.map(({ number }) => number),
    );
  }
  const notes = new Map((await keptRecord(trx, compId, loser)).numbers.map(({ number, note }) => [number, note]));
  await insertNumbers(
    trx,
    compId,
    survivor.id,
    theirs
      .filter((number) => !fields.includes(number))
      .map((number) => ({ id: ports.random.id(), number, note: notes.get(number) ?? "", createdAt: at })),
  );
}

async function mergeTags(trx: Trx, compId: string, { survivor, loser }: Two, of: "mine" | "theirs" | "both") {
  if (of === "mine") return;
  const [mine, theirs] = [await keptRecord(trx, compId, survivor), await keptRecord(trx, compId, loser)];
  if (of === "theirs") await unmarkRecord(trx, compId, survivor.id, mine.tags);
  await markRecord(trx, compId, survivor, theirs.tags);
}

/** The loser is none any more: nothing finds it, its distinct values and numbers are free, its id leads on. */
async function leave(deps: FormsDeps, trx: Trx, { compId, form, row }: Held, { survivor, loser }: Two): Promise<void> {
  await leaveUnique(trx, compId, row.id, indexer(form, row.slots)(loser.values as FormValues).uniques);
  await binRecords(trx, compId, [loser.id], new Date(deps.ports.clock.now()));
  await updateRecord(trx, compId, loser.id, { mergedInto: survivor.id });
  await leaveGroups(trx, compId, row.id, loser.id);
}

const keyOf = ({ kind, contactId }: KeptLink): string => `${kind} ${contactId}`;

async function mergeIn(
  deps: FormsDeps,
  trx: Trx,
  held: Held,
  two: Two,
  { values, phones, tags }: { readonly values: FormValues } & Pick<Body, "phones" | "tags">,
  context: RequestContext,
): Promise<{ readonly mergeId: string; readonly version: number }> {
  const { ports, audit } = deps;
  const { compId, form } = held;
  const { survivor, loser } = two;
  const writer = { name: context.caller.nickName, context };
  const [mergeId, at] = [ports.random.id(), new Date(ports.clock.now())];
  const before = await keptRecord(trx, compId, survivor);
  const [own, links] = [await keptLinks(trx, compId, survivor.id), await keptLinks(trx, compId, loser.id)];
  const theirs = (await phonesOf(trx, compId, [loser.id])).get(loser.id) ?? [];
  await leave(deps, trx, held, two);
  // What the main number was stays beside it, unless theirs alone were asked for.
  const keepNumbers = phones === "theirs" ? undefined : (true as const);
  const version = await storeChange(deps, trx, held, survivor, { values, keepNumbers }, writer);
  const fields = indexer(form, held.row.slots)(values).phones;
  await mergeNumbers(deps, trx, held, { ...two, of: phones, fields }, theirs);
  await findByNumbers(trx, compId, [survivor.id]);
  await mergeTags(trx, compId, two, tags);
  await moveLinks(trx, compId, loser.id, survivor.id);
  // What it has more than before, by whatever way: a new number brings its past calls, too.
  const had = new Set(own.map(keyOf));
  const fresh = (await keptLinks(trx, compId, survivor.id)).filter((link) => !had.has(keyOf(link)));
  const children = await moveChildren(trx, compId, loser.id, survivor.id);
  const after = await keptRecord(
    trx,
    compId,
    (await findRecord(trx, compId, survivor.id, { scope: { kind: "all" } }))!,
  );
  const [survivorTitle, loserTitle] = [titleOf(form, values), titleOf(form, loser.values)];
  const code = codeFieldOf(form);
  await insertMerge(trx, {
    ...{
      compId,
      formId: form.formId,
      id: mergeId,
      survivorId: survivor.id,
      loserId: loser.id,
      at,
      byName: writer.name,
    },
    ...{ survivorTitle, loserTitle, survivorVersion: version, undoneAt: null },
    loserCode: code ? searchText(String(loser.values[code.name] ?? "")) : "",
    kept: JSON.stringify({ before, after, links, fresh, children }),
  });
  const event = { compId, at, byName: writer.name, kind: "merge" as const };
  await insertEvents(trx, [
    { ...event, recordId: survivor.id, id: ports.random.id(), label: "合并来", before: "", after: loserTitle },
    { ...event, recordId: loser.id, id: ports.random.id(), label: "合并到", before: "", after: survivorTitle },
  ]);
  await audit.write(trx, context, {
    ...{ compId, object: "formRecord", action: "merge", id: survivor.id, name: survivorTitle },
    after: { 合并来: loserTitle, 数据编号: loser.id },
  });
  return { mergeId, version };
}

export const merge = (deps: FormsDeps, body: Body, context: RequestContext): Promise<ReplyOf<Api["merge"]>> =>
  steadily(async () => {
    const { caller } = context;
    const compId = compOf(caller, body.compId);
    const choices = (body.choices ?? {}) as Choices;
    if (body.survivorId === body.loserId) throw fieldRefusal("loserId", "被合并的数据", "请选择两条不同的数据");
    const { database } = deps.ports;
    const first = await database.tenant(compId, (trx) => heldTwo(deps, trx, compId, body, context));
    const published = await readForm(deps, compId, first.survivor.formId);
    const { form } = published;
    await checkPress(deps.auth, caller, form.formType, "merge");
    checkChoices(form, choices);
    const asked = await prepare(
      deps,
      compId,
      caller,
      published,
      takenValues(form, first.survivor, first.loser, choices),
    );
    const kept = notHis(form, asked);
    checkHis(form, choices, kept);
    const prepared = byServer(asked, kept);
    return database.tenant(compId, async (trx) => {
      const held = { compId, form: prepared.naming(form), row: await hold(trx, published) };
      const two = await heldTwo(deps, trx, compId, body, context);
      const values = mergedValues(form, two.survivor, prepared.given, prepared);
      const { phones, tags } = body;
      const { mergeId, version } = await mergeIn(deps, trx, held, two, { values, phones, tags }, context);
      return { ...savedOf(form, { id: two.survivor.id, version, values }), mergeId };
    });
  });
