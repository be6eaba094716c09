/** Why the engine routed as it did; the words are in records/track.ts. */
export type RoutingReason =
  | "longestIdle"
  | "leastCalls"
  | "roundRobin"
  | "bestLevel"
  | "drawn"
  | "nextFree"
  | "firstInLine"
  | "afterLoss"
  | "dialledDirectly"
  | "byTask"
  | "byTimeRule"
  | "byDispatchQueue"
  | "byRings"
  | "lastAgent"
  | "byTarget"
  | "byTransfer"
  | "transferBack"
  | "pickedUp"
  /** The flow that led him to a queue has him again. */
  | "backInFlow";
