import type { LegId } from "../../../ports/switch.ts";

/** An announcement of the call. path: a file instead of the text. tone: one follows, and belongs to it. */
export interface Say {
  readonly do: "say";
  readonly leg: LegId;
  readonly text: string;
  readonly path?: string;
  readonly tag: number;
  readonly tone?: true;
}
