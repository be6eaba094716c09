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

async function readItems(trx: Trx, compId: string, code: string) {
  const [shared, own] = await Promise.all([
    findDictionaryByCode(trx, installation, code),
    compId === installation ? undefined : findDictionaryByCode(trx, compId, code),
  ]);
  const [sharedItems, ownItems] = await Promise.all([
    shared ? listItems(trx, installation, shared.id) : [],
    own ? listItems(trx, compId, own.id) : [],
  ]);
  return { sharedItems, ownItems, mode: own?.mode ?? "extend" };
}

export interface Dictionary {
  /** What is offered, in order. */
  readonly offered: readonly DictionaryOption[];
  /** What is offered no more too: values that were chosen before are still called so. The enterprise's own word comes last. */
  readonly names: readonly DictionaryOption[];
}

/** `trx` must see the installation's rows as well as the enterprise's: a system transaction. An unknown code has no options. */
export async function findDictionary(trx: Trx, compId: string, code: string): Promise<Dictionary> {
  const { sharedItems, ownItems, mode } = await readItems(trx, compId, code);
  return {
    offered: mergeItems(sharedItems, ownItems, mode),
    names: [...sharedItems, ...ownItems].map(({ value, label }) => ({ value, label })),
  };
}

export const readOptions = async (trx: Trx, compId: string, code: string): Promise<DictionaryOption[]> => [
  ...(await findDictionary(trx, compId, code)).offered,
];
