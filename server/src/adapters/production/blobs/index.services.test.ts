import { blobsContract } from "../../../ports/blobs.contract.ts";
import { ownBucket } from "../../../testing/bucket.ts";
import { createS3Blobs, wrongSetting, type S3BlobsOptions } from "./index.ts";

blobsContract("an S3 store", async () => {
  const made = await ownBucket();
  return { blobs: createS3Blobs(made), close: async () => undefined };
});

describe("settings that are wrong are told by name", () => {
  let right: S3BlobsOptions;
  beforeAll(async () => {
    right = await ownBucket();
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
