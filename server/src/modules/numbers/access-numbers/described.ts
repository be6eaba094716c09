/** A target in words, the same in lists, testers, the operation log and emergency switches. */
import type { TargetKind } from "@liantai/api/contract/admin";
import type { Trx } from "../../../ports/database.ts";
import { targetText } from "./present.ts";
import { findTarget } from "./targets-repository.ts";

interface Described {
  /** null: what it names is gone, or it names nothing. */
  readonly name: string | null;
  /** It is there and switched off. */
  readonly off: boolean;
  /** 技能组：客服一组（目标已停用） */
  readonly text: string;
}

export async function describeTarget(
  trx: Trx,
  compId: string,
  target: { readonly kind: TargetKind; readonly id: string },
): Promise<Described> {
  const { name, off } = await findTarget(trx, compId, target);
  return { name, off, text: targetText(target.kind, name, off) };
}
