import { randomUUID } from "node:crypto";
import { blobsContract } from "../../../ports/blobs.contract.ts";
import { createSystemClock } from "../../embedded/clock/index.ts";
import { createS3Client } from "./requests.ts";
import { createS3Blobs, wrongSetting, type S3BlobsOptions } from "./index.ts";

const endpoint = process.env["TEST_S3_URL"] ?? "";
const clock = createSystemClock();
const options = (change: Partial<S3BlobsOptions> = {}): S3BlobsOptions => ({
  endpoint,
  publicEndpoint: endpoint,
  bucket: `liantai-${randomUUID()}`,
  region: "us-east-1",
  accessKeyId: process.env["TEST_S3_KEY"] ?? "",
  secretAccessKey: process.env["TEST_S3_SECRET"] ?? "",
  pathStyle: true,
  clock,
  ...change,
});

/** A bucket of this suite alone. */
async function own(): Promise<S3BlobsOptions> {
  const made = options();
  await createS3Client(made, clock).send({ method: "PUT", key: "" });
  return made;
}

blobsContract("an S3 store", async () => {
  const made = await own();
  return { blobs: createS3Blobs(made), close: async () => undefined };
});

describe("settings that are wrong are told by name", () => {
  let right: S3BlobsOptions;
  beforeAll(async () => {
    right = await own();
  });
  const told = (change: Partial<S3BlobsOptions>) =>
    createS3Blobs({ ...right, ...change })
      .ping()
      .then(() => "nothing", wrongSetting);

  test("none", async () => expect(await told({})).toBe("nothing"));
  test("the bucket", async () => expect(await told({ bucket: "liantai-none" })).toMatch(/^S3_BUCKET /));
  test("the key", async () => expect(await told({ accessKeyId: "liantai:nobody" })).toMatch(/S3_ACCESS_KEY_ID /));
  test("the secret, which is not repeated", async () => {
    const line = await told({ secretAccessKey: "not-the-secret" });
    expect(line).toMatch(/S3_SECRET_ACCESS_KEY /);
    expect(line).not.toContain("not-the-secret");
  });
});
