/** A start without Asterisk. Its message is one line that names the setting, and never a password. */
export class AsteriskUnreachable extends Error {
  constructor(cause: unknown) {
    // fetch says only that it failed; why stands in its cause.
    const why = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
    super(`ASTERISK_ARI_URL: ${why instanceof Error ? why.message : String(why)}`, { cause });
    this.name = "AsteriskUnreachable";
  }
}
