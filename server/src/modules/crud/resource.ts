/** What a resource says of itself, and whose rows it works on. */
import { AppError } from "@liantai/api/contract";
import { compOf, installation, ownInstallation } from "../../http/company.ts";
import { fieldRefusal, unique } from "../../http/refusals.ts";
import type { RequestContext } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import type { AdministrationDeps } from "../deps.ts";

/** SQL of one table. Tables without comp_id ignore it. `Listed`: a row with what a list shows beside it. */
export interface Store<Row extends object, New extends object, Query, Listed extends object = Row> {
  page(trx: Trx, compId: string, query: Query): Promise<{ readonly rows: readonly Listed[]; readonly total: number }>;
  find(trx: Trx, compId: string, id: string): Promise<Row | undefined>;
  insert(trx: Trx, compId: string, id: string, row: New): Promise<unknown>;
  update(trx: Trx, compId: string, id: string, row: Partial<New>): Promise<unknown>;
  remove(trx: Trx, compId: string, id: string): Promise<unknown>;
  /** Where a row is used, in words; undefined: nowhere. */
  usedBy?(trx: Trx, compId: string, id: string): Promise<string | undefined>;
}

export interface Resource<Row extends object, New extends object, Query, Body, Shown, Listed extends object> {
  readonly deps: Pick<AdministrationDeps, "ports" | "audit">;
  /** As the log calls it. */
  readonly object: string;
  /** Installation: operators' own, in no enterprise. */
  readonly scope: "installation" | "enterprise";
  readonly store: Store<Row, New, Query, Listed>;
  /** What is typed, to the row; `before` when it changes. Throws AppError. */
  readonly toRow: (trx: Trx, body: Body, before: Row | undefined, compId: string) => Promise<New> | New;
  readonly present: (row: Listed, context: RequestContext) => Shown;
  /** The field that must be unique, and how people call the thing by it. */
  readonly key: { readonly path: string; readonly label: string; readonly of: (row: Row | New) => string };
  readonly changed?: () => Promise<void> | void;
}

export interface Paged {
  readonly pageNo: number;
  readonly pageSize: number;
  readonly compId?: string | undefined;
}

type Scoped = { readonly scope: "installation" | "enterprise" };

export const whose = ({ scope }: Scoped, { caller }: RequestContext, named: string | undefined): string =>
  scope === "installation" ? installation : compOf(caller, named);
export const whoseToWrite = ({ scope }: Scoped, { caller }: RequestContext, named: string | undefined): string =>
  scope === "installation" ? ownInstallation(caller) : compOf(caller, named);

const foreignKeyViolation = "23503";

interface Run extends Scoped {
  readonly deps: Pick<AdministrationDeps, "ports">;
  readonly key: { readonly path: string; readonly label: string };
}

/** One transaction; what the database refuses is said in words. */
export async function inTransaction<T>(
  { scope, key, deps: { ports } }: Run,
  compId: string,
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  try {
    // system: these tables belong to the installation, and only operators get here.
    return await unique(fieldRefusal(key.path, key.label, `${key.label}已存在`), () =>
      scope === "installation" ? ports.database.system(work) : ports.database.tenant(compId, work),
    );
  } catch (error) {
    if ((error as { code?: unknown }).code === foreignKeyViolation)
      throw new AppError("refused", "所选数据不存在，或仍被其他数据使用");
    throw error;
  }
}
