/** What the station remembers over a reload of its tab. */
type Keep = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const ownedKey = "liantai.ownsMedia";
const callKey = "liantai.inCall";
const mutedKey = "liantai.mutedCall";

export class AgentMemory {
  private readonly storage: Keep;

  constructor(storage: Keep) {
    this.storage = storage;
  }

  /** This tab owned this user's media when it was last seen: register before the server has said so. */
  owned(user: string): boolean {
    return this.storage.getItem(ownedKey) === user;
  }

  setOwned(user: string, owned: boolean): void {
    if (owned) this.storage.setItem(ownedKey, user);
    else this.storage.removeItem(ownedKey);
  }

  /** A call was in hand when this tab was last seen. */
  inCall(): boolean {
    return this.storage.getItem(callKey) !== null;
  }

  setInCall(callId: string | null): void {
    if (callId) this.storage.setItem(callKey, callId);
    else this.storage.removeItem(callKey);
  }

  mutedCall(): string | null {
    return this.storage.getItem(mutedKey);
  }

  setMutedCall(callId: string | null): void {
    if (callId) this.storage.setItem(mutedKey, callId);
    else this.storage.removeItem(mutedKey);
  }
}
