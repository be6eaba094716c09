/** yyyy-MM-dd HH:mm:ss in the enterprise's zone, Asia/Shanghai, which has no summer time. */
const offset = "+08:00";
const zone = new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Shanghai", dateStyle: "short", timeStyle: "medium" });
const dayMs = 86_400_000;

export const formatTime = (at: Date | number): string => zone.format(at);

/** Undefined when the text is no such time, 2026-02-30 included. */
export function parseTime(text: string): Date | undefined {
  const at = new Date(`${text.replace(" ", "T")}${offset}`);
  return !Number.isNaN(at.getTime()) && formatTime(at) === text ? at : undefined;
}

/** The day that holds `now`: from its midnight up to, not including, the next. */
export function dayOf(now: number): { readonly from: Date; readonly to: Date } {
  const from = new Date(`${formatTime(now).slice(0, 10)}T00:00:00${offset}`);
  return { from, to: new Date(from.getTime() + dayMs) };
}
