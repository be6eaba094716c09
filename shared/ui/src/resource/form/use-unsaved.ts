import { markUnsaved } from "@liantai/api/client";
import { useTabKey } from "@liantai/ui";
import { useContext, useEffect } from "react";
import { LeaveContext } from "./leave-context.ts";

/** While `dirty`, leaving the guard around it (a guarded sheet, a SubjectScreen) asks first. The tab and the page do not ask. */
export function useGuarded(dirty: boolean): void {
  const mark = useContext(LeaveContext)?.mark;
  useEffect(() => (dirty ? mark?.() : undefined), [dirty, mark]);
}

/** While `dirty`, closing the tab or the page asks first, and so does leaving the guard around it. */
export function useUnsaved(dirty: boolean): void {
  const key = useTabKey();
  useGuarded(dirty);
  useEffect(() => (dirty ? markUnsaved(key) : undefined), [dirty, key]);
}
