/** 操作日志: who changed what, written in the transaction that changes it, so neither stands without the other. */
import type { RequestContext } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import { changedFields, type Fields } from "./changes.ts";
export { unfolded, valuesBefore, type Fields } from "./changes.ts";
export { createAuditPurge } from "./purge.ts";
import { insertOperation } from "./repository.ts";

export interface Change {
  /** Whose log it stands in: the enterprise that was changed, or company.ts `installation`. */
  readonly compId: string;
  /** add | update | delete, or the verb of the endpoint: enable, resetPassword, grant, reveal, … */
  readonly action: string;
  /** Kind of thing, as the contract names its resource: seat, skillGroup, … */
  readonly object: string;
  readonly id: string;
  /** How people call it: a name, a number. */
  readonly name?: string;
  /** Rows before and after; absent where there was none. Equal fields and secrets are left out. */
  readonly before?: Fields | undefined;
  readonly after?: Fields | undefined;
}

/** Who changed it, and from where. */
export interface Doer extends Pick<RequestContext, "address" | "headers"> {
  readonly caller: Pick<RequestContext["caller"], "userId" | "userName" | "nickName">;
}

export interface Audit {
  /** In the transaction of the change: `trx` must see change.compId. */
  write(trx: Trx, doer: Doer, change: Change): Promise<void>;
}

/** A line for each row that went. */
export async function writeDeleted<Row>(
  audit: Audit,
  trx: Trx,
  doer: Doer,
  of: Pick<Change, "compId" | "object">,
  rows: readonly Row[],
  line: (row: Row) => Pick<Change, "id" | "name" | "before">,
): Promise<void> {
  for (const row of rows) await audit.write(trx, doer, { ...of, action: "delete", ...line(row) });
}

export function createAudit({ clock, random }: Pick<Ports, "clock" | "random">): Audit {
  return {
    async write(trx, { caller, address, headers }, { compId, action, object, id, name = "", before, after }) {
      const changed = changedFields(before, after);
      // An update that changed nothing is none.
      if (before && after && changed.empty) return;
      await insertOperation(trx, {
        id: random.id(),
        compId,
        at: new Date(clock.now()),
        userId: caller.userId,
        userName: caller.userName,
        nickName: caller.nickName,
        module: tabTitle(headers["module"]),
        action,
        object,
        objectId: id,
        objectName: name,
        before: JSON.stringify(changed.before),
        after: JSON.stringify(changed.after),
        address,
      });
    },
  };
}

function tabTitle(header: string | undefined): string {
  try {
    return decodeURIComponent(header ?? "").slice(0, 100);
  } catch {
    return "";
  }
}
