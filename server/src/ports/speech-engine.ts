/** A speech engine as ports/speech.ts is told of it. */
import type { EngineProvider } from "@liantai/api/contract/flow-editor";

/** An engine as its row says, its key open: it never leaves the server. */
export interface SpeechEngine {
  readonly id: string;
  readonly provider: EngineProvider;
  /** ws(s):// or http(s)://; '': built in. */
  readonly address: string;
  /** '': it wants none. */
  readonly key: string;
  /** Names that the row offers. */
  readonly voices: readonly string[];
  readonly timeoutMs: number;
  /** Private addresses and this machine are allowed, too. */
  readonly allowsPrivate: boolean;
}
