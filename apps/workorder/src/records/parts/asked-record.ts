/** The form, and the record of it, that a notification opened the tab for, or covered it with (rule U10). */
import { useTab, useTabParams } from "@liantai/ui";
import { useCallback, useEffect, useState } from "react";

interface AskedRecord {
  readonly formId: string;
  /** '': none, the list alone. */
  readonly id: string;
}

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

/** Until it is taken; asked again when the tab is covered again. */
export function useAskedRecord(): readonly [AskedRecord | undefined, () => void] {
  const { formId, id } = useTabParams<{ readonly formId: unknown; readonly id: unknown }>();
  const { revision = 0 } = useTab();
  const [seen, setSeen] = useState(-1);
  const [asked, setAsked] = useState<AskedRecord>();
  if (isText(formId) && seen !== revision) {
    setSeen(revision);
    setAsked({ formId, id: isText(id) ? id : "" });
  }
  return [asked, useCallback(() => setAsked(undefined), [])];
}

/** What a list of records has of it. */
export interface ToRecord {
  readonly asked: AskedRecord | undefined;
  /** Shows its form. */
  readonly choose: (formId: string) => void;
  readonly taken: () => void;
}

/** Opened once, when nothing is typed in (`free`): what is being written is closed first. */
export function useToRecord(to: ToRecord | undefined, formId: string, free: boolean, open: (id: string) => void): void {
  useEffect(() => {
    if (!to?.asked || !free) return;
    if (to.asked.formId !== formId) {
      to.choose(to.asked.formId);
      return;
    }
    if (to.asked.id !== "") open(to.asked.id);
    to.taken();
  }, [to, formId, free, open]);
}
