/** Calls as figures count them (统计口径): what 通话记录 lists when it is opened from a figure. */

/**
 * s in a queue. Who hangs up sooner is not counted as lost; 0: everybody is. What an enterprise begins with is the field's usual limit
 * for a wrong number or a second thought; a skill group may have its own.
 */
export const shortAbandonRules = { default: 5, most: 60 } as const;
/** In words, as the hints of figures say it. */
export const shortAbandonText = "等待不到短放弃时限就挂断";

export const callFigures = [
  "queued",
  "abandoned",
  "shortAbandoned",
  "lost",
  "decided",
  "leveled",
  "withinLevel",
  "queueAnswered",
  "handled",
  "waiting",
  "talking",
] as const;
export type CallFigure = (typeof callFigures)[number];
