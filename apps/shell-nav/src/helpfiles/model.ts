import { mayOperate, queriesOf, selectUser, useSelector } from "@liantai/api/client";
import { type ReplyOf, isOperator } from "@liantai/api/contract";
import { helpApi } from "@liantai/api/contract/help";

export const help = queriesOf(helpApi);
export type HelpNode = ReplyOf<typeof helpApi.tree>[number];
export type HelpDocument = ReplyOf<typeof helpApi.get>;

/** Operators keep the help. */
export function useMayEdit(): boolean {
  const user = useSelector(selectUser);
  return isOperator(user) && mayOperate(user, "help.edit");
}

export interface Branch extends HelpNode {
  readonly below: readonly Branch[];
}

/** The server's flat list, parents first, as a tree. */
export function branchesOf(nodes: readonly HelpNode[], parentId = ""): readonly Branch[] {
  return nodes
    .filter((node) => node.parentId === parentId)
    .map((node) => ({ ...node, below: branchesOf(nodes, node.id) }));
}

/** Folders with the path that leads to them, for a choice; without one and what is below it. */
export function foldersOf(
  nodes: readonly HelpNode[],
  without?: string,
): readonly { readonly id: string; readonly path: string }[] {
  const walk = (parentId: string, lead: string): { id: string; path: string }[] =>
    nodes
      .filter((node) => node.parentId === parentId && node.kind === "folder" && node.id !== without)
      .flatMap((node) => [{ id: node.id, path: `${lead}${node.title}` }, ...walk(node.id, `${lead}${node.title} / `)]);
  return walk("", "");
}
