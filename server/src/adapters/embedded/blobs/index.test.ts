import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { blobsContract } from "../../../ports/blobs.contract.ts";
import { createFolderBlobs } from "./index.ts";

blobsContract("a folder", async () => {
  const folder = await mkdtemp(join(tmpdir(), "liantai-blobs-"));
  return { blobs: createFolderBlobs(folder), close: () => rm(folder, { recursive: true, force: true }) };
});
