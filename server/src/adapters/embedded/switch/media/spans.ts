/** Stretches of time in order, those that touch joined. Pure. */
import type { MissingSpan } from "../../../../ports/switch.ts";

/** A recording that fails again and again keeps its first and its last stretches apart, and one of all between. */
const MOST = 50;

export class Spans {
  private spans: { fromMs: number; toMs: number }[] = [];

  add(fromMs: number, toMs: number): void {
    const all = [...this.spans, { fromMs, toMs }].sort((a, b) => a.fromMs - b.fromMs);
    this.spans = [];
    for (const span of all) {
      const last = this.spans.at(-1);
      if (last && span.fromMs <= last.toMs) last.toMs = Math.max(last.toMs, span.toMs);
      else this.spans.push(span);
    }
    if (this.spans.length <= MOST) return;
    const [before, after] = this.spans.splice(MOST / 2, 2);
    if (before && after) this.spans.splice(MOST / 2, 0, { fromMs: before.fromMs, toMs: after.toMs });
  }

  list(): readonly MissingSpan[] {
    return this.spans.map(({ fromMs, toMs }) => ({ fromMs: Math.round(fromMs), toMs: Math.round(toMs) }));
  }
}
