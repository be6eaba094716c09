/** yyyy-MM-dd HH:mm:ss in the enterprise's zone (shared/api/src/contract/validators.ts). */
const zone = new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Shanghai", dateStyle: "short", timeStyle: "medium" });

export const formatTime = (at: Date): string => zone.format(at);
