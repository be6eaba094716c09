import type { Caller } from "../../http/routes.ts";

/** The own role; operators any (they grant them). */
export const mayReadMenus = (caller: Pick<Caller, "roleId" | "roleType">, roleId: string): boolean =>
  caller.roleType === 0 || caller.roleId === roleId;
