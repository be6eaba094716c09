/** What was typed, what is not with the server, which conversation is on show: kept in this tab over a reload, gone with the session. */
import type { Unsent } from "./talk.ts";

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export interface Typed {
  readonly drafts: Readonly<Record<string, string>>;
  readonly unsent: Readonly<Record<string, readonly Unsent[]>>;
  readonly chosen?: string | undefined;
}

const nothing: Typed = { drafts: {}, unsent: {} };
const keyOf = (userId: string): string => `liantai.chats.${userId}`;

export function readTyped(store: Store, userId: string): Typed {
  try {
    const kept = JSON.parse(store.getItem(keyOf(userId)) ?? "null") as Partial<Typed> | null;
    return { ...nothing, ...kept };
  } catch {
    return nothing;
  }
}

export function writeTyped(store: Store, userId: string, typed: Typed): void {
  try {
    const { drafts, unsent, chosen } = typed;
    if (chosen === undefined && Object.keys(drafts).length + Object.keys(unsent).length === 0)
      store.removeItem(keyOf(userId));
    else store.setItem(keyOf(userId), JSON.stringify(typed));
  } catch {
    // Full or forbidden storage: it lasts as long as the page.
  }
}
