import { serviceOf } from "../../service.ts";
import type { WorkOrderDeps } from "../deps.ts";
import { jumpOrCompleteBatch, transferBatch } from "./batch.ts";
import { exportStates, stateStatistic } from "./charting.ts";
import { create } from "./creating.ts";
import { startExport } from "./exporting.ts";
import { handle } from "./handling.ts";
import { setStatus } from "./naming.ts";
import { counts, customers, seats } from "./people.ts";
import { actions, find, history, limits, list, related } from "./reading.ts";

export const createOrders = (deps: WorkOrderDeps) =>
  serviceOf(deps, {
    ...{ create, handle, setStatus, jumpOrCompleteBatch, transferBatch },
    ...{ actions, find, history, limits, list, related, counts, customers, seats, startExport },
    ...{ stateStatistic, exportStates },
  });
