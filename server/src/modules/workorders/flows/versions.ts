/** Versions as orders follow them: they never change, so each is read once a process. */
import type { FlowDefinition } from "@liantai/api/contract/work-orders";
import type { Trx } from "../../../ports/database.ts";
import { findVersion } from "./repository.ts";

/** Versions in memory; the one not asked for longest goes. */
const kept = 500;
const cache = new Map<string, FlowDefinition>();

export interface VersionRef {
  readonly compId: string;
  readonly flowId: string;
  readonly flowVersion: number;
}

export async function versionOf(trx: Trx, { compId, flowId, flowVersion }: VersionRef): Promise<FlowDefinition> {
  const key = `${compId}/${flowId}/${flowVersion}`;
  const known = cache.get(key);
  if (known) {
    cache.delete(key);
    cache.set(key, known);
    return known;
  }
  const row = await findVersion(trx, compId, flowId, flowVersion);
  if (!row) throw new Error(`flow ${flowId} has no version ${flowVersion}`);
  cache.set(key, row.definition);
  const [oldest] = cache.keys();
  if (cache.size > kept && oldest !== undefined) cache.delete(oldest);
  return row.definition;
}

/** For tests: another database begins, whose flows may have the same ids. */
export const forgetVersions = (): void => cache.clear();
