/** Numbers that a look-up filled in for whom numbers are hidden: what came back as it was shown is the number of whatever was looked up. */
import { maskPhone } from "@liantai/api/contract";
import type { RecordValues } from "@liantai/api/contract/workorder";
import type { CompiledForm, FieldValue } from "@liantai/api/forms";
import { hidesNumbers } from "../../../http/privacy.ts";
import type { Caller } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { findForm } from "../definitions/repository.ts";
import type { RecordDeps } from "../deps.ts";
import { veilOf } from "../role-fields.ts";
import { callsLike, recordLookedUp, recordTargets } from "./lookup-repository.ts";
import { openValues, shownValues } from "./present.ts";
import { referencesIn, type Reference } from "./references.ts";
import { findRecord } from "./repository.ts";
import { scopeOf } from "./scope.ts";

interface Looked {
  readonly whole: RecordValues;
  readonly shown: RecordValues;
}
type LookupDeps = Pick<RecordDeps, "auth" | "compiled">;

/** As the look-up answers it to this person, and whole. undefined: he sees none such. */
async function lookedUp(
  deps: LookupDeps,
  trx: Trx,
  compId: string,
  { id, spec: { to } }: Reference,
  caller: Caller,
): Promise<Looked | undefined> {
  const scope = await scopeOf(deps.auth, trx, compId, caller);
  if (to === "call") {
    const calls = await callsLike(trx, compId, id, { scope, agentId: caller.agentId }, 1);
    const number = calls.find(({ callId }) => callId === id)?.number;
    return number === undefined ? undefined : { whole: { number }, shown: { number: maskPhone(number) } };
  }
  if (!recordTargets[to]) return undefined;
  const recordId = await recordLookedUp(trx, compId, to, id);
  const row = recordId === undefined ? undefined : await findRecord(trx, compId, recordId, { scope });
  const own = row && (await findForm(trx, compId, row.formId));
  if (!row || !own) return undefined;
  const form = await deps.compiled.withEarlier(trx, compId, row.formId, row.formVersion);
  const whole = openValues(row, scope.kind === "all", veilOf(own, caller));
  return { whole, shown: shownValues(whole, true, form) };
}

/** `given` with the whole numbers where a look-up of it filled in what its person may not see. */
export async function withLookedNumbers(
  deps: LookupDeps & Pick<RecordDeps, "ports">,
  compId: string,
  form: CompiledForm,
  given: RecordValues,
  caller: Caller,
): Promise<RecordValues> {
  if (!hidesNumbers(caller)) return given;
  const masked = (name: string): boolean => typeof given[name] === "string" && given[name].includes("*");
  const wanted = referencesIn(form, given).filter(({ spec }) => Object.keys(spec.fills ?? {}).some(masked));
  if (wanted.length === 0) return given;
  return deps.ports.database.tenant(compId, async (trx) => {
    const found: Record<string, FieldValue> = {};
    for (const reference of wanted) {
      const looked = await lookedUp(deps, trx, compId, reference, caller);
      for (const [name, from] of Object.entries(reference.spec.fills ?? {}))
        if (looked && masked(name) && looked.shown[from] === given[name])
          found[name] = looked.whole[from] as FieldValue;
    }
    return { ...given, ...found };
  });
}
