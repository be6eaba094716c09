import { serviceOf } from "../../service.ts";
import type { WorkOrderDeps } from "../deps.ts";
import { create, handle, jumpOrCompleteBatch } from "./handling.ts";
import { actions, find, history, limits, list, related } from "./reading.ts";

export const createOrders = (deps: WorkOrderDeps) =>
  serviceOf(deps, { create, handle, jumpOrCompleteBatch, actions, find, history, limits, list, related });
