/** Clients of seats, groups, extensions and custom statuses, made once, and the choices that several screens offer. */
import { queriesOf } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import {
  agentApi,
  agentGroupApi,
  agentGroupMemberApi,
  extensionApi,
  fileApi,
  roleApi,
  seatImportApi,
  seatStatusApi,
} from "@liantai/api/contract/admin";
import { namedOptions, optionsFrom, pendingOptions, type Option } from "@liantai/ui";
import type { TreeNode } from "@liantai/ui/resource";
import { useMemo } from "react";

export const agents = queriesOf(agentApi);
export const agentImports = queriesOf({ ...seatImportApi, failed: fileApi.down });
export const agentGroups = queriesOf(agentGroupApi);
export const agentGroupMembers = queriesOf(agentGroupMemberApi);
export const extensions = queriesOf(extensionApi);
export const seatStatuses = queriesOf(seatStatusApi);
const roles = queriesOf({ listDef: roleApi.listDef });

export type Agent = ReplyOf<typeof agentApi.query>;
export type AgentGroup = ReplyOf<typeof agentGroupApi.list>["list"][number];
export type Extension = ReplyOf<typeof extensionApi.list>["list"][number];
export type SeatStatus = ReplyOf<typeof seatStatusApi.list>["list"][number];

/** console.md section 9: the seat list asks for all. */
export const everything = { pageNo: 1, pageSize: 99_999 } as const;

export const optionsOf = (texts: Readonly<Record<string | number, string>>, numeric = false): readonly Option[] =>
  Object.entries(texts).map(([value, label]) => ({ value: numeric ? Number(value) : value, label }));

export const seatLabel = ({ agentId, name }: { readonly agentId: string; readonly name: string }): string =>
  `${name}（${agentId}）`;

export function treeOf(groups: readonly AgentGroup[]): readonly TreeNode[] {
  const known = new Set(groups.map((g) => g.id));
  // Who sees a part of the tree sees its uppermost groups at the top.
  const under = (parent: string | null): readonly TreeNode[] =>
    groups
      .filter((g) => (parent === null ? g.parentId === null || !known.has(g.parentId) : g.parentId === parent))
      .map((g) => ({ id: g.id, label: g.name, badge: g.members, children: under(g.id) }));
  return under(null);
}

/** Groups with the way down to each as label: 华北/一组. */
export function groupOptions(groups: readonly AgentGroup[]): readonly Option[] {
  const byId = new Map(groups.map((g) => [g.id, g]));
  const path = (group: AgentGroup): string => {
    const parent = group.parentId === null ? undefined : byId.get(group.parentId);
    return parent ? `${path(parent)}/${group.name}` : group.name;
  };
  return groups.map((g) => ({ value: g.id, label: path(g) })).sort((a, b) => a.label.localeCompare(b.label, "zh-CN"));
}

export function useGroups() {
  const answer = agentGroups.list.useQuery({ body: { ...everything } });
  const groups = answer.data?.list;
  return useMemo(
    () => ({ ...answer, groups, tree: treeOf(groups ?? []), options: groups ? groupOptions(groups) : pendingOptions }),
    [answer, groups],
  );
}

/** `compId`: an operator's enterprise. */
type SeatFilter = { readonly roleType?: "2" | "3"; readonly compId?: string };

/** Seats to choose many from, and the answer that they came with. */
export function useSeatChoices(filter: SeatFilter = {}) {
  const answer = agents.list.useQuery({ body: { ...everything, ...filter } });
  const options = optionsFrom(answer.data?.list, (seat) => ({
    ...{ value: seat.agentId, label: seatLabel(seat) },
    ...(seat.enable === 0 ? { off: true } : {}),
  }));
  return { options, answer };
}

/** Seats to choose from. */
export const useSeatOptions = (filter: SeatFilter = {}): readonly Option[] => useSeatChoices(filter).options;

/** Roles that an enterprise made itself for a kind of seat. */
export function useSeatRoleOptions(roleType: unknown): readonly Option[] {
  const { data } = roles.listDef.useQuery({ body: { ...everything } });
  return namedOptions(data?.list.filter((role) => role.roleType === Number(roleType)));
}
