/** Whom a new reservation is for: what is typed, or taken from a record, a call or a sealed reference (rule W68). */
import type { BodyOf } from "@liantai/api/contract";
import type { subscribesApi } from "@liantai/api/contract/workorder";
import { hidesNumbers, unmaskedPhone } from "../../../http/privacy.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { DialRefs } from "../../dial-refs/index.ts";
import type { ReservedCustomer, ReservedCustomers } from "../ports.ts";

type Asked = Partial<BodyOf<(typeof subscribesApi)["add"]>>;

export interface SubjectDeps {
  readonly refs: DialRefs;
  readonly customers: ReservedCustomers;
}

const label = "预约号码";
/** Numbers of things whose lists hide no more of them than a reservation does; those of dialling tasks may be hidden from everybody. */
const open: readonly string[] = ["formRecord", "contacts", "contacterData"];

function referred({ refs }: SubjectDeps, compId: string, ref: string, { caller }: RequestContext): ReservedCustomer {
  const { agentId } = caller;
  const found = agentId === null ? undefined : refs.open({ compId, agentId }, ref);
  if (!found || !open.includes(found.object))
    throw fieldRefusal("phone", label, "号码引用无效或已过期，请刷新后再预约");
  return { name: found.name, phone: found.number };
}

async function takenFrom(
  deps: SubjectDeps,
  trx: Trx,
  compId: string,
  { recordId, callId, ref }: Asked,
  context: RequestContext,
): Promise<ReservedCustomer | undefined> {
  const of = recordId
    ? await deps.customers.ofRecord(trx, compId, recordId, context)
    : callId
      ? await deps.customers.ofCall(trx, compId, callId, context)
      : undefined;
  if (!ref) return of;
  const its = referred(deps, compId, ref, context);
  return { name: of?.name || its.name, phone: its.phone };
}

/** Throws a refusal of the field. */
export async function subjectOf(
  deps: SubjectDeps,
  trx: Trx,
  compId: string,
  body: Asked,
  context: RequestContext,
  before: { readonly phone: string } | undefined,
): Promise<ReservedCustomer> {
  const taken = before ? undefined : await takenFrom(deps, trx, compId, body, context);
  const name = body.customerName || (taken?.name ?? "").slice(0, 30);
  if (name === "") throw fieldRefusal("customerName", "客户姓名", "请输入客户姓名");
  const typed = body.phone || before?.phone || "";
  const phone = taken ? taken.phone : unmaskedPhone(typed, before?.phone, hidesNumbers(context.caller));
  if (phone === "") throw fieldRefusal("phone", label, taken ? "没有可以预约的电话号码" : "请输入预约号码");
  if (!/^\d+$/.test(phone)) throw fieldRefusal("phone", label, "请输入完整的号码");
  return { name, phone };
}
