/** What a probable duplicate is called, to who asks: without what his role does not see, numbers masked as they are elsewhere. */
import { hidesNumbers } from "../../../http/privacy.ts";
import type { Caller } from "../../../http/routes.ts";
import { openValues, shownValues, titleOf } from "../records/present.ts";
import type { Published } from "../records/published.ts";
import type { RecordRow } from "../records/repository.ts";
import type { scopeOf } from "../records/scope.ts";
import { veilOf } from "../role-fields.ts";

type Scope = Pick<Awaited<ReturnType<typeof scopeOf>>, "kind">;

export function titleFor({ row, form }: Published, { kind }: Scope, caller: Caller): (record: RecordRow) => string {
  const [veil, hide] = [veilOf(row, caller), hidesNumbers(caller)];
  return (record) => titleOf(form, shownValues(openValues(record, kind === "all", veil), hide, form));
}
