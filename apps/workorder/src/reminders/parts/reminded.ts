/** The parameters with which a notification opened the tab, or covered those of the open one (console.md section 2). */
import { useTab } from "@liantai/ui";
import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router-dom";

const time = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

export interface Reminded {
  /** Of the reservation; '' elsewhere. */
  readonly id: string;
  readonly subTime: string;
  /** The sealed reference of a reservation; '' elsewhere. */
  readonly subNumber: string;
}

/** What the tab was opened with; undefined: from the menu. */
export function useReminded(): Reminded | undefined {
  const { params } = useTab();
  const { id, subTime, subNumber } = (params ?? {}) as Readonly<Partial<Record<keyof Reminded, unknown>>>;
  if (typeof subTime !== "string" || !time.test(subTime)) return undefined;
  const text = (value: unknown): string => (typeof value === "string" ? value : "");
  return { id: text(id), subTime, subNumber: text(subNumber) };
}

/** The list asks for the day of the reminder, each time that one opens or covers the tab; what is typed afterwards stays. */
export function useDayOfReminder(): void {
  const { search, revision = 0 } = useTab();
  const [, setSearch] = useSearchParams();
  const reminded = useReminded();
  const day = reminded?.subTime.slice(0, 10);
  const seen = useRef<number | undefined>(undefined);
  useEffect(() => {
    if (day === undefined || seen.current === revision) return;
    const restored = seen.current === undefined && search !== undefined;
    seen.current = revision;
    if (!restored) setSearch({ startTime: `${day} 00:00:00`, endTime: `${day} 23:59:59` }, { replace: true });
  }, [day, revision, search, setSearch]);
}
