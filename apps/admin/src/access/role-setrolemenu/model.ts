/** 角色授权: whose role, what it may have, what it has. */
import { queriesOf, selectUser, useSelector, type RootState } from "@liantai/api/client";
import { operatorCode, whoOf, isOperator } from "@liantai/api/contract";
import { businessPurviewApi, businessPurviews, menuApi, type MenuNode } from "@liantai/api/contract/admin";
import type { TreeNode } from "@liantai/ui/resource";
import { useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import { useEnterpriseOptions } from "../../parts/enterprises.ts";
import { roles, roleTypeText, type Role } from "../roles/model.ts";

const menus = queriesOf(menuApi);
export const purviews = queriesOf(businessPurviewApi);

const all = { pageNo: 1, pageSize: 99_999 };
const isGroup = (node: MenuNode) => node.category === 2 && node.url === null;

/** The enterprise and role that the tab's address names; an operator begins with the operators' own roles. */
export function useChosen() {
  const [params, setParams] = useSearchParams();
  const user = useSelector((state: RootState) => selectUser(state));
  const operator = isOperator(user);
  const compId = operator ? (params.get("compId") ?? operatorCode) : (user?.compId ?? "");
  const roleId = params.get("roleId") ?? "";
  return {
    operator,
    compId,
    roleId,
    choose: (next: { readonly compId: string; readonly roleId: string }) =>
      setParams(new URLSearchParams(next), { replace: true }),
  };
}

/** Every role of the enterprise (or of the operators), by kind. */
export function useRoleChoice(compId: string, operator: boolean) {
  const own = compId === operatorCode;
  const operators = roles.listOpt.useQuery({ body: all }, { skip: !own });
  const defaults = roles.listComp.useQuery({ body: { ...all, compId } }, { skip: own || !compId });
  const custom = roles.listDef.useQuery({ body: { ...all, compId } }, { skip: own || !compId });
  const enterprises = useEnterpriseOptions(!operator);
  const groups = [
    { title: "运营角色", list: operators.currentData?.list },
    { title: "企业默认角色", list: defaults.currentData?.list },
    { title: "自定义角色", list: custom.currentData?.list },
  ].filter((group) => group.list !== undefined && group.list.length > 0);
  const nodes: TreeNode[] = groups.map(({ title, list }) => ({
    id: title,
    label: title,
    children: list!.map((role) => ({
      id: role.id,
      label: role.name,
      ...(role.kind === "operator" ? {} : { badge: roleTypeText(role) }),
    })),
  }));
  return {
    nodes,
    list: groups.flatMap(({ list }) => list!),
    enterprises,
    loading: operators.isLoading || defaults.isLoading || custom.isLoading,
    failed: [operators, defaults, custom].find((part) => part.isError),
  };
}

/** The part of a tree that roles of the type may have. */
export function fitting(nodes: readonly MenuNode[], letter: MenuNode["who"][number]): MenuNode[] {
  return nodes.flatMap((node) => {
    if (!isGroup(node) && !node.who.includes(letter)) return [];
    const children = fitting(node.children, letter);
    return isGroup(node) && children.length === 0 ? [] : [{ ...node, children }];
  });
}

export const asTree = (nodes: readonly MenuNode[]): TreeNode[] =>
  nodes.map((node) => ({
    id: node.id,
    label: node.name,
    ...(node.category === 1 ? { badge: "按钮" } : node.hidden === 1 ? { badge: "已隐藏" } : {}),
    children: asTree(node.children),
  }));

/** What the tree draws as checked: what was granted, and the groups that lead there. */
export function withGroups(nodes: readonly MenuNode[], granted: ReadonlySet<string>): Set<string> {
  const found = new Set<string>();
  const visit = (node: MenuNode): boolean => {
    const below = node.children.map(visit).some(Boolean);
    const on = isGroup(node) ? below : granted.has(node.id);
    if (on) found.add(node.id);
    return on || below;
  };
  nodes.forEach(visit);
  return found;
}

/** Pages and buttons of the checked ones: groups are never granted. */
export function grantsOf(nodes: readonly MenuNode[], checked: ReadonlySet<string>): string[] {
  return nodes.flatMap((node) => [
    ...(!isGroup(node) && checked.has(node.id) ? [node.id] : []),
    ...grantsOf(node.children, checked),
  ]);
}

/** Menus and business permissions of a role, and the tree they are chosen from: the product's, or what its enterprise is authorised for. */
export function useGrants(role: Role | undefined, operator: boolean) {
  const compId = role?.compId ?? "";
  const from =
    role === undefined
      ? undefined
      : role.kind === "operator"
        ? "opt"
        : role.kind === "enterprise" && operator
          ? "com"
          : "auth";
  const trees = {
    opt: menus.routeOpt.useQuery({ body: {} }, { skip: from !== "opt" }),
    com: menus.routeCom.useQuery({ body: { compId } }, { skip: from !== "com" }),
    auth: menus.routeComAuth.useQuery({ body: { compId } }, { skip: from !== "auth" }),
  };
  const ids = roles.menuIds.useQuery({ body: { compId, id: role?.id ?? "" } }, { skip: role === undefined });
  const business = purviews.selectByRoleId.useQuery(
    { body: { compId, roleId: role?.id ?? "" } },
    { skip: role === undefined || role.kind === "operator" },
  );
  const source = from && trees[from];
  const data = source?.currentData;
  const tree = useMemo(() => (role && data ? fitting(data, whoOf(role.roleType)) : undefined), [role, data]);
  return {
    tree,
    granted: ids.currentData?.ids,
    purviews: role?.kind === "operator" ? noPurviews : business.currentData,
    failed: [source, ids, business].find((part) => part?.isError),
  };
}

const noPurviews: readonly { key: string; value: number }[] = [];
export const purviewTexts = businessPurviews;
