/**
 * The three authority checks of console.md section 6: a button of a page, an operator's right, an account right. They decide
 * what is drawn; the server decides what is done.
 */
import { useSelector } from "react-redux";
import type { MenuItem } from "@liantai/api/contract";
import { authQueries } from "./api.ts";
import { selectSession, selectUser, type UserInfo } from "./session.ts";

/** Codes of the buttons that the menus grant on a page; undefined when the menus do not have the page. */
function buttonsOf(menus: readonly MenuItem[], pagePath: string): ReadonlySet<string> | undefined {
  for (const item of menus) {
    if (item.category === 2 && item.url === pagePath)
      return new Set(item.children.flatMap((c) => (c.category === 1 && c.code ? [c.code] : [])));
    const below = buttonsOf(item.children, pagePath);
    if (below) return below;
  }
  return undefined;
}

/**
 * Whether a button shows. Everything does inside an entered enterprise and where no list is returned: the menus are not
 * there, or they do not have the page. `pagePath` is a route path of tabs.ts.
 */
export function mayPress(
  menus: readonly MenuItem[] | undefined,
  pagePath: string,
  code: string,
  enterEnterprise: boolean,
): boolean {
  if (enterEnterprise || !menus) return true;
  return buttonsOf(menus, pagePath)?.has(code) ?? true;
}

/** Whether one of these pages was granted; all are inside an entered enterprise and where no list is returned. */
export const maySee = (
  menus: readonly MenuItem[] | undefined,
  paths: readonly string[],
  enterEnterprise: boolean,
): boolean =>
  enterEnterprise ||
  !menus ||
  menus.some((item) => (item.url !== null && paths.includes(item.url)) || maySee(item.children, paths, false));

type Empowered = Pick<UserInfo, "empowerJson" | "operator" | "isSys"> | null;

/** Operate-authority: a key in empowerJson, or the operator flag. */
export const mayOperate = (user: Empowered, key: string): boolean =>
  user?.empowerJson?.[key] === true || user?.operator === 1;

/** Account-authority: a key in empowerJson, or the system flag. */
export const mayAccount = (user: Empowered, key: string): boolean =>
  user?.empowerJson?.[key] === true || user?.isSys === 1;

/** The own menus and the state of their loading; one request for the whole page. */
export function useMenus() {
  const user = useSelector(selectUser);
  return authQueries.useRoleMenuQuery({ query: { id: user?.roleId ?? "" } }, { skip: !user });
}

/** maySee for the signed-in user; undefined until the menus are known. */
export function useMaySee(...paths: readonly string[]): boolean | undefined {
  const { enterEnterprise } = useSelector(selectSession);
  const { data, isLoading, isUninitialized } = useMenus();
  return isLoading || isUninitialized ? (enterEnterprise ? true : undefined) : maySee(data, paths, enterEnterprise);
}

/** mayPress of one page for the signed-in user. */
export function useMayPress(pagePath: string): (code: string) => boolean {
  const { enterEnterprise } = useSelector(selectSession);
  const { data } = useMenus();
  return (code) => mayPress(data, pagePath, code, enterEnterprise);
}

/**
 * Whether details of calls open for the signed-in user: who was not granted the page of calls has no buttons of it either, of which
 * mayPress alone knows nothing.
 */
export function useSeesCalls(): boolean {
  const press = useMayPress("/callrecord");
  return useMaySee("/callrecord") === true && press("callrecord.detail");
}
