/** Facts of a call to its parts in flows. */
import type { FlowNote } from "../session.ts";
import type { ReplayFact, StoredInput, StoredPart, StoredVisit } from "./types.ts";

type Open<T> = { -readonly [K in keyof T]: T[K] };

export function partsOf(facts: readonly { readonly at: number; readonly fact: ReplayFact }[]): readonly StoredPart[] {
  const parts: (Omit<Open<StoredPart>, "inputs"> & {
    inputs: (Omit<StoredInput, "notes"> & { notes: FlowNote[] })[];
  })[] = [];
  let name = "";
  for (const { at, fact } of facts) {
    const part = parts.at(-1);
    switch (fact.type) {
      case "flowEntered":
        name = fact.name;
        break;
      case "flowInput": {
        const { event, began, hidden = false } = fact;
        if (event.type === "begin") {
          if (part?.end === "") part.end = "flow";
          parts.push({ began, name, inputs: [], end: "" });
        }
        parts.at(-1)?.inputs.push({ at, event, hidden, notes: [] });
        break;
      }
      case "flowStep": {
        const { step, type: _, ...note } = fact;
        // What a rule makes of the dialogue (G177) is no step of the flow's own.
        if (step === "intention") break;
        part?.inputs.at(-1)?.notes.push({ action: step, ...note });
        break;
      }
      case "flowLeft":
      case "ended":
        if (part?.end === "") part.end = fact.result;
    }
  }
  return parts;
}

/** The way it took, by its notes. */
export function storedVisits({ inputs }: StoredPart): readonly StoredVisit[] {
  const from = inputs[0]?.at ?? 0;
  const visits: Open<StoredVisit>[] = [];
  for (const { at, notes } of inputs)
    for (const { action, nodeId, nodeName, data } of notes) {
      if (action === "node") visits.push({ at: at - from, nodeId, nodeName, exit: "" });
      const exit = data?.["exit"];
      if (action !== "branch" || typeof exit !== "string") continue;
      // A sub-process came back: its caller is left now.
      const left = visits.findLast((visit) => visit.nodeId === nodeId && visit.exit === "");
      if (left) left.exit = exit;
    }
  return visits;
}

/** Index of the first that differs; null: they are the same. The shorter may be a call that went on. */
export function departure(
  stored: readonly StoredVisit[],
  visits: readonly Pick<StoredVisit, "nodeId" | "exit">[],
): number | null {
  const at = Array.from({ length: Math.max(stored.length, visits.length) }).findIndex((_, each) => {
    const [was, is] = [stored[each], visits[each]];
    return was?.nodeId !== is?.nodeId || was?.exit !== is?.exit;
  });
  return at === -1 ? null : at;
}
