/** Stretches of a recording as the column call_record.recording_missing keeps them: "4000-7000,9000-9020", ms. */
import type { MissingSpan } from "../../ports/switch.ts";

export const writeSpans = (spans: readonly MissingSpan[]): string =>
  spans.map(({ fromMs, toMs }) => `${fromMs}-${toMs}`).join(",");

export const readSpans = (text: string | null): MissingSpan[] =>
  (text ?? "").split(",").flatMap((part) => {
    const [fromMs, toMs] = part.split("-").map(Number);
    return part === "" || fromMs === undefined || toMs === undefined ? [] : [{ fromMs, toMs }];
  });
