/** Calls as figures count them (统计口径): what 通话记录 lists when it is opened from a figure. */

/** s in a queue. Who hangs up sooner is not counted as lost: the field's usual limit for a wrong number or a second thought. */
export const shortAbandonS = 5;

export const callFigures = [
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
