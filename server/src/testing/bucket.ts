/** For the suites named *.services.test.ts: buckets in the store that TEST_S3_URL names. */
import { randomUUID } from "node:crypto";
import { createSystemClock } from "../adapters/embedded/clock/index.ts";
import type { S3BlobsOptions } from "../adapters/production/blobs/index.ts";
import { createS3Client } from "../adapters/production/blobs/requests.ts";

/** Makes a bucket of one suite alone. */
export async function ownBucket(): Promise<S3BlobsOptions> {
  const endpoint = process.env["TEST_S3_URL"] ?? "";
  const clock = createSystemClock();
  const made: S3BlobsOptions = {
    endpoint,
    publicEndpoint: endpoint,
    bucket: `liantai-${randomUUID()}`,
    region: "us-east-1",
    accessKeyId: process.env["TEST_S3_KEY"] ?? "",
    secretAccessKey: process.env["TEST_S3_SECRET"] ?? "",
    pathStyle: true,
    clock,
  };
  await createS3Client(made, clock).send({ method: "PUT", key: "" });
  return made;
}
