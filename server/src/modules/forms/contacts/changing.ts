/** contacterData: contacts are added, changed, deleted, as records of their form. */
import { AppError, maskPhone, type BodyOf } from "@liantai/api/contract";
import {
  contactColumns,
  contactFormId,
  maskedInput,
  wholeNumberText,
  type contacterDataApi,
} from "@liantai/api/contract/workorder";
import { compOf } from "../../../http/company.ts";
import { hidesNumbers } from "../../../http/privacy.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import { writeDeleted } from "../../audit/index.ts";
import { codesOf, namingOf } from "../definitions/other-options.ts";
import { holdForm } from "../definitions/repository.ts";
import type { FormsDeps } from "../deps.ts";
import { intoBin } from "../records/bin.ts";
import { prepare } from "../records/preparing.ts";
import { hold, publishedForm, steadily } from "../records/published.ts";
import { findRecords } from "../records/repository.ts";
import { changedValues, checkedValues, ownedBy } from "../records/saving.ts";
import { everything } from "../records/scope.ts";
import { storeChange, storeNew } from "../records/storing.ts";
import { contactForm } from "./form.ts";
import { asForm, atContact, givenValues, logged } from "./values.ts";

type Api = typeof contacterDataApi;

const about = (compId: string, id: string, name: string) => ({ compId, object: "contacterData", id, name });

export const add = (deps: FormsDeps, body: BodyOf<Api["add"]>, context: RequestContext): Promise<{ id: string }> =>
  steadily(async () => {
    const { ports, audit } = deps;
    const { caller } = context;
    const compId = compOf(caller, body.compId);
    const published = await ports.database.tenant(compId, (trx) => contactForm(deps, trx, compId));
    const { form } = published;
    const given = givenValues(form, body);
    const id = ports.random.id();
    try {
      const prepared = await prepare(deps, compId, caller, published, given);
      const values = checkedValues(form, given, prepared);
      await ports.database.tenant(compId, async (trx) => {
        const row = await hold(trx, published);
        await storeNew(
          deps,
          trx,
          { compId, row, form },
          { id, values, source: "manual", owner: ownedBy(caller), callId: null, parentId: null, orderId: null },
          { name: caller.nickName },
        );
        const after = logged(prepared.naming(form), values);
        await audit.write(trx, context, { ...about(compId, id, body.name), action: "add", after });
      });
    } catch (error) {
      throw atContact(error, form, given);
    }
    return { id };
  });

/** A phone that comes back as the list showed it is the stored one. */
function phoneOf(given: string | undefined, stored: unknown): string | undefined {
  const before = typeof stored === "string" ? stored : "";
  if (!given || given === maskedInput || given === maskPhone(before)) return undefined;
  if (/\*{4}/.test(given)) throw fieldRefusal("phone", contactColumns.phone, wholeNumberText);
  return given;
}

export const update = (deps: FormsDeps, body: BodyOf<Api["update"]>, context: RequestContext): Promise<null> =>
  steadily(async () => {
    const { ports, audit } = deps;
    const { caller } = context;
    const compId = compOf(caller, body.compId);
    const published = await ports.database.tenant(compId, (trx) => contactForm(deps, trx, compId));
    const { form } = published;
    const typed = givenValues(form, { ...body, phone: undefined });
    const prepared = await prepare(deps, compId, caller, published, typed);
    const named = prepared.naming(form);
    await ports.database.tenant(compId, async (trx) => {
      const held = { compId, form, row: await hold(trx, published) };
      const [row] = await findRecords(trx, compId, [body.id], { scope: everything, lock: true });
      if (row?.formId !== contactFormId) throw new AppError("notFound");
      const phone = phoneOf(body.phone, row.values["phone"]);
      const given = { ...typed, ...(phone !== undefined && { phone }) };
      try {
        const values =
          changedValues(form, row, { values: given }, prepared, hidesNumbers(caller)) ?? asForm(row.values);
        await storeChange(deps, trx, held, row, { values }, { name: caller.nickName });
        await audit.write(trx, context, {
          ...about(compId, row.id, String(values["name"] ?? "")),
          action: "update",
          before: logged(named, row.values),
          after: logged(named, values),
        });
      } catch (error) {
        throw atContact(error, form, given);
      }
    });
    return null;
  });

export async function remove(
  deps: FormsDeps,
  { ids, compId: named }: BodyOf<Api["delete"]>,
  context: RequestContext,
): Promise<{ count: number }> {
  const { ports, audit } = deps;
  const compId = compOf(context.caller, named);
  const { form } = await ports.database.tenant(compId, (trx) => contactForm(deps, trx, compId));
  const naming = await namingOf(ports.database, compId, codesOf(form));
  const gone = await ports.database.tenant(compId, async (trx) => {
    const published = await publishedForm(deps, trx, await holdForm(trx, compId, contactFormId));
    const named = naming(published.form);
    const found = await findRecords(trx, compId, ids, { scope: everything, lock: true });
    const records = found.filter(({ formId }) => formId === contactFormId);
    await intoBin(deps, trx, { ...published, compId, records });
    await writeDeleted(audit, trx, context, { compId, object: "contacterData" }, records, ({ id, values }) => ({
      id,
      name: String(values["name"] ?? ""),
      before: logged(named, values),
    }));
    return records;
  });
  if (gone.length === 0) throw new AppError("notFound");
  return { count: gone.length };
}
