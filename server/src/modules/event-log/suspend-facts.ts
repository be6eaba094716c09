/** Facts of 挂起转: where an agent sent the customer, and how he came back. */

export type SuspendEnd =
  /** He heard it, or did what was asked of him. */
  | "done"
  /** Nothing valid came in all turns. */
  | "failed"
  /** The agent fetched him back. */
  | "takenBack"
  | "customerGone"
  | "agentGone";

export type SuspendFact =
  /** secret: what he presses there is known to nobody in the call. */
  | {
      readonly type: "suspended";
      readonly agentId: string;
      readonly targetId: string;
      readonly name: string;
      readonly secret?: true;
    }
  /** digits: how many were pressed that are the result. */
  | {
      readonly type: "suspendEnded";
      readonly agentId: string;
      readonly name: string;
      readonly end: SuspendEnd;
      readonly digits?: number;
    };
