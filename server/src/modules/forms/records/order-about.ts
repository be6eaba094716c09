/** Orders and their customers: what a new order takes of the customer or the call it is made from, and whom one is about. */
import { AppError } from "@liantai/api/contract";
import type { RecordValues } from "@liantai/api/contract/workorder";
import { isEmptyValue, phoneFieldOf, type CompiledForm, type FieldValue } from "@liantai/api/forms";
import { hidesNumbers } from "../../../http/privacy.ts";
import type { Caller } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { findForm } from "../definitions/repository.ts";
import type { RecordDeps } from "../deps.ts";
import { veilOf } from "../role-fields.ts";
import type { OrderAbout, OrderCustomer } from "../ports.ts";
import { customersOfOrder } from "./order-link-repository.ts";
import { farSide } from "./popup-repository.ts";
import { withLookedNumbers } from "./looked-numbers.ts";
import { openValues, shownValues } from "./present.ts";
import { findRecord, findRecords } from "./repository.ts";
import { scopeOf } from "./scope.ts";

/** The order's field, and the customer's that fills it. */
const taken: readonly (readonly [order: string, customer: string])[] = [
  ["customerCodeFillin", "customerCode"],
  ["customerName", "customerName"],
  ["callErloc", "callErloc"],
  ["accountLocation", "accountLocation"],
];

/** What of them the form takes as it is: a field of another type has no use for it. */
function fill(form: CompiledForm, given: RecordValues, found: ReadonlyMap<string, unknown>): RecordValues {
  const more: Record<string, unknown> = {};
  for (const [name, value] of found) {
    const type = form.byName.get(name)?.type;
    if ((type === "input" || type === "textarea" || type === "lookup") && isEmptyValue(given[name] as FieldValue))
      more[name] = value;
  }
  return { ...given, ...more };
}

async function ofCustomer(
  deps: RecordDeps,
  trx: Trx,
  compId: string,
  form: CompiledForm,
  id: string,
  caller: Caller,
): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>();
  const scope = await scopeOf(deps.auth, trx, compId, caller);
  const customer = await findRecord(trx, compId, id, { scope });
  const own = customer && (await deps.compiled.get(trx, compId, customer.formId, customer.formVersion));
  if (!customer || own?.formType !== "customer") throw new AppError("notFound", "客户不存在");
  const add = (name: string | undefined, value: unknown) => {
    if (name !== undefined && typeof value === "string" && value !== "") found.set(name, value);
  };
  for (const [to, from] of taken) add(to, customer.values[from]);
  add(phoneFieldOf(form)?.name, customer.values[phoneFieldOf(own)?.name ?? ""]);
  return found;
}

/** What was typed, with what the customer and the call say of fields that were not. Who may not see a number could not type it. */
export async function withAbout(
  deps: RecordDeps,
  compId: string,
  form: CompiledForm,
  sent: RecordValues,
  { customerId, callId }: OrderAbout = { customerId: "", callId: "" },
  caller: Caller,
): Promise<RecordValues> {
  const given = await withLookedNumbers(deps, compId, form, sent, caller);
  if (customerId === "" && callId === "") return given;
  return deps.ports.database.tenant(compId, async (trx) => {
    const found = customerId === "" ? new Map() : await ofCustomer(deps, trx, compId, form, customerId, caller);
    const phone = phoneFieldOf(form);
    if (callId !== "" && phone && !found.has(phone.name)) {
      const number = await farSide(trx, compId, callId);
      if (number !== "") found.set(phone.name, number);
    }
    return fill(form, given, found);
  });
}

/** Within the caller's data scope, masked as lists are. */
export async function customersOf(
  deps: RecordDeps,
  trx: Trx,
  compId: string,
  orderId: string,
  caller: Caller,
): Promise<readonly OrderCustomer[]> {
  const ids = await customersOfOrder(trx, compId, orderId);
  if (ids.length === 0) return [];
  const scope = await scopeOf(deps.auth, trx, compId, caller);
  const hide = hidesNumbers(caller);
  const rows = await findRecords(trx, compId, ids, { scope });
  return Promise.all(
    rows.map(async (row) => {
      const form = await findForm(trx, compId, row.formId);
      const veil = form ? veilOf(form, caller) : new Set<string>();
      const was = await deps.compiled.withEarlier(trx, compId, row.formId, row.formVersion);
      const values = shownValues(openValues(row, scope.kind === "all", veil), hide, was);
      return { id: row.id, formName: form?.name ?? "", values };
    }),
  );
}
