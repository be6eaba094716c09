/** Published versions, compiled: they never change, so each process keeps those it has met. */
import { AppError } from "@liantai/api/contract";
import { compileForm, type CompiledForm } from "@liantai/api/forms";
import type { Trx } from "../../ports/database.ts";
import { findVersion } from "./definitions/repository.ts";

/** Some 200 KB each with 200 fields. */
const kept = 200;

export interface CompiledForms {
  /** Throws AppError 'notFound'. */
  get(trx: Trx, compId: string, formId: string, version: number): Promise<CompiledForm>;
}

export function createCompiledForms(): CompiledForms {
  const known = new Map<string, CompiledForm>();
  return {
    async get(trx, compId, formId, version) {
      const key = `${compId}/${formId}/${version}`;
      const before = known.get(key);
      if (before) {
        known.delete(key);
        known.set(key, before);
        return before;
      }
      const row = await findVersion(trx, compId, formId, version);
      if (!row) throw new AppError("notFound", "表单不存在或未发布");
      const form = compileForm(row.definition);
      known.set(key, form);
      if (known.size > kept) known.delete(known.keys().next().value!);
      return form;
    },
  };
}
