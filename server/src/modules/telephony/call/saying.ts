import type { Said } from "@liantai/api/flows";
import type { LegId } from "../../../ports/switch.ts";

/**
 * An announcement of the call. path: a file instead of the text. says: what a flow says instead of both. tone: one follows, and belongs to
 * it. loop: over and over.
 */
export interface Say {
  readonly do: "say";
  readonly leg: LegId;
  readonly text: string;
  readonly path?: string;
  readonly tag: number;
  readonly tone?: true;
  readonly says?: readonly Said[];
  readonly loop?: true;
  /** So much at the beginning is left out, ms. */
  readonly fromMs?: number;
  /** Whoever hears it stops it with a key: flow.ts. */
  readonly hushOnKey?: true;
}
