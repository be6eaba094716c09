/** Who is to be called, and at which number, where a record, an order or a call is reserved (rule W68). */
import { AppError } from "@liantai/api/contract";
import { customerNameIn, holdsNumber, phoneFieldOf, textIn } from "@liantai/api/forms";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { dialledDigits } from "../../numbers/index.ts";
import type { ReservedCustomer, ReservedCustomers } from "../../reminders/index.ts";
import type { FormsDeps } from "../deps.ts";
import { seenCall } from "../intentions/repository.ts";
import { seenRecord } from "./finding.ts";
import { numbersOfRecords } from "./number-repository.ts";
import { customersOfOrder } from "./order-link-repository.ts";
import { farSide } from "./popup-repository.ts";
import { scopeOf } from "./scope.ts";
import type { Seen } from "./seen.ts";

type Deps = Pick<FormsDeps, "auth" | "compiled" | "orders" | "numberForms">;

async function ownOf(trx: Trx, compId: string, { record, form, values }: Seen): Promise<ReservedCustomer> {
  const main = phoneFieldOf(form);
  const fields = form.fields.filter(({ content }) => holdsNumber(content)).map(({ name }) => name);
  const written = textIn(values, ...(main ? [main.name, ...fields] : fields));
  const phone = written || ((await numbersOfRecords(trx, compId, [record.id])).get(record.id) ?? [])[0]?.number;
  return { name: customerNameIn(values), phone: dialledDigits(phone ?? "") };
}

/** undefined: it is gone, or not the caller's to see. */
const seenOr = (deps: Deps, trx: Trx, compId: string, id: string, context: RequestContext): Promise<Seen | undefined> =>
  seenRecord(deps, trx, compId, id, context).catch((error: unknown) => {
    if (error instanceof AppError && error.error === "notFound") return undefined;
    throw error;
  });

export const createReservedCustomers = (deps: Deps): ReservedCustomers => ({
  async ofRecord(trx, compId, recordId, context) {
    const seen = await seenRecord(deps, trx, compId, recordId, context);
    const own = await ownOf(trx, compId, seen);
    const { orderId } = seen.record;
    if (orderId === null || (own.name !== "" && own.phone !== "")) return own;
    const [first] = await customersOfOrder(trx, compId, orderId);
    const customer = first === undefined ? undefined : await seenOr(deps, trx, compId, first, context);
    if (!customer) return own;
    const its = await ownOf(trx, compId, customer);
    return { name: own.name || its.name, phone: own.phone || its.phone };
  },
  async ofCall(trx, compId, callId, { caller }) {
    const viewer = { scope: await scopeOf(deps.auth, trx, compId, caller), agentId: caller.agentId };
    if (!(await seenCall(trx, compId, viewer, callId))) throw new AppError("notFound", "通话不存在");
    // A reservation shows its number to whoever sees numbers.
    if (await deps.numberForms.hidesCall(trx, compId, callId))
      throw new AppError("refused", "该任务隐藏号码，不能预约这通电话");
    return { name: "", phone: dialledDigits(await farSide(trx, compId, callId)) };
  },
});
