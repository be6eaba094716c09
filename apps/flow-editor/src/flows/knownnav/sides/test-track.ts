/** What a test's caller came through, as it is read: a line a visit of a node, with what was said and pressed in it. */
import { leftText } from "@liantai/api/flows";
import type { TestRun } from "../queries.ts";

type Row = TestRun["results"][number]["track"][number];

export interface Visit {
  readonly nodeId: string;
  readonly text: string;
}

const said = ({ action, content }: Row): string => {
  if (action === "keys") return `客户按了${content}`;
  return action === "left" ? leftText(content) : content;
};

/** A node that is left and come to again has a line of its own; steps without words are the visit itself. */
export function visits(track: readonly Row[]): readonly Visit[] {
  const all: { readonly nodeId: string; readonly name: string; readonly words: string[] }[] = [];
  let left = true;
  for (const row of track) {
    const last = all.at(-1);
    if (last === undefined || last.nodeId !== row.nodeId || (left && row.action === "node"))
      all.push({ nodeId: row.nodeId, name: row.nodeName, words: [] });
    if (row.content !== "") all.at(-1)?.words.push(said(row));
    left = row.action === "branch" || row.action === "left";
  }
  return all.map(({ nodeId, name, words }) => ({
    nodeId,
    text: [name, words.join("；")].filter((one) => one !== "").join("："),
  }));
}
