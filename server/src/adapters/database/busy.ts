/** Which failures say that the database is exhausted, stopped or away, and nothing of what it was asked. */
import { isNativeError } from "node:util/types";
import { DatabaseBusy } from "../../ports/database.ts";

/**
 * Of PostgreSQL: connections (08), no resources (53), a statement or transaction that took too long or was stopped (57, 25P03, 25P04), a
 * lock that was not to be had (55P03), and who lost against another transaction (40001, 40P01).
 */
const states = /^(08...|53...|57014|57P..|25P0[34]|55P03|40001|40P01)$/;
/** Of the network. */
const network = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EAI_AGAIN",
]);
/** node-postgres, its pool and the thread of PGlite say these without a code. */
const sentences =
  /^(timeout exceeded|Query read timeout|Connection terminated|Client (has encountered|was closed)|the database thread )/;

/** Of node's own errors, several of which come as one (a name with several addresses). */
const isBusy = ({ code, message, errors }: Error & { readonly code?: unknown; readonly errors?: unknown }): boolean => {
  if (Array.isArray(errors)) return errors.some((each) => isNativeError(each) && isBusy(each));
  return typeof code === "string" ? states.test(code) || network.has(code) : sentences.test(message);
};

/** query_canceled: past its statement_timeout (or an operator's pg_cancel_backend). */
export const isStopped = ({ code }: { readonly code?: unknown }): boolean => code === "57014";

/** Rejects with the failure as the port names it; with anything else as it is. */
export function named(error: unknown): never {
  throw isNativeError(error) && !(error instanceof DatabaseBusy) && isBusy(error) ? new DatabaseBusy(error) : error;
}
