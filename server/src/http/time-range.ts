/** The stretch of time a list asks for: both ends are whole seconds and belong to it, without them it is the whole of today. */
import { AppError, dayOf, parseTime, secondMs } from "@liantai/api/contract";

/** Throws AppError 'invalid'. */
export function timeRange(
  now: number,
  query: { readonly startTime?: string | undefined; readonly endTime?: string | undefined },
): { readonly from: Date; readonly to: Date } {
  const today = dayOf(now);
  const from = query.startTime ? parseTime(query.startTime) : today.from;
  const last = query.endTime ? parseTime(query.endTime) : new Date(today.to.getTime() - secondMs);
  if (!from) throw new AppError("invalid", "开始时间格式应为 yyyy-MM-dd HH:mm:ss");
  if (!last) throw new AppError("invalid", "结束时间格式应为 yyyy-MM-dd HH:mm:ss");
  if (from > last) throw new AppError("invalid", "开始时间不能晚于结束时间");
  return { from, to: new Date(last.getTime() + secondMs - 1) };
}
