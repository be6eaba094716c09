/** What the screens of enterprises, operators and accounts share: hooks and words. */
import { notify, queriesOf } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import {
  companyAccountApi,
  companyApi,
  dbServerApi,
  dialTimeApi,
  operatorAccountApi,
  rechargeApi,
  smsCompexApi,
  unitApi,
  userAgentMemberApi,
} from "@liantai/api/contract/admin";
import { pendingOptions, type Option } from "@liantai/ui";
import type { TreeNode } from "@liantai/ui/resource";

export const companies = queriesOf(companyApi);
export const databases = queriesOf(dbServerApi);
export const smsAccounts = queriesOf(smsCompexApi);
export const dialHours = queriesOf(dialTimeApi);
export const ledger = queriesOf(rechargeApi);
export const units = queriesOf(unitApi);
export const operatorAccounts = queriesOf(operatorAccountApi);
export const companyAccounts = queriesOf(companyAccountApi);
export const members = queriesOf(userAgentMemberApi);

export type Company = ReplyOf<typeof companyApi.query>;
export type Unit = ReplyOf<typeof unitApi.list>[number];
export type OperatorAccount = ReplyOf<typeof operatorAccountApi.queryOpt>;
export type CompanyAccount = ReplyOf<typeof companyAccountApi.queryComp>;
export type LedgerEntry = ReplyOf<typeof rechargeApi.list>["list"][number];

export const enabledOptions: readonly Option[] = [
  { value: "1", label: "启用" },
  { value: "0", label: "停用" },
];
export const unlimited = (value: number): string | number => (value === 0 ? "不限" : value);
export const done = (title: string, text = "") => notify({ title, text, level: "success" });

/** Units to choose from, indented as they stand. */
export function useUnitOptions(): readonly Option[] {
  const { data } = units.list.useQuery({ body: {} });
  const walk = (nodes: readonly TreeNode[], level: number): Option[] =>
    nodes.flatMap((node) => [
      { value: node.id, label: `${"　".repeat(level)}${node.label}` },
      ...walk(node.children ?? [], level + 1),
    ]);
  return data ? walk(treeOf(data), 0) : pendingOptions;
}

/** Units that came flat, as their tree; one whose parent is out of sight stands at the top. */
export function treeOf(rows: readonly Unit[]): readonly TreeNode[] {
  const known = new Set(rows.map((row) => row.id));
  const under = (parent: string | null): readonly TreeNode[] =>
    rows
      .filter((row) => (row.parentId !== null && known.has(row.parentId) ? row.parentId : null) === parent)
      .map((row) => ({
        id: row.id,
        label: row.name,
        ...(row.enterprises > 0 ? { badge: row.enterprises } : {}),
        children: under(row.id),
      }));
  return under(null);
}
