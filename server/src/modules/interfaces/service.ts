/** 接口配置: what an enterprise's outward interfaces are, a test of one, and the addresses operators allow it. */
import { serviceOf } from "../service.ts";
import type { InterfaceDeps } from "./rows.ts";
import { list, get } from "./reading.ts";
import { add, update, remove } from "./changing.ts";
import { test } from "./trying.ts";
import { allowances, allow, disallow } from "./allowing.ts";

export type InterfaceService = ReturnType<typeof createInterfaceService>;

export const createInterfaceService = (deps: InterfaceDeps) =>
  serviceOf(deps, { list, get, add, update, delete: remove, test, allowances, allow, disallow });
