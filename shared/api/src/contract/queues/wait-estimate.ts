/** What the estimated wait of a skill group goes by: engine and hints read it here. */
export const estimateRules = {
  /** Handling times that are averaged. */
  calls: 20,
  /** Callers whose error is published. */
  callers: 100,
  /** Fewer callers say nothing about the error yet. */
  least: 10,
} as const;
