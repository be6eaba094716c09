/** SQL of customers who complained (D55): which call came to a complaint, when, and whether its number rests for it still. */
import { hourMs } from "@liantai/api/contract";
import { sql } from "kysely";
import { complaint } from "../../numbers/index.ts";
import { complaintRestMs } from "../checks/index.ts";

/** No call lasts longer. */
const longestCallMs = 12 * hourMs;

/** Of an attempt: its business result says so. */
export const cameToComplaint = sql<boolean>`position(${complaint}::text in dial_attempt.result) > 0`;
/** Of an attempt: when its call ended, from which on the number rests. */
export const complainedAt = sql<Date>`coalesce(dial_attempt.ended_at, dial_attempt.started_at)`;
/** When the first call began that may count still. */
export const complaintsSince = (now: number): Date => new Date(now - complaintRestMs - longestCallMs);

/** Of a number (dial_phone): it rests, whichever task the call was of. */
export const restsForComplaint = (now: number) => sql<boolean>`exists (select from dial_attempt
  where dial_attempt.comp_id = dial_phone.comp_id and dial_attempt.phone = dial_phone.phone
    and dial_attempt.started_at >= ${complaintsSince(now)} and ${cameToComplaint}
    and ${complainedAt} > ${new Date(now - complaintRestMs)})`;
