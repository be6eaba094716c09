/** Which rules a call was decided by (inventory dialling.md D1): the functions that were asked, and what its task was set to. */
import { createHash } from "node:crypto";
import type { TaskSettings } from "@liantai/api/contract/admin";
import type { DialHours } from "../checks/index.ts";
import { canonical } from "./chain.ts";

/** Counted up with each change of what checks/ decides. */
const functions = 1;

const known = new WeakMap<object, string>();

/** The same settings and hours have the same version, in every process. */
export function rulesVersion(facts: { readonly settings: TaskSettings; readonly hours: DialHours }): string {
  const { settings, hours } = facts;
  const before = known.get(hours);
  if (before !== undefined) return before;
  const version = `${functions}:${createHash("sha256").update(canonical({ settings, hours })).digest("hex").slice(0, 16)}`;
  // Hours are read with the settings, and neither is changed in place.
  known.set(hours, version);
  return version;
}
