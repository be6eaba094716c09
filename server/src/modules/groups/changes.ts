/** Adding, changing and deleting groups of one kind: one transaction, the log, refusals that name the field. */
import { writeDeleted } from "../audit/index.ts";
import { AppError } from "@liantai/api/contract";
import { targetKinds } from "@liantai/api/contract/admin";
import { compOf } from "../../http/company.ts";
import { fieldRefusal, unique } from "../../http/refusals.ts";
import type { Selectable } from "kysely";
import type { RequestContext } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import type { AdministrationDeps } from "../deps.ts";
import type { OverflowColumns } from "../../ports/schema/groups.ts";
import { overflowInWords, type DescribeTarget } from "./overflow.ts";
import { refuseLedTo, refuseUsed } from "./uses.ts";

type Stored = Readonly<Record<string, unknown>> &
  Selectable<OverflowColumns> & {
    readonly compId: string;
    readonly id: string;
    readonly name: string;
    readonly enabled: number;
  };

interface Typed {
  readonly compId?: string | undefined;
  readonly name: string;
  readonly enabled: number;
}

export interface GroupsDeps extends Pick<AdministrationDeps, "ports" | "audit"> {
  readonly describeTarget: DescribeTarget;
}

interface Kind<Row extends Stored, Body extends Typed> {
  /** As targets of calls are called; texts follow from it. */
  readonly kind: "skillGroup" | "dispatchQueue";
  /** As the log calls it. */
  readonly object: string;
  readonly toRow: (body: Body) => Omit<Row, "compId" | "id"> & Selectable<OverflowColumns>;
  /** Throws AppError naming the field. */
  readonly check: (trx: Trx, compId: string, id: string, body: Body, before: Row | undefined) => Promise<void>;
  /** Locks what it finds. */
  readonly find: (trx: Trx, compId: string, ids: readonly string[]) => Promise<readonly Row[]>;
  readonly insert: (trx: Trx, row: Row) => Promise<unknown>;
  readonly update: (trx: Trx, compId: string, id: string, row: Omit<Row, "compId" | "id">) => Promise<unknown>;
  readonly remove: (trx: Trx, compId: string, ids: readonly string[]) => Promise<unknown>;
}

export function groupChanges<Row extends Stored, Body extends Typed>(
  { ports, audit, describeTarget }: GroupsDeps,
  { kind, object, toRow, check, find, insert, update, remove }: Kind<Row, Body>,
) {
  const label = targetKinds[kind];
  const sameName = () => fieldRefusal("name", `${label}名称`, `${label}名称已存在`);
  const gone = () => new AppError("notFound", `${label}不存在或已被删除`);
  return {
    gone,
    async add(body: Body, context: RequestContext): Promise<{ id: string }> {
      const compId = compOf(context.caller, body.compId);
      const id = ports.random.id();
      await unique(sameName(), () =>
        ports.database.tenant(compId, async (trx) => {
          await check(trx, compId, id, body, undefined);
          const row = toRow(body);
          await insert(trx, { compId, id, ...row } as Row);
          const after = await overflowInWords(describeTarget, trx, compId, row);
          await audit.write(trx, context, { compId, object, action: "add", id, name: body.name, after });
        }),
      );
      return { id };
    },
    async update(body: Body & { readonly id: string }, context: RequestContext): Promise<null> {
      const compId = compOf(context.caller, body.compId);
      await unique(sameName(), () =>
        ports.database.tenant(compId, async (trx) => {
          const [before] = await find(trx, compId, [body.id]);
          if (!before) throw gone();
          await check(trx, compId, body.id, body, before);
          const row = toRow(body);
          if (before.enabled === 1 && body.enabled === 0) await refuseLedTo(trx, compId, kind, before);
          await update(trx, compId, body.id, row);
          await audit.write(trx, context, {
            compId,
            object,
            action: "update",
            id: body.id,
            name: body.name,
            before: await overflowInWords(describeTarget, trx, compId, before),
            after: await overflowInWords(describeTarget, trx, compId, { ...before, ...row }),
          });
        }),
      );
      return null;
    },
    async delete(
      body: { readonly compId?: string | undefined; readonly ids: readonly string[] },
      context: RequestContext,
    ): Promise<{ count: number }> {
      const compId = compOf(context.caller, body.compId);
      return ports.database.tenant(compId, async (trx) => {
        const rows = await find(trx, compId, body.ids);
        if (rows.length === 0) throw gone();
        const names = new Map(rows.map((row) => [row.id, row.name]));
        await refuseUsed(trx, compId, kind, [...names.keys()], (id) => names.get(id) ?? id);
        await remove(trx, compId, [...names.keys()]);
        const lines = [];
        for (const row of rows)
          lines.push({ id: row.id, name: row.name, before: await overflowInWords(describeTarget, trx, compId, row) });
        await writeDeleted(audit, trx, context, { compId, object }, lines, (line) => line);
        return { count: rows.length };
      });
    },
  };
}
