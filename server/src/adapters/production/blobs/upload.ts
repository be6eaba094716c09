/** A local file into the store: at once, or in parts when it is long. It appears under its key whole or not at all. */
import { open, type FileHandle } from "node:fs/promises";
import { StoreRefused } from "./errors.ts";
import type { S3Client } from "./requests.ts";
import { childText, parseXml } from "./xml.ts";

const megabyte = 1024 * 1024;
/** S3 takes parts of 5 MB and more, but for the last, and 10,000 of them. One part lies in memory at a time. */
const partBytes = 8 * megabyte;
const mostParts = 9_000;

async function piece(file: FileHandle, at: number, bytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const data = Buffer.allocUnsafeSlow(bytes);
  for (let read = 0; read < bytes;) {
    const { bytesRead } = await file.read(data, read, bytes - read, at + read);
    if (bytesRead === 0) throw new Error("the file became shorter while it was read");
    read += bytesRead;
  }
  return data;
}

async function xmlOf(reply: Response) {
  const root = parseXml(await reply.text());
  // Completing may take long: the store says 200 first and, in the text, that it failed.
  if (root?.name === "Error") throw new StoreRefused(reply.status, childText(root, "Code") ?? "unknown", "an upload");
  return root;
}

async function inParts(client: S3Client, key: string, file: FileHandle, bytes: number): Promise<void> {
  const size = Math.max(partBytes, Math.ceil(bytes / mostParts));
  const begun = await xmlOf(await client.send({ method: "POST", key, query: { uploads: "" } }));
  const uploadId = childText(begun, "UploadId");
  if (!uploadId) throw new Error("the S3 store began an upload without naming it");
  try {
    const parts: string[] = [];
    for (let at = 0; at < bytes; at += size) {
      const partNumber = parts.length + 1;
      const body = await piece(file, at, Math.min(size, bytes - at));
      const query = { partNumber: String(partNumber), uploadId };
      const reply = await client.send({ method: "PUT", key, query, body });
      const etag = reply.headers.get("etag") ?? "";
      parts.push(`<Part><PartNumber>${partNumber}</PartNumber><ETag>${etag.replaceAll('"', "&quot;")}</ETag></Part>`);
    }
    const list = `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join("")}</CompleteMultipartUpload>`;
    await xmlOf(
      await client.send({ method: "POST", key, query: { uploadId }, body: new Uint8Array(Buffer.from(list)) }),
    );
  } catch (error) {
    // Parts that nobody completes cost room until the bucket's own rule removes them.
    await client.send({ method: "DELETE", key, query: { uploadId } }).catch(() => undefined);
    throw error;
  }
}

/** Returns the bytes it has. */
export async function uploadFile(client: S3Client, key: string, path: string): Promise<number> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    if (size > partBytes) await inParts(client, key, file, size);
    else await client.send({ method: "PUT", key, body: await piece(file, 0, size) });
    return size;
  } finally {
    await file.close();
  }
}
