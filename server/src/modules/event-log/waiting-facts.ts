/** Facts of a call that waits: what the caller is offered meanwhile, and what becomes of it. */
export type WaitingFact =
  /** To go on waiting or to be called back, and what the caller chose. */
  | { readonly type: "menuOffered" }
  | { readonly type: "menuChosen"; readonly choice: "wait" | "callback" | "voicemail" }
  /** He speaks after this; maxMs: as long as he may. */
  | { readonly type: "voicemailStarted"; readonly skillGroupId: string; readonly maxMs: number }
  | { readonly type: "voicemailStored"; readonly skillGroupId: string; readonly ms: number }
  /** It is offered to an agent who is ready, and what came of that. withdrawn: a call came, or he is ready no longer. */
  | { readonly type: "messageOffered"; readonly agentId: string; readonly skillGroupId: string }
  | {
      readonly type: "messageOfferEnded";
      readonly agentId: string;
      readonly outcome: "accepted" | "declined" | "timedOut" | "withdrawn";
    }
  /** An emergency switch leads him elsewhere; name: of the supervisor who pressed it. */
  | { readonly type: "diverted"; readonly name: string; readonly to: string }
  /** He left the line and keeps his place; id: of the callback. */
  | { readonly type: "callbackRequested"; readonly id: string; readonly to: string; readonly skillGroupId: string }
  | { readonly type: "callbackRefused"; readonly to: string }
  /** In the call in which it was asked for, or nobody answered (try 0): callId is the one that is made for it. */
  | { readonly type: "callbackDialled"; readonly callId: string; readonly try: number; readonly agentId: string }
  | {
      readonly type: "callbackEnded";
      readonly outcome: "answered" | "failed" | "cancelled";
      readonly callId?: string;
      /** Of the supervisor who cancelled it. */
      readonly name?: string;
    };
