/** What a form is offered: the installation's items with the enterprise's over them. */
import { installation } from "../../../http/company.ts";
import type { Trx } from "../../../ports/database.ts";
import { findDictionaryByCode, listItems, type ItemRow } from "./repository.ts";

export interface DictionaryOption {
  readonly value: string;
  readonly label: string;
}

/** Pure. An own item stands for the shared one of its value; switched off it takes that away. */
export function mergeItems(shared: readonly ItemRow[], own: readonly ItemRow[], mode: string): DictionaryOption[] {
  const items = new Map<string, ItemRow>();
  if (mode !== "replace") for (const item of shared) items.set(item.value, item);
  for (const item of own) items.set(item.value, item);
  return [...items.values()]
    .filter((item) => item.enabled === 1)
    .sort((a, b) => a.sort - b.sort || (a.value < b.value ? -1 : 1))
    .map(({ value, label }) => ({ value, label }));
}

/** `trx` must see the installation's rows as well as the enterprise's: a system transaction. An unknown code has no options. */
export async function readOptions(trx: Trx, compId: string, code: string): Promise<DictionaryOption[]> {
  const [shared, own] = await Promise.all([
    findDictionaryByCode(trx, installation, code),
    compId === installation ? undefined : findDictionaryByCode(trx, compId, code),
  ]);
  const [sharedItems, ownItems] = await Promise.all([
    shared ? listItems(trx, installation, shared.id) : [],
    own ? listItems(trx, compId, own.id) : [],
  ]);
  return mergeItems(sharedItems, ownItems, own?.mode ?? "extend");
}
