/** Overflow targets between contract and rows. */
import { overflowTexts, type TargetKind } from "@liantai/api/contract/admin";
import type { Selectable } from "kysely";
import { fieldRefusal } from "../../http/refusals.ts";
import type { Trx } from "../../ports/database.ts";
import type { OverflowColumns } from "../../ports/schema/groups.ts";
import { targetState } from "./uses-repository.ts";

interface Ref {
  readonly kind: TargetKind;
  readonly id: string;
}

export interface OverflowBody {
  readonly overflowFull: Ref;
  readonly overflowWait: Ref;
  readonly overflowAbsent: Ref;
}

const idOf = ({ kind, id }: Ref): string => (kind === "none" || kind === "hangup" ? "" : id);

export const toColumns = ({
  overflowFull: full,
  overflowWait: wait,
  overflowAbsent: absent,
}: OverflowBody): Selectable<OverflowColumns> => ({
  overflowFullKind: full.kind,
  overflowFullId: idOf(full),
  overflowWaitKind: wait.kind,
  overflowWaitId: idOf(wait),
  overflowAbsentKind: absent.kind,
  overflowAbsentId: idOf(absent),
});

const refOf = (kind: TargetKind, id: string): Ref => ({ kind, id });
export const fromColumns = (row: Selectable<OverflowColumns>): OverflowBody => ({
  overflowFull: refOf(row.overflowFullKind, row.overflowFullId),
  overflowWait: refOf(row.overflowWaitKind, row.overflowWaitId),
  overflowAbsent: refOf(row.overflowAbsentKind, row.overflowAbsentId),
});

/** A target in words. The numbers' module has it, which reads this one's. */
export type DescribeTarget = (trx: Trx, compId: string, target: Ref) => Promise<{ readonly text: string }>;

/** A row as the operation log keeps it: where it leads in words, for what an id named may be gone when it is read. */
export async function overflowInWords<Row extends Selectable<OverflowColumns>>(
  describe: DescribeTarget,
  trx: Trx,
  compId: string,
  row: Row,
) {
  const { overflowFullKind, overflowFullId, overflowWaitKind, overflowWaitId, ...others } = row;
  const { overflowAbsentKind, overflowAbsentId, ...rest } = others;
  const words = async (kind: TargetKind, id: string) => (await describe(trx, compId, { kind, id })).text;
  return {
    ...rest,
    overflowFull: await words(overflowFullKind, overflowFullId),
    overflowWait: await words(overflowWaitKind, overflowWaitId),
    overflowAbsent: await words(overflowAbsentKind, overflowAbsentId),
  };
}

const paths = ["overflowFull", "overflowWait", "overflowAbsent"] as const;

/**
 * Targets must be there and switched on, where `before` did not lead to them already, and none may lead back to itself. Throws AppError
 * 'invalid' that names the field.
 */
export async function checkOverflow(
  trx: Trx,
  compId: string,
  body: OverflowBody,
  own: Ref,
  before: Selectable<OverflowColumns> | undefined,
): Promise<void> {
  const kept = before ? Object.values(fromColumns(before)) : [];
  const fields = {
    overflowFull: overflowTexts.full,
    overflowWait: overflowTexts.wait,
    overflowAbsent: overflowTexts.absent,
  } as const;
  for (const path of paths) {
    const { kind, id } = body[path];
    const refuse = (message: string) => fieldRefusal(`${path}.id`, fields[path], `${fields[path]}${message}`);
    if (kind === own.kind && id === own.id) throw refuse("时不能转到自己");
    const state = await targetState(trx, compId, kind, id);
    if (state === "gone") throw refuse("的目标不存在");
    if (state === "off" && !kept.some((ref) => ref.kind === kind && ref.id === id)) throw refuse("的目标已停用");
  }
}
