/** Last days of service: a date stands for its last second in the enterprise's zone. */
import { formatTime, parseTime } from "../event-log/index.ts";

export const endOfDay = (date: string): Date | undefined => parseTime(`${date} 23:59:59`);
export const dateOnly = (at: Date): string => formatTime(at).slice(0, 10);
