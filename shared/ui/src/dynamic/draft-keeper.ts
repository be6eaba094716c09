/**
 * Keeps what is typed into a form on the server (decision 067): a moment after the last key, and at once when the field, the tab or the
 * page is left. What did not get there is sent again. Outside React.
 */
import type { DraftHead } from "@liantai/api/contract/workorder";
import type { GivenValues } from "@liantai/api/forms";

/** A record, a call's new record, or a form's new record without a call; new ones also by what they are made for. */
export interface DraftPlace {
  readonly formId: string;
  readonly recordId?: string;
  readonly callId?: string;
  readonly aboutId?: string;
}

export interface KeptDraft {
  /** Of the record, when what follows was typed; 0: a new one. */
  readonly version: number;
  readonly values: GivenValues;
  readonly head?: DraftHead;
  readonly savedTime: string;
}

export type Typed = Pick<KeptDraft, "values" | "head">;

export interface DraftPorts {
  find(place: DraftPlace): Promise<KeptDraft | null>;
  /** When it was kept. Throws where it was not. `leaving`: the page may be gone before the answer. */
  save(place: DraftPlace, version: number, typed: Typed, leaving: boolean): Promise<string>;
  drop(place: DraftPlace): Promise<void>;
  /** setTimeout; the returned function cancels. */
  later(ms: number, run: () => void): () => void;
}

export type DraftState =
  | { readonly kind: "none" }
  /** Typed, and not on the server yet. */
  | { readonly kind: "waiting" }
  | { readonly kind: "kept"; readonly savedTime: string }
  | { readonly kind: "failed" };

/** `again` doubles with each time that it was not kept, up to `most`. */
export const draftDelays = { typing: 1_000, again: 5_000, most: 60_000 } as const;

/** By place: what is on its way to the server, so that who opens the form again reads what came after it. */
const underWay = new Map<string, Promise<unknown>>();
const keyOf = ({ formId, recordId, callId, aboutId }: DraftPlace): string =>
  [formId, recordId, callId, aboutId].join("|");

const isEmpty = ({ values, head = {} }: Typed): boolean => [values, head].every((of) => Object.keys(of).length === 0);

export async function findDraft(ports: Pick<DraftPorts, "find">, place: DraftPlace): Promise<KeptDraft | null> {
  await underWay.get(keyOf(place));
  const kept = await ports.find(place);
  return kept && !isEmpty(kept) ? kept : null;
}

export class DraftKeeper {
  private readonly ports: DraftPorts;
  private readonly place: DraftPlace;
  /** Of the record that the form shows. */
  private readonly version: number;
  private readonly listeners = new Set<() => void>();
  private now: DraftState = { kind: "none" };
  private typing: Typed | undefined;
  private cancel: (() => void) | undefined;
  private sending: Promise<void> | undefined;
  private ended = false;
  private failures = 0;

  constructor(ports: DraftPorts, place: DraftPlace, version: number) {
    this.ports = ports;
    this.place = place;
    this.version = version;
  }

  readonly state = (): DraftState => this.now;

  readonly follow = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  private become(state: DraftState): void {
    this.now = state;
    for (const listener of this.listeners) listener();
  }

  readonly typed = (values: GivenValues, head?: DraftHead): void => {
    const typed = { values, ...(head && { head }) };
    if (this.ended || (this.now.kind === "none" && isEmpty(typed))) return;
    this.typing = typed;
    if (this.now.kind !== "waiting") this.become({ kind: "waiting" });
    this.wait(draftDelays.typing);
  };

  private wait(ms: number): void {
    this.halt();
    this.cancel = this.ports.later(ms, () => void this.flush());
  }

  /** At once: what was typed since the last time. */
  readonly flush = (leaving = false): Promise<void> => {
    this.halt();
    if (this.typing === undefined) return this.sending ?? Promise.resolve();
    // One after the other, or the older one might arrive last; a page that goes waits for nothing.
    if (this.sending && !leaving) return this.sending.then(() => this.flush());
    const typed = this.typing;
    this.typing = undefined;
    const sent = this.ports.save(this.place, this.version, typed, leaving).then(
      (savedTime) => {
        this.failures = 0;
        if (!this.ended && this.typing === undefined) this.become({ kind: "kept", savedTime });
      },
      () => {
        if (this.ended) return;
        this.typing ??= typed;
        this.become({ kind: "failed" });
        this.wait(Math.min(draftDelays.again * 2 ** this.failures, draftDelays.most));
        this.failures += 1;
      },
    );
    const key = keyOf(this.place);
    const sending = sent.finally(() => {
      if (this.sending === sending) this.sending = undefined;
      if (underWay.get(key) === sending) underWay.delete(key);
    });
    this.sending = sending;
    underWay.set(key, sending);
    return sending;
  };

  /** Around the form's own save, which removes the draft on the server: nothing of the draft may arrive behind it. */
  async around<T>(save: () => Promise<T>): Promise<T> {
    await this.settle();
    try {
      const done = await save();
      this.end();
      return done;
    } catch (error) {
      void this.flush();
      throw error;
    }
  }

  async discard(): Promise<void> {
    await this.settle();
    await this.ports.drop(this.place);
    this.end();
  }

  private async settle(): Promise<void> {
    this.halt();
    await this.sending;
    // One that was not kept waits for its next try.
    this.halt();
  }

  private halt(): void {
    this.cancel?.();
    this.cancel = undefined;
  }

  private end(): void {
    this.ended = true;
    this.typing = undefined;
    this.become({ kind: "none" });
  }
}
