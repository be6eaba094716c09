/** Contacts are added, changed, deleted. */
import { writeDeleted } from "../../audit/index.ts";
import { AppError, maskPhone, type BodyOf } from "@liantai/api/contract";
import { contactColumns, maskedInput, wholeNumberText } from "@liantai/api/contract/admin";
import { compOf } from "../../../http/company.ts";
import { hidesNumbers, unmasked } from "../../../http/privacy.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import {
  deleteContacts,
  deleteValues,
  findContact,
  insertContacts,
  insertValues,
  updateContact,
} from "../repository.ts";
import { enabledOf, indexed, mergeValues } from "../values.ts";
import { type ContactDeps, logged, checkTaken, change } from "./rows.ts";
import type { Api } from "./api.ts";

export async function add(
  deps: ContactDeps,
  body: BodyOf<Api["add"]>,
  context: RequestContext,
): Promise<{ id: string }> {
  const {
    ports: { random, clock },
    audit,
  } = deps;
  const compId = compOf(context.caller, body.compId);
  const id = random.id();
  await change(deps, compId, async (trx, fields) => {
    const at = new Date(clock.now());
    const row = {
      name: body.name,
      phone: body.phone,
      company: body.company ?? "",
      remark: body.remark ?? "",
      fields: mergeValues(fields, body.fields, {}, false),
    };
    await checkTaken(trx, compId, fields, row);
    await insertContacts(trx, [
      {
        compId,
        id,
        ...row,
        fields: JSON.stringify(row.fields),
        createdAt: at,
        updatedAt: at,
        createdBy: context.caller.nickName,
      },
    ]);
    await insertValues(trx, indexed(compId, id, fields, row.fields));
    await audit.write(trx, context, {
      compId,
      object: "contacterData",
      action: "add",
      id,
      name: row.name,
      after: logged(enabledOf(fields), row),
    });
  });
  return { id };
}

export async function update(deps: ContactDeps, body: BodyOf<Api["update"]>, context: RequestContext): Promise<null> {
  const {
    ports: { clock },
    audit,
  } = deps;
  const compId = compOf(context.caller, body.compId);
  const hide = hidesNumbers(context.caller);
  await change(deps, compId, async (trx, fields) => {
    const before = await findContact(trx, compId, body.id);
    if (!before) throw new AppError("notFound");
    const kept = !body.phone || body.phone === maskedInput || body.phone === maskPhone(before.phone);
    if (!kept && /\*{4}/.test(body.phone!)) throw fieldRefusal("phone", contactColumns.phone, wholeNumberText);
    const row = {
      name: body.name,
      phone: kept ? before.phone : body.phone!,
      company: unmasked(body.company, before.company, hide),
      remark: unmasked(body.remark, before.remark, hide),
      fields: mergeValues(fields, body.fields, before.fields, hide),
    };
    await checkTaken(trx, compId, fields, row, before);
    await updateContact(trx, compId, body.id, {
      ...row,
      fields: JSON.stringify(row.fields),
      updatedAt: new Date(clock.now()),
    });
    await deleteValues(trx, compId, body.id);
    await insertValues(trx, indexed(compId, body.id, fields, row.fields));
    await audit.write(trx, context, {
      compId,
      object: "contacterData",
      action: "update",
      id: body.id,
      name: row.name,
      before: logged(fields, before),
      after: logged(fields, row),
    });
  });
  return null;
}

export async function remove(
  deps: ContactDeps,
  { ids, compId: named }: BodyOf<Api["delete"]>,
  context: RequestContext,
): Promise<{ count: number }> {
  const { audit } = deps;
  const compId = compOf(context.caller, named);
  const gone = await change(deps, compId, async (trx, fields) => {
    const rows = await deleteContacts(trx, compId, ids);
    await writeDeleted(audit, trx, context, { compId, object: "contacterData" }, rows, (row) => ({
      id: row.id,
      name: row.name,
      before: logged(fields, row),
    }));
    return rows;
  });
  if (gone.length === 0) throw new AppError("notFound");
  return { count: gone.length };
}
