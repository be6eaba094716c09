/** Who sent a call on without asking, and where it goes when nobody takes it there: data only. */
import type { Routed } from "./plan.ts";

export interface SentBy {
  readonly agentId: string;
  /** What stands for where he sent it. */
  readonly number: string;
  /** A supervisor took it from him for somebody else. */
  readonly byMonitor?: true;
  /** It is routed anew: the queue it came through, should it come back. */
  readonly before?: { readonly routed?: Routed | undefined };
}
