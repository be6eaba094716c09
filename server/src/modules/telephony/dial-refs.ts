/** What the CTI link asks of sealed references to numbers; the module dial-refs answers. */
import type { CommandReply } from "../../ports/engine.ts";

export interface DialGate {
  /** The number behind a reference, for the seat of this session; a refusal where it is not that seat's, or too old. */
  numberOf(sessionId: string, ref: string): Promise<{ readonly number: string } | CommandReply>;
}
