/** Which failures of a batch are for what is in it, and come again however often it is tried. */
import { isNativeError } from "node:util/types";

/**
 * Of PostgreSQL: the value (21, 22), a constraint (23), larger or more than it takes (54). Not: what it says of itself, of rights or of
 * its tables, such as a server that only reads after a fail-over. That is so for every entry, and passes.
 */
const states = /^(21|22|23|54)...$/;

/** The data is wrong, or this process cannot make a row of it. */
export function isRefused(error: unknown): boolean {
  if (!isNativeError(error)) return false;
  const { code } = error as Error & { readonly code?: unknown };
  if (typeof code === "string") return states.test(code);
  // A projection that does not understand it, a snapshot that is no JSON.
  return error instanceof TypeError || error instanceof RangeError;
}
