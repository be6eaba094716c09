/** What an S3 store says when it does not do what it is asked, and which setting is to blame. */

/** An answer that is no success, by the store's own code (NoSuchBucket, AccessDenied ...). */
export class StoreRefused extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, what: string) {
    super(`the S3 store refuses ${what}: ${status} ${code}`);
    this.name = "StoreRefused";
    this.status = status;
    this.code = code;
  }
}

/** No answer, or one that says to come again, until patience ended. */
export class StoreUnreachable extends Error {
  constructor(what: string, cause: unknown) {
    const reason = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
    super(`the S3 store does not answer ${what}: ${reasonOf(reason)}`, { cause });
    this.name = "StoreUnreachable";
  }
}

/** Several addresses of one name fail as an AggregateError without words. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  return error.message || code || error.name;
}

const settings: Readonly<Record<string, string>> = {
  NoSuchBucket: "S3_BUCKET names a bucket that the store does not have: make it, or name another",
  InvalidBucketName: "S3_BUCKET is no name of a bucket to this store",
  InvalidAccessKeyId: "S3_ACCESS_KEY_ID is not known to the store",
  SignatureDoesNotMatch: "S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY do not belong together",
  AccessDenied: "S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY do not open S3_BUCKET: check both, and what the key may do",
  AuthorizationHeaderMalformed: "S3_REGION is not the region of S3_BUCKET",
  PermanentRedirect: "S3_ENDPOINT or S3_REGION is not that of S3_BUCKET",
  TemporaryRedirect: "S3_ENDPOINT or S3_REGION is not that of S3_BUCKET",
  RequestTimeTooSkewed: "the clock of this machine and that of the S3 store differ: set them (NTP)",
};

/** One line that names what to change; undefined: nothing of ours is wrong, the store cannot be reached. */
export function wrongSetting(error: unknown): string | undefined {
  if (!(error instanceof StoreRefused)) return undefined;
  return settings[error.code] ?? `S3_ENDPOINT: ${error.message}`;
}
