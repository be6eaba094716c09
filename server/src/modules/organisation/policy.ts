import { isOperator } from "@liantai/api/contract";
import type { Caller } from "../../http/routes.ts";

/** The own role; operators any (they grant them). */
export const mayReadMenus = (caller: Pick<Caller, "roleId" | "roleType">, roleId: string): boolean =>
  isOperator(caller) || caller.roleId === roleId;
