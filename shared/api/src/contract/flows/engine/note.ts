/** Notes of the track, as a step makes them. */
import type { ProgramNode } from "./program.ts";
import type { FlowAction, FlowEffect, FlowNote, Said } from "./session.ts";

export type NoteEffect = Extract<FlowEffect, { do: "note" }>;
export type Note = Omit<FlowNote, "action" | "nodeId" | "nodeName">;

/** Where no node is. */
export const nowhere = { id: "", name: "" };

/** Three in four effects are notes: made as they stand, at a third of what a spread takes. */
export function noteOf(
  action: FlowAction,
  { id: nodeId, name: nodeName }: Pick<ProgramNode, "id" | "name">,
  content?: string,
  data?: Note["data"],
  nextNodeId?: string,
): FlowNote {
  if (nextNodeId !== undefined) {
    if (content !== undefined) return { action, nodeId, nodeName, nextNodeId, content, ...(data && { data }) };
    return data === undefined
      ? { action, nodeId, nodeName, nextNodeId }
      : { action, nodeId, nodeName, nextNodeId, data };
  }
  if (data === undefined)
    return content === undefined ? { action, nodeId, nodeName } : { action, nodeId, nodeName, content };
  return content === undefined ? { action, nodeId, nodeName, data } : { action, nodeId, nodeName, content, data };
}

export const noteEffect = (...of: Parameters<typeof noteOf>): NoteEffect => ({ do: "note", note: noteOf(...of) });

/** As the track has it, 1,000 characters at most. */
export function spoken(says: readonly Said[]): string {
  let content = "";
  for (const said of says) content += said.kind === "text" ? said.text : said.kind;
  return content.slice(0, 1_000);
}
