/** A masked field, whole, and a line in the log in the same transaction: nobody sees one unseen. */
import { AppError, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { customerFormDataApi } from "@liantai/api/contract/workorder";
import { valueInWords, type FieldValue } from "@liantai/api/forms";
import { compOf } from "../../../http/company.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { FormsDeps } from "../deps.ts";
import { seenRecord } from "./finding.ts";
import { titleOf } from "./present.ts";

type Reveal = (typeof customerFormDataApi)["reveal"];

export async function reveal(
  deps: FormsDeps,
  { id, field: name, reason, compId: named }: BodyOf<Reveal>,
  context: RequestContext,
): Promise<ReplyOf<Reveal>> {
  const { caller } = context;
  const compId = compOf(caller, named);
  // isHiddenNum binds the person (console.md section 5); the role's 查看完整号码 lifts only what the enterprise hides.
  if (caller.isHiddenNum) throw new AppError("forbidden", "您的账号已隐藏号码，不能查看完整号码");
  return deps.ports.database.tenant(compId, async (trx) => {
    const { record, form, was, values } = await seenRecord(deps, trx, compId, id, context);
    const field = form.byName.get(name) ?? was.byName.get(name);
    if (!field) throw fieldRefusal("field", "字段", "表单没有这个字段");
    const value = Object.hasOwn(values, name) ? (values[name] as FieldValue) : undefined;
    await deps.audit.write(trx, context, {
      compId,
      object: "formRecord",
      action: "reveal",
      id,
      name: titleOf(form, record.values),
      after: { field: field.label, reason },
    });
    return { value: valueInWords(field, value) };
  });
}
