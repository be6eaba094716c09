/** Sealing and opening. */
import { dayMs } from "@liantai/api/contract";
import type { Clock } from "../../ports/clock.ts";
import type { Sealer } from "../system/index.ts";

export const dialRefMs = dayMs;

interface Seat {
  readonly compId: string;
  readonly agentId: string;
}

/** What the number belongs to, for the log: kind of thing, id, how people call it. */
export interface Referred {
  readonly number: string;
  readonly object: string;
  readonly id: string;
  readonly name: string;
}

export interface DialRefs {
  seal(seat: Seat, what: Referred): string;
  /** undefined: it is another seat's, too old, or none. */
  open(seat: Seat, ref: string): Referred | undefined;
}

interface Sealed extends Referred {
  readonly at: number;
}

const context = ({ compId, agentId }: Seat): string => `dialRef/${compId}/${agentId}`;

export function createDialRefs({ sealer, clock }: { readonly sealer: Sealer; readonly clock: Clock }): DialRefs {
  return {
    seal: (seat, what) => sealer.seal(JSON.stringify({ ...what, at: clock.now() } satisfies Sealed), context(seat)),
    open(seat, ref) {
      try {
        const { at, ...what } = JSON.parse(sealer.unseal(ref, context(seat))) as Sealed;
        return clock.now() - at < dialRefMs ? what : undefined;
      } catch {
        return undefined;
      }
    },
  };
}
