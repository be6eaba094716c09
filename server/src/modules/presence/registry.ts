/** The entries that a process knows, by record and by socket. Pure. */
import type { Presence } from "@liantai/api/contract";

/** A record that a page has open. */
export interface Place {
  readonly compId: string;
  readonly recordId: string;
  readonly accountId: string;
  readonly socketId: string;
}

export interface Opened extends Place {
  readonly name: string;
  readonly agentId: string;
  /** It is typed into, not only looked at. */
  readonly editing: boolean;
  readonly at: number;
}

/** A page that opens more than these pushes out its own oldest. */
export const mostOpen = 20;

const keyOf = ({ compId, recordId }: Pick<Place, "compId" | "recordId">): string => `${compId}/${recordId}`;

export class Registry {
  private readonly byRecord = new Map<string, Map<string, Opened>>();
  private readonly bySocket = new Map<string, Set<string>>();
  private readonly heard = new Map<string, number>();

  all(): readonly Opened[] {
    return [...this.byRecord.values()].flatMap((entries) => [...entries.values()]);
  }

  of(key: string): readonly Opened[] {
    return [...(this.byRecord.get(key)?.values() ?? [])];
  }

  holds(socketId: string): boolean {
    return this.bySocket.has(socketId);
  }

  /** Of the page's entries the one that has to go for this one. */
  pushedOut(open: Opened): Place | undefined {
    const keys = this.bySocket.get(open.socketId);
    if (!keys || keys.size < mostOpen || keys.has(keyOf(open))) return undefined;
    const [oldest] = keys;
    return oldest === undefined ? undefined : this.byRecord.get(oldest)?.get(open.socketId);
  }

  /** Records whose entries are others now. */
  put(entries: readonly Opened[], now: number): ReadonlySet<string> {
    const changed = new Set<string>();
    for (const entry of entries) {
      const key = keyOf(entry);
      const there = this.byRecord.get(key) ?? new Map<string, Opened>();
      this.byRecord.set(key, there);
      const before = there.get(entry.socketId);
      // Opened once more by the same page: since when it was.
      there.set(entry.socketId, before?.editing === entry.editing ? { ...entry, at: before.at } : entry);
      const keys = this.bySocket.get(entry.socketId) ?? new Set<string>();
      this.bySocket.set(entry.socketId, keys.add(key));
      this.heard.set(entry.socketId, now);
      changed.add(key);
    }
    return changed;
  }

  remove(place: Place): ReadonlySet<string> {
    const key = keyOf(place);
    if (this.byRecord.get(key)?.get(place.socketId)?.accountId !== place.accountId) return new Set();
    this.drop(key, place.socketId);
    return new Set([key]);
  }

  leave(socketIds: readonly string[]): ReadonlySet<string> {
    const changed = new Set<string>();
    for (const socketId of socketIds)
      for (const key of [...(this.bySocket.get(socketId) ?? [])]) {
        this.drop(key, socketId);
        changed.add(key);
      }
    return changed;
  }

  alive(socketIds: readonly string[], now: number): void {
    for (const socketId of socketIds) if (this.heard.has(socketId)) this.heard.set(socketId, now);
  }

  /** What nobody has answered for since then. */
  sweep(since: number): ReadonlySet<string> {
    return this.leave([...this.heard].filter(([, at]) => at < since).map(([socketId]) => socketId));
  }

  /** Who else types into it; `own`: the same person on another page. */
  seenBy({ compId, recordId, socketId, accountId }: Opened): Presence {
    const others = this.of(keyOf({ compId, recordId }))
      .filter((one) => one.editing && one.socketId !== socketId)
      .sort((a, b) => a.at - b.at)
      .map(({ name, agentId, at, accountId: whose }) => ({ name, agentId, own: whose === accountId, since: at }));
    return { recordId, others };
  }

  private drop(key: string, socketId: string): void {
    const entries = this.byRecord.get(key);
    entries?.delete(socketId);
    if (entries?.size === 0) this.byRecord.delete(key);
    const keys = this.bySocket.get(socketId);
    keys?.delete(key);
    if (keys?.size !== 0) return;
    this.bySocket.delete(socketId);
    this.heard.delete(socketId);
  }
}
