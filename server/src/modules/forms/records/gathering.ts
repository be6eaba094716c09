/** What a flow gathered becomes a record: the form's own checks, keys and triggers hold; there is nobody whose rights could. */
import type { Value } from "@liantai/api/flows";
import type { Trx } from "../../../ports/database.ts";
import { cascadeTree } from "../../settings/index.ts";
import type { FormsDeps } from "../deps.ts";
import { checkDuplicates } from "../duplicates/checking.ts";
import type { GatheredRecord, GatheredRecords } from "../gathered-port.ts";
import { cellValue } from "./cells.ts";
import { leftToServer, withNumber } from "./filled.ts";
import { prepare, type Preparer } from "./preparing.ts";
import { PreparedOrder } from "./prepared-order.ts";
import { hold, readForm, steadily } from "./published.ts";
import { checkedValues, unowned, withCode } from "./saving.ts";
import { storeNew } from "./storing.ts";

const nobody: Preparer = { userId: "", nickName: "", agentId: null, groupId: null, roleId: "" };

const textOf = (value: Value): string =>
  Array.isArray(value) ? value.join("、") : typeof value === "boolean" ? (value ? "是" : "否") : String(value);

async function add(
  deps: FormsDeps,
  { compId, callId, chat, formId, values: gathered, by, source }: GatheredRecord,
  first: (trx: Trx, record: { readonly id: string; readonly formName: string }) => Promise<boolean>,
): Promise<void> {
  const { ports } = deps;
  const published = await readForm(deps, compId, formId);
  const { form } = published;
  const tree = await cascadeTree(
    ports.database,
    compId,
    form.fields.some(({ type }) => type === "cascading select"),
  );
  const looked = await prepare(deps, compId, nobody, published, {}, callId);
  const typed = Object.fromEntries(
    Object.entries(gathered).map(([name, value]) => {
      const field = form.byName.get(name);
      return [name, field ? cellValue(field, textOf(value), looked.options?.(name), tree) : textOf(value)];
    }),
  );
  const numbered = await withNumber(deps, compId, form, typed, callId);
  const prepared = leftToServer(await prepare(deps, compId, nobody, published, numbered, callId), typed, form);
  if (form.formType === "workOrder") {
    const order = { compId, formId, callId: callId ?? null, chat, source, by };
    const formName = published.row.name;
    return deps.orders.begin(order, new PreparedOrder(published, prepared), (trx, id) => first(trx, { id, formName }));
  }
  const given = await withCode(deps, published, prepared.given, prepared);
  const values = checkedValues(form, given, prepared);
  const id = ports.random.id();
  await ports.database.tenant(compId, async (trx) => {
    const row = await hold(trx, published);
    if (!(await first(trx, { id, formName: row.name }))) return;
    const held = { compId, row, form };
    // A question whether it is probably there already has nobody to answer it; a form that refuses what is, does.
    await checkDuplicates(deps, trx, held, { values, accept: true });
    const whose = { callId: callId ?? null, chat, parentId: null, orderId: null };
    const record = { id, values, source, owner: unowned, ...whose };
    await storeNew(deps, trx, held, record, { name: by });
  });
}

export const createGatheredRecords = (deps: FormsDeps): GatheredRecords => ({
  add: (record, first) => steadily(() => add(deps, record, first)),
});
