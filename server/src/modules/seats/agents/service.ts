/** Seats: list, add, change, delete. A seat and its account change in one transaction. */
import { compOf } from "../../../http/company.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { SeatsDeps } from "../deps.ts";
import { inHand as workInHand } from "../work.ts";
import type { Body } from "./columns.ts";
import { serviceOf } from "../../service.ts";
import { refuseInCall } from "./checks.ts";
import { list, query } from "./reading.ts";
import { add } from "./adding.ts";
import { update } from "./changing.ts";
import { remove } from "./removing.ts";

function inHand({ ports, work }: SeatsDeps, { ids, compId: named }: Body<"inHand">, { caller }: RequestContext) {
  const compId = compOf(caller, named);
  return ports.database.tenant(compId, (trx) => workInHand(work, trx, compId, ids));
}

export const createAgentsService = (deps: SeatsDeps) =>
  serviceOf(deps, { list, query, add, update, delete: remove, inHand, refuseInCall });
