/** What the screens of roles share: hooks, words, the way to 角色授权. */
import {
  mayOperate,
  opened,
  queriesOf,
  searchChanged,
  selectUser,
  useDispatch,
  useMayPress,
  useSelector,
} from "@liantai/api/client";
import { type ReplyOf, isOperator, RoleTypes } from "@liantai/api/contract";
import { roleApi, roleTypeTexts } from "@liantai/api/contract/admin";
import type { Option } from "@liantai/ui";

export const roles = queriesOf(roleApi);

export type Role = ReplyOf<typeof roleApi.query>;

export const roleTypeText = (role: Pick<Role, "roleType">): string => roleTypeTexts[role.roleType] ?? "";
export const roleTypeOptions: readonly Option[] = RoleTypes.enterprise.map((value) => ({
  value,
  label: roleTypeTexts[value]!,
}));

export const noFilters = () => ({ name: "", roleType: "" });

export const grantPath = "/role/setrolemenu";

/** Opens 角色授权 at a role: its address says which. */
export function useOpenGrant(): (role: Pick<Role, "id" | "compId">) => void {
  const dispatch = useDispatch();
  return ({ id, compId }) => {
    dispatch(opened({ to: grantPath }));
    dispatch(searchChanged({ key: grantPath, search: new URLSearchParams({ compId, roleId: id }).toString() }));
  };
}

/** What the user may do with roles: keys for operators, buttons of 坐席角色 for enterprises. */
export function useRoleRights() {
  const user = useSelector(selectUser);
  const press = useMayPress("/seatrole");
  const operator = isOperator(user);
  const may = (key: "update" | "delete" | "grant") =>
    operator ? mayOperate(user, `role.${key}`) : press(`role.${key}`);
  return {
    operator,
    add: press("role.add"),
    addOpt: mayOperate(user, "role.addOpt"),
    addComp: mayOperate(user, "role.addComp"),
    update: may("update"),
    delete: may("delete"),
    grant: may("grant"),
  };
}
