/** What triggers and macros do with records: written with the checks of any save, in the name of a trigger or of a person. */
import { AppError } from "@liantai/api/contract";
import { recordSources } from "@liantai/api/contract/workorder";
import { cardFields, sameValue } from "@liantai/api/forms";
import { hidesNumbers } from "../../../http/privacy.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { AutomationRecords, Hands, Looked } from "../../automation/index.ts";
import { namingOf } from "../definitions/other-options.ts";
import { findForm } from "../definitions/repository.ts";
import type { FormsDeps, RecordDeps } from "../deps.ts";
import { unseenIn } from "./change-words.ts";
import { checkPress } from "./buttons.ts";
import { fill } from "./filling.ts";
import { seenRecord } from "./finding.ts";
import { recordsPast } from "./values-back.ts";
import { own, PreparedOrder } from "./prepared-order.ts";
import { prepare, type Preparer } from "./preparing.ts";
import { titleOf } from "./present.ts";
import { dictionaryCodes, hold, publishedForm, readForm, steadily } from "./published.ts";
import { pushRecord } from "./pushing.ts";
import { conflictOf } from "./refusals.ts";
import { findRecord, type RecordRow } from "./repository.ts";
import { changedValues } from "./saving.ts";
import { everything, scopeOf } from "./scope.ts";
import { storeChange } from "./storing.ts";

type Deps = RecordDeps & Pick<FormsDeps, "orders">;

/** A trigger is nobody: what is filled by who writes stays empty. */
const nobody: Preparer = { userId: "", nickName: "", agentId: null, groupId: null, roleId: "" };

async function locked(trx: Trx, compId: string, id: string): Promise<RecordRow> {
  const row = await findRecord(trx, compId, id, { scope: everything, lock: true });
  if (!row) throw new AppError("notFound");
  return row;
}

async function look(deps: Deps, trx: Trx, compId: string, id: string): Promise<Looked> {
  const row = await locked(trx, compId, id);
  const { form } = await publishedForm(deps, trx, await findForm(trx, compId, row.formId));
  return {
    ...{ formId: row.formId, recordId: row.id, form, values: row.values, title: titleOf(form, row.values), code: "" },
    properties: { $owner: row.ownerName, $source: row.source },
    version: row.version,
    holders: row.ownerId === "" ? [] : [row.ownerId],
    creator: row.ownerId,
    facts: { 数据来源: recordSources[row.source] },
  };
}

const strange = () => new AppError("refused", "客户数据没有这个动作");

interface Doing {
  write(): Promise<void>;
  push(): Promise<void>;
}

const handsOf = (deps: Deps, trx: Trx, compId: string, id: string, doing: Doing): Hands => ({
  look: () => look(deps, trx, compId, id),
  act: ({ do: what }) =>
    what === "write" ? doing.write() : what === "push" ? doing.push() : Promise.reject(strange()),
});

type Within = Parameters<AutomationRecords["within"]>[1];

/** As any save: within the asker's data scope, by the version that was seen, with the button of the form's type. */
async function byPerson<T>(
  deps: Deps,
  context: RequestContext,
  { compId, id, version, values }: Within,
  work: (trx: Trx, hands: Hands) => Promise<T>,
): Promise<T> {
  const { caller } = context;
  const { database } = deps.ports;
  const seen = await database.tenant(compId, (trx) => seenRecord(deps, trx, compId, id, context));
  if (seen.record.orderId) throw new AppError("refused", "该数据在工单流程中，请在工单中使用宏");
  const published = await readForm(deps, compId, seen.record.formId);
  const { form } = published;
  const prepared = await prepare(deps, compId, caller, published, values);
  const hide = hidesNumbers(caller);
  return database.tenant(compId, async (trx) => {
    const held = { compId, form: prepared.naming(form), row: await hold(trx, published) };
    const scope = await scopeOf(deps.auth, trx, compId, caller);
    const before = await findRecord(trx, compId, id, { scope, lock: true });
    if (!before) throw new AppError("notFound");
    if (before.version !== version)
      throw (
        conflictOf(form, before, values, hide) ??
        new AppError("conflict", undefined, { conflicts: [], version: before.version })
      );
    const doing: Doing = {
      async write() {
        await checkPress(deps.auth, caller, form.formType, "update", trx);
        const row = await locked(trx, compId, id);
        const next = changedValues(form, row, { values: prepared.given }, prepared, hide);
        if (!next || sameValue(next, row.values)) return;
        await storeChange(deps, trx, held, row, { values: next }, { name: caller.nickName, context });
      },
      async push() {
        await checkPress(deps.auth, caller, form.formType, "push", trx);
        await pushRecord(deps, trx, compId, await locked(trx, compId, id));
      },
    };
    return work(trx, handsOf(deps, trx, compId, id, doing));
  });
}

export const createAutomationRecords = (deps: Deps): AutomationRecords => ({
  form: async (trx, compId, formId) => (await publishedForm(deps, trx, await findForm(trx, compId, formId))).form,

  dictionaries: (trx, compId, formId) => dictionaryCodes(deps, trx, compId, formId),
  naming: (compId, codes) => namingOf(deps.ports.database, compId, codes),

  async prepare(compId, formId, values) {
    const published = await readForm(deps, compId, formId);
    return new PreparedOrder(published, await prepare(deps, compId, nobody, published, values));
  },

  async hands(trx, { compId, id, prepared, by }) {
    const row = await findRecord(trx, compId, id, { scope: everything, lock: true });
    if (!row) return undefined;
    const ref = { compId, formId: row.formId, recordId: id };
    return handsOf(deps, trx, compId, id, {
      async write() {
        if (prepared) await fill(deps, trx, ref, own(prepared), { by });
      },
      push: async () => pushRecord(deps, trx, compId, await locked(trx, compId, id)),
    });
  },

  within: (context, of, work) => steadily(() => byPerson(deps, context, of, work)),

  async sees(trx, compId, caller, id) {
    const seen = await seenRecord(deps, trx, compId, id, { caller });
    return { hidden: [...unseenIn(seen)], masked: hidesNumbers(caller) ? cardFields(seen.form) : [] };
  },

  past: (trx, question) => recordsPast(trx, question),
});
