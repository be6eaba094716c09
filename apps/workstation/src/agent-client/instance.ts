/** The identity of this browser tab: survives a reload, differs in a duplicated tab. */

export interface InstancePorts {
  readonly storage: Pick<Storage, "getItem" | "setItem">;
  readonly uuid: () => string;
  /** The page is a reload of itself: its own old lock may take a moment to go, and there is nobody else to ask about. */
  readonly reloaded: boolean;
  /** Takes a lock that only one living tab can hold, within a moment; without lock support: true. */
  lock(name: string): Promise<boolean>;
}

const key = "liantai.instance";

export async function tabInstance({ storage, uuid, reloaded, lock }: InstancePorts): Promise<string> {
  const saved = storage.getItem(key);
  if (saved && reloaded) {
    void lock(`${key}.${saved}`);
    return saved;
  }
  // A duplicated tab copies session storage: whoever holds the lock keeps the identity.
  if (saved && (await lock(`${key}.${saved}`))) return saved;
  const made = uuid();
  storage.setItem(key, made);
  await lock(`${key}.${made}`);
  return made;
}

/** ms a page waits for the lock of the page that it replaces. */
const patience = 400;

/** Held until the page goes. */
export async function lockForLife(name: string): Promise<boolean> {
  if (!navigator.locks) return true;
  return new Promise((resolve) => {
    navigator.locks
      .request(name, { signal: AbortSignal.timeout(patience) }, () => {
        resolve(true);
        return new Promise<never>(() => undefined);
      })
      .catch(() => resolve(false));
  });
}

export const isReload = (): boolean =>
  (performance.getEntriesByType("navigation")[0] as PerformanceNavigationTiming | undefined)?.type === "reload";
