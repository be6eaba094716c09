import { markUnsaved } from "@liantai/api/client";
import { useTabKey } from "@liantai/ui";
import { useEffect } from "react";

/** While `dirty`, closing the tab or the page asks first. */
export function useUnsaved(dirty: boolean): void {
  const key = useTabKey();
  useEffect(() => (dirty ? markUnsaved(key) : undefined), [dirty, key]);
}
