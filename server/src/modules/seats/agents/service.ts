/** Seats: list, add, change, delete. A seat and its account change in one transaction. */
import type { SeatsDeps } from "../deps.ts";
import { serviceOf } from "../../service.ts";
import { refuseInCall } from "./checks.ts";
import { list, query } from "./reading.ts";
import { add } from "./adding.ts";
import { update } from "./changing.ts";
import { remove } from "./removing.ts";

export const createAgentsService = (deps: SeatsDeps) =>
  serviceOf(deps, { list, query, add, update, delete: remove, refuseInCall });
