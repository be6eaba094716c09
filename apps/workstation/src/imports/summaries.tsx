/** Imports that ended while no dialog of their kind was open are summed up, one after the other. */
import { useRef, useState } from "react";
import type { ImportFigures } from "@liantai/bus";
import { useBus } from "@liantai/bus/react";
import { latePart, useLate } from "../bar/late.ts";

interface Ended {
  readonly kind: string;
  readonly figures: ImportFigures;
}

const summary = latePart(() => import("./summary.tsx"));

export function Summaries() {
  const [ended, setEnded] = useState<readonly Ended[]>([]);
  const watched = useRef(new Map<string, number>());
  useBus("import.watched", ({ kinds, on }) => {
    for (const kind of kinds) watched.current.set(kind, (watched.current.get(kind) ?? 0) + (on ? 1 : -1));
  });
  useBus("import.ended", ({ kind, figures }) => {
    if (figures && !watched.current.get(kind)) setEnded((before) => [...before, { kind, figures }]);
  });
  const part = useLate(summary, ended.length > 0);
  const [first, ...rest] = ended;
  return part && first && <part.Summary key={first.figures.id} {...first} onClose={() => setEnded(rest)} />;
}
