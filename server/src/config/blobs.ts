/** BLOBS and S3_*: where recordings and files are kept. */
import type { S3Access } from "../adapters/production/blobs/index.ts";
import { ConfigError, parseUrl } from "./fault.ts";

function endpoint(variable: string, value: string): string {
  const takes = "takes the address of an S3 store, e.g. https://s3.example.com, without a path or a password";
  const url = parseUrl(variable, value, ["http:", "https:"], takes);
  if (url.pathname !== "/" || url.search || url.hash || url.username || url.password)
    throw new ConfigError(variable, takes);
  return url.origin;
}

/** S3's own rule; capitals and underscores are of buckets that no other store takes. */
const bucketName = /^(?=.{3,63}$)[a-z0-9][a-z0-9.-]*[a-z0-9]$/;

function pathStyle(value: string): boolean {
  if (value !== "path" && value !== "host")
    throw new ConfigError("S3_ADDRESSING", "takes path (https://host/bucket) or host (https://bucket.host)");
  return value === "path";
}

/** Undefined: BLOBS is folder. Throws ConfigError. */
export function parseBlobs(get: (name: string) => string | undefined): S3Access | undefined {
  const kind = get("BLOBS") ?? "folder";
  if (kind === "folder") return undefined;
  if (kind !== "s3") throw new ConfigError("BLOBS", "takes folder or s3");
  const needed = (variable: string, takes: string): string => {
    const value = get(variable);
    if (value === undefined) throw new ConfigError(variable, `must be given with BLOBS=s3: ${takes}`);
    return value;
  };
  const bucket = needed("S3_BUCKET", "the bucket of this installation alone");
  if (!bucketName.test(bucket))
    throw new ConfigError("S3_BUCKET", "takes 3 to 63 small letters, digits, dots and hyphens");
  const region = get("S3_REGION") ?? "us-east-1";
  if (!/^[a-z0-9-]{1,40}$/.test(region)) throw new ConfigError("S3_REGION", "takes a region's name, e.g. us-east-1");
  const browsers = get("S3_PUBLIC_ENDPOINT");
  return {
    endpoint: endpoint("S3_ENDPOINT", needed("S3_ENDPOINT", "the store's address, e.g. https://s3.example.com")),
    publicEndpoint: browsers === undefined ? undefined : endpoint("S3_PUBLIC_ENDPOINT", browsers),
    bucket,
    region,
    accessKeyId: needed("S3_ACCESS_KEY_ID", "the key's name"),
    secretAccessKey: needed("S3_SECRET_ACCESS_KEY", "the key's secret"),
    pathStyle: pathStyle(get("S3_ADDRESSING") ?? "path"),
  };
}
