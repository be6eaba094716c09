/** 菜单同步: what would come to whom, and who is chosen. */
import { mayOperate, queriesOf, selectUser, useSelector } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { menuApi, syncMost } from "@liantai/api/contract/admin";

export const sync = queriesOf({ preview: menuApi.syncPreview, apply: menuApi.sync });
export { syncMost };

export type Enterprise = ReplyOf<typeof menuApi.syncPreview>[number];
export type PlannedRole = Enterprise["roles"][number];

export const kindTexts: Readonly<Record<string, string>> = {
  operator: "运营角色",
  enterprise: "默认角色",
  custom: "自定义角色",
};

/** Default roles begin chosen; what an enterprise arranged itself is chosen on purpose. */
export const chosenAtFirst = (preview: readonly Enterprise[]): ReadonlySet<string> =>
  new Set(preview.flatMap(({ roles }) => roles.filter(({ kind }) => kind !== "custom").map(({ roleId }) => roleId)));

export const rolesIn = (preview: readonly Enterprise[], chosen: ReadonlySet<string>): PlannedRole[] =>
  preview.flatMap(({ roles }) => roles.filter(({ roleId }) => chosen.has(roleId)));

export const totalsOf = (roles: readonly PlannedRole[]) => ({
  added: roles.reduce((sum, role) => sum + role.added.length, 0),
  removed: roles.reduce((sum, role) => sum + role.removed.length, 0),
});

export const useMaySync = (): boolean => mayOperate(useSelector(selectUser), "menu.sync");
