/** Reading what a process before kept: of another version, maybe. Pure. */
import type { KeptState, KeptValue } from "../../../ports/leg-store.ts";

export const isState = (value: KeptValue | undefined): value is KeptState =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** '' where it is none. */
export function textOf(state: KeptState, name: string): string {
  const value = state[name];
  return typeof value === "string" ? value : "";
}

/** 0 where it is none. */
export function numberOf(state: KeptState, name: string): number {
  const value = state[name];
  return typeof value === "number" ? value : 0;
}
