/** The Blobs port on a store that speaks S3: one bucket that belongs to this installation. Decision 047. */
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import type { BlobInfo, Blobs } from "../../../ports/blobs.ts";
import { BlobMissing, checkBlobKey, checkBlobPrefix } from "../../../ports/blobs.ts";
import type { Clock } from "../../../ports/clock.ts";
import { StoreRefused } from "./errors.ts";
import { createS3Client, type S3Access, type S3Client } from "./requests.ts";
import { uploadFile } from "./upload.ts";
import { childText, parseXml } from "./xml.ts";

export { wrongSetting } from "./errors.ts";
export type { S3Access } from "./requests.ts";

export interface S3BlobsOptions extends S3Access {
  readonly clock: Clock;
}

const refusedAs = (error: unknown, status: number): boolean =>
  error instanceof StoreRefused && error.status === status && error.code !== "NoSuchBucket";

async function* listed(client: S3Client, prefix: string): AsyncGenerator<BlobInfo> {
  let next: string | undefined;
  do {
    const query = { "list-type": "2", prefix, ...(next === undefined ? {} : { "continuation-token": next }) };
    const root = parseXml(await (await client.send({ method: "GET", key: "", query })).text());
    for (const entry of root?.children ?? []) {
      const key = entry.name === "Contents" ? childText(entry, "Key") : undefined;
      if (key !== undefined) yield { key, bytes: Number(childText(entry, "Size")) };
    }
    next = childText(root, "NextContinuationToken");
  } while (next !== undefined);
}

/** Node's own streams and those of fetch have types that do not meet; whoever stops reading ends the request. */
async function* bytesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function read(client: S3Client, key: string, range?: { readonly start: number; readonly end: number }) {
  const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end}` } : {};
  try {
    const { body } = await client.send({ method: "GET", key, headers });
    return body ? Readable.from(bytesOf(body), { objectMode: false }) : Readable.from([]);
  } catch (error) {
    if (refusedAs(error, 404)) throw new BlobMissing(key);
    // Behind the end there is nothing, as in a file.
    if (refusedAs(error, 416)) return Readable.from([]);
    throw error;
  }
}

export function createS3Blobs({ clock, ...access }: S3BlobsOptions): Blobs {
  const client = createS3Client(access, clock);
  return {
    shared: true,
    async adopt(key, localPath) {
      const bytes = await uploadFile(client, checkBlobKey(key), localPath);
      await rm(localPath, { force: true });
      return { key, bytes };
    },
    async put(key, data) {
      await client.send({ method: "PUT", key: checkBlobKey(key), body: new Uint8Array(data) });
      return { key, bytes: data.byteLength };
    },
    async stat(key) {
      try {
        const reply = await client.send({ method: "HEAD", key: checkBlobKey(key) });
        return { key, bytes: Number(reply.headers.get("content-length")) };
      } catch (error) {
        if (refusedAs(error, 404)) return undefined;
        throw error;
      }
    },
    read: async (key, range) => read(client, checkBlobKey(key), range),
    async delete(key) {
      await client.send({ method: "DELETE", key: checkBlobKey(key) }).catch((error: unknown) => {
        if (!refusedAs(error, 404)) throw error;
      });
    },
    list: (prefix) => listed(client, checkBlobPrefix(prefix)),
    link: async (key, { disposition, contentType, seconds }) =>
      client.presign(checkBlobKey(key), seconds, {
        "response-content-disposition": disposition,
        "response-content-type": contentType,
      }),
    async ping() {
      await client.send({ method: "GET", key: "", query: { "list-type": "2", "max-keys": "1" } });
    },
  };
}
