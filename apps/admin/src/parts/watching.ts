/** Presses of the monitors' screens, asked as the server asks them. */
import { selectUser, useMayPress, useMaySee, useSelector } from "@liantai/api/client";
import { isMonitor } from "@liantai/api/contract";
import { useMayDo } from "./reveal.tsx";

/**
 * Whether a button may be pressed that supervises: its page was granted (of one that was not, mayPress knows nothing), it was, and so was
 * 监控坐席.
 */
export function useMayWatch(page: string): (code: string) => boolean {
  const press = useMayPress(page);
  const sees = useMaySee(page) === true;
  const supervises = useMayDo("monitor");
  return (code) => sees && supervises && press(code);
}

/** What a call is taken to: a monitor's own seat. Administrators have none. */
export const useHasOwnSeat = (): boolean => isMonitor(useSelector(selectUser));
