/** A sweep over what is no business of each other. */
import type { Logger } from "../ports/logger.ts";

/**
 * Does it with one after the other. One that fails is logged and looked at with the next sweep; those behind it, most often of other
 * enterprises, do not wait for that. about: of one, for the log.
 */
export async function forEachAlone<T>(
  all: readonly T[],
  run: (one: T) => Promise<unknown>,
  failed: { readonly logger: Pick<Logger, "warn">; readonly message: string; readonly about: (one: T) => object },
): Promise<void> {
  for (const one of all)
    try {
      await run(one);
    } catch (error) {
      failed.logger.warn({ error, ...failed.about(one) }, failed.message);
    }
}
