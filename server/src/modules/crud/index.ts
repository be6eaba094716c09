/** For every area: the four verbs of a resource whose rows stand in one table: whose it is, one transaction, the log, clear refusals. The only face of this module. */
import { AppError } from "@liantai/api/contract";
import { compOf, installation, ownInstallation } from "../../http/company.ts";
import { fieldRefusal, unique } from "../../http/refusals.ts";
import type { RequestContext } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import type { AdministrationDeps } from "../deps.ts";

/** SQL of one table. Tables without comp_id ignore it. */
export interface Store<Row extends object, New extends object, Query> {
  page(trx: Trx, compId: string, query: Query): Promise<{ readonly rows: readonly object[]; readonly total: number }>;
  find(trx: Trx, compId: string, id: string): Promise<Row | undefined>;
  insert(trx: Trx, compId: string, id: string, row: New): Promise<unknown>;
  update(trx: Trx, compId: string, id: string, row: Partial<New>): Promise<unknown>;
  remove(trx: Trx, compId: string, id: string): Promise<unknown>;
  /** Where a row is used, in words; undefined: nowhere. */
  usedBy?(trx: Trx, compId: string, id: string): Promise<string | undefined>;
}

interface Options<Row extends object, New extends object, Query, Body, Shown> {
  readonly deps: Pick<AdministrationDeps, "ports" | "audit">;
  /** As the log calls it. */
  readonly object: string;
  /** Installation: operators' own, in no enterprise. */
  readonly scope: "installation" | "enterprise";
  readonly store: Store<Row, New, Query>;
  /** What is typed, to the row; `before` when it changes. Throws AppError. */
  readonly toRow: (trx: Trx, body: Body, before: Row | undefined, compId: string) => Promise<New> | New;
  readonly present: (row: never, context: RequestContext) => Shown;
  /** The field that must be unique, and how people call the thing by it. */
  readonly key: { readonly path: string; readonly label: string; readonly of: (row: Row | New) => string };
  readonly changed?: () => Promise<void> | void;
}

interface Paged {
  readonly pageNo: number;
  readonly pageSize: number;
  readonly compId?: string | undefined;
}

const foreignKeyViolation = "23503";

export function crudService<
  Row extends object,
  New extends object,
  Query extends Paged,
  Body extends { readonly compId?: string | undefined },
  Shown,
>({ deps, object, scope, store, toRow, present, key, changed }: Options<Row, New, Query, Body, Shown>) {
  const { ports, audit } = deps;
  const whose = (context: RequestContext, named: string | undefined) =>
    scope === "installation" ? installation : compOf(context.caller, named);
  const whoseToWrite = (context: RequestContext, named: string | undefined) =>
    scope === "installation" ? ownInstallation(context.caller) : compOf(context.caller, named);
  const run = async <T>(compId: string, work: (trx: Trx) => Promise<T>): Promise<T> => {
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
  };
  const missing = () => new AppError("notFound");
  return {
    async list(body: Query, context: RequestContext) {
      const compId = whose(context, body.compId);
      const { rows, total } = await run(compId, (trx) => store.page(trx, compId, body));
      return {
        list: rows.map((row) => present(row as never, context)),
        total,
        pageNo: body.pageNo,
        pageSize: body.pageSize,
      };
    },
    async add(body: Body, context: RequestContext) {
      const compId = whoseToWrite(context, body.compId);
      const id = ports.random.id();
      await run(compId, async (trx) => {
        const row = await toRow(trx, body, undefined, compId);
        await store.insert(trx, compId, id, row);
        await audit.write(trx, context, {
          compId,
          object,
          action: "add",
          id,
          name: key.of(row),
          after: row as Record<string, unknown>,
        });
      });
      await changed?.();
      return { id };
    },
    async update(body: Body & { readonly id: string }, context: RequestContext) {
      const compId = whoseToWrite(context, body.compId);
      await run(compId, async (trx) => {
        const before = await store.find(trx, compId, body.id);
        if (!before) throw missing();
        const row = await toRow(trx, body, before, compId);
        await store.update(trx, compId, body.id, row);
        const kept = Object.fromEntries(
          Object.keys(row).map((name) => [name, (before as Record<string, unknown>)[name]]),
        );
        await audit.write(trx, context, {
          compId,
          object,
          action: "update",
          id: body.id,
          name: key.of(row),
          before: kept,
          after: row as Record<string, unknown>,
        });
      });
      await changed?.();
      return null;
    },
    async delete(
      { ids, compId: named }: { readonly ids: readonly string[]; readonly compId?: string | undefined },
      context: RequestContext,
    ) {
      const compId = whoseToWrite(context, named);
      const count = await run(compId, async (trx) => {
        let removed = 0;
        for (const id of new Set(ids)) {
          const before = await store.find(trx, compId, id);
          if (!before) continue;
          const user = await store.usedBy?.(trx, compId, id);
          if (user !== undefined) throw new AppError("refused", `“${key.of(before)}”正在被${user}使用，不能删除`);
          await store.remove(trx, compId, id);
          await audit.write(trx, context, {
            compId,
            object,
            action: "delete",
            id,
            name: key.of(before),
            before: before as Record<string, unknown>,
          });
          removed += 1;
        }
        return removed;
      });
      if (count === 0) throw missing();
      await changed?.();
      return { count };
    },
  };
}
