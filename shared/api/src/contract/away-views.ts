/** What the bar shows of a customer who is busy with something else than his agent. */

/** 安全输入: what for, how many keys so far, of how many. mine: this agent asked for it. */
export interface SecureView {
  readonly name: string;
  readonly count: number;
  readonly most: number;
  readonly endsAt: number;
  readonly mine: boolean;
}

/** 挂起转. mine: this agent sent him. */
export interface SuspendedView {
  readonly name: string;
  readonly since: number;
  /** closing: he is on his way back. */
  readonly step: "listening" | "keys" | "closing";
  /** How often he has been asked, and how often he is at most. */
  readonly turn: number;
  readonly turns: number;
  readonly count: number;
  readonly mine: boolean;
}
