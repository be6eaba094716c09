/** endsAt: absent where the agent ends it; fixed: the agent cannot. extendMs: it may be made longer by this, once. */
export interface WrapUpState {
  readonly kind: "wrapUp";
  readonly since: number;
  readonly callId: string;
  readonly endsAt?: number;
  readonly fixed?: boolean;
  readonly extendMs?: number;
}
