/** What macros and triggers are kept by: both belong to a form, are looked at against it, are counted, and go with an entry each. */
import { AppError } from "@liantai/api/contract";
import { compOf } from "../../http/company.ts";
import { fieldRefusal } from "../../http/refusals.ts";
import type { RequestContext } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import { writeDeleted } from "../audit/index.ts";
import type { AutomationDeps } from "./deps.ts";

const names = { macro: "宏", trigger: "触发器" } as const;

interface Kept {
  readonly id: string;
  readonly name: string;
}

export function keepingOf<Row extends Kept>(
  object: keyof typeof names,
  { most, logged }: { readonly most: number; readonly logged: (row: Row) => Readonly<Record<string, unknown>> },
) {
  const what = names[object];
  const missing = () => new AppError("notFound", `${what}不存在或已被删除`);
  return {
    missing,
    /** Throws AppError 'invalid' naming what is wrong. */
    refuse(faults: readonly string[]): void {
      if (faults.length > 0) throw fieldRefusal("actions", what, faults.slice(0, 3).join("；"));
    },
    /** Throws AppError 'refused'. */
    mustHaveRoom(before: readonly Row[]): void {
      if (before.length >= most) throw new AppError("refused", `一个表单最多${most}个${what}`);
    },
    /** Throws AppError 'invalid'. */
    mustStay(before: { readonly formId: string }, { formId }: { readonly formId: string }): void {
      if (before.formId !== formId) throw fieldRefusal("formId", "表单", `${what}的表单不能修改`);
    },
    /** take: deletes those that are there and may be deleted; the rows as they were. */
    async remove(
      { ports, audit }: AutomationDeps,
      { ids, compId: named }: { readonly ids: readonly string[]; readonly compId?: string | undefined },
      context: RequestContext,
      take: (trx: Trx, compId: string, ids: readonly string[]) => Promise<readonly Row[]>,
    ): Promise<{ count: number }> {
      const compId = compOf(context.caller, named);
      return ports.database.tenant(compId, async (trx) => {
        const gone = await take(trx, compId, ids);
        if (gone.length === 0) throw missing();
        await writeDeleted(audit, trx, context, { compId, object }, gone, (row) => ({
          ...{ id: row.id, name: row.name, before: logged(row) },
        }));
        return { count: gone.length };
      });
    },
  };
}
