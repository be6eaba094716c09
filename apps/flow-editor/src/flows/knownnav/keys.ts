import type { SubProcess } from "@liantai/api/flows";
import { isTyped, partAt } from "@liantai/ui/canvas";
import type { KeyboardEvent } from "react";
import type { BoardActions } from "./board.ts";
import { frameId } from "./canvas/parts-of.ts";
import { newId } from "./model/body.ts";
import { edgesOf } from "./model/exits.ts";
import { removeGroup } from "./model/groups.ts";
import { connect, readingOrder, removeNodes } from "./model/nodes.ts";
import { copied, pasted } from "./model/clipboard.ts";

export interface Keys {
  readonly sub: SubProcess;
  readonly flowId: string;
  readonly marked: ReadonlySet<string>;
  readonly actions: BoardActions;
  /** Whether the drawing may be changed. */
  readonly may: boolean;
  readonly onConnect: () => void;
  readonly onSearch: () => void;
  readonly onSave: () => void;
  /** Shows a node and gives it the focus; what is chosen stays chosen. */
  readonly onGo: (nodeId: string) => void;
  /** Says which keys there are. */
  readonly onHelp: () => void;
}

/** Nodes with their lines, lines, and frames. */
export function removed(sub: SubProcess, ids: ReadonlySet<string>): SubProcess {
  const lines = edgesOf(sub).filter(({ id }) => ids.has(id));
  const frames = sub.flow.groups.filter(({ id }) => ids.has(frameId(id)));
  const cut = lines.reduce((now, { source, exit }) => connect(now, source, exit, ""), removeNodes(sub, ids));
  return frames.reduce((now, { id }) => removeGroup(now, id), cut);
}

/** What the key is about: the node that has the focus, where it is none of those chosen; else these. */
function aimedAt(target: Node, marked: ReadonlySet<string>): ReadonlySet<string> {
  const id = partAt(target);
  return id && !marked.has(id) ? new Set([id]) : marked;
}

/** Tab and Shift+Tab: to the next node as a call meets them, and out of the graph behind the last. True: the key has done its work. */
function toNeighbour(
  { currentTarget, shiftKey }: KeyboardEvent<HTMLElement>,
  focused: string,
  { sub, onGo }: Pick<Keys, "sub" | "onGo">,
): boolean {
  const order = readingOrder(sub);
  const at = order.findIndex(({ nodeId }) => nodeId === focused);
  // A frame: the browser goes on.
  if (at < 0) return false;
  const next = order[at + (shiftKey ? -1 : 1)];
  if (next) onGo(next.nodeId);
  else {
    // In the page nodes stand in another order: from here the browser would lead back among them, and nobody would come out.
    const all = [...currentTarget.querySelectorAll<HTMLElement>(".react-flow__node")];
    all.at(shiftKey ? 0 : -1)?.focus({ preventScroll: true });
  }
  return next !== undefined;
}

/** Which node has the keyboard when this one is gone: the next that stays, else the one before. */
function left(sub: SubProcess, id: string, gone: ReadonlySet<string>): string | undefined {
  const order = readingOrder(sub).map(({ nodeId }) => nodeId);
  const at = order.indexOf(id);
  const stays = (one: string) => !gone.has(one);
  return at < 0 ? undefined : (order.slice(at).find(stays) ?? order.slice(0, at).findLast(stays));
}

/** The same nodes once more, beside them. */
export function duplicate(
  { sub, flowId, actions }: Pick<Keys, "sub" | "flowId" | "actions">,
  ids: ReadonlySet<string>,
) {
  const text = copied(sub, ids);
  if (text === undefined) return;
  const made = pasted(sub, text, { flowId, newId });
  if (!made) return;
  actions.editSub(sub.subProcessId, () => made.sub);
  actions.select(made.ids);
}

/** Keys of the editor; the graph itself moves what is chosen by the arrow keys. Dialogs over it have keys of their own. */
export const keysOf = (keys: Keys) => (event: KeyboardEvent<HTMLElement>) => {
  const { sub, marked, actions, may, onConnect, onSearch, onSave, onHelp, onGo } = keys;
  if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return;
  const key = event.key.toLowerCase();
  const command = event.ctrlKey || event.metaKey;
  const aimed = aimedAt(event.target, marked);
  const focused = partAt(event.target);
  if (command && (key === "z" || key === "y")) actions.step(key === "y" || event.shiftKey ? "redo" : "undo");
  else if (command && key === "f") onSearch();
  else if (command && key === "s") onSave();
  else if (isTyped(event.target) || event.altKey) return;
  else if (key === "tab" && focused) {
    if (!toNeighbour(event, focused, keys)) return;
  } else if (key === "?") onHelp();
  else if (command && key === "a") actions.select(sub.flow.nodes.map(({ nodeId }) => nodeId));
  else if (!may) return;
  else if (key === "delete" || key === "backspace") {
    if (aimed.size > 0) actions.editSub(sub.subProcessId, (now) => removed(now, aimed));
    actions.select([]);
    const next = focused && aimed.has(focused) ? left(sub, focused, aimed) : undefined;
    if (next !== undefined) onGo(next);
  } else if (command && key === "d") duplicate(keys, aimed);
  else if (!command && key === "c") {
    actions.select([...aimed]);
    onConnect();
  } else return;
  event.preventDefault();
};
