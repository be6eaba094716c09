/** The Blobs port: recordings and files. Embedded: a folder; production: an S3 store. Contract suite: blobs.contract.ts. */
import type { Readable } from "node:stream";

export interface BlobInfo {
  readonly key: string;
  readonly bytes: number;
}

/** How a browser gets a blob that it fetches by itself. */
export interface BlobLink {
  /** Content-Disposition and Content-Type of the answer. */
  readonly disposition: string;
  readonly contentType: string;
  /** How long the address works. */
  readonly seconds: number;
}

export interface Blobs {
  /** Every process of the installation sees the same blobs, on whatever machine it runs. */
  readonly shared: boolean;
  /** Moves a finished local file in; the file is gone afterwards. When it fails the file is still there. */
  adopt(key: string, localPath: string): Promise<BlobInfo>;
  put(key: string, data: Uint8Array): Promise<BlobInfo>;
  stat(key: string): Promise<BlobInfo | undefined>;
  /** start and end are inclusive byte offsets. Throws BlobMissing. */
  read(key: string, range?: { readonly start: number; readonly end: number }): Promise<Readable>;
  delete(key: string): Promise<void>;
  /** Those whose keys begin so, in order of their keys. '' are all. */
  list(prefix: string): AsyncIterable<BlobInfo>;
  /**
   * An address at the store for whoever was allowed to have the blob: it asks nobody's rights. Undefined: the store has none for
   * browsers, and the server sends the bytes itself.
   */
  link(key: string, link: BlobLink): Promise<string | undefined>;
  /** Rejects with a reason in one line when nothing can be kept at the moment. */
  ping(): Promise<void>;
}

export class BlobMissing extends Error {
  constructor(key: string) {
    super(`no blob ${key}`);
    this.name = "BlobMissing";
  }
}

const keyPattern = /^[a-z0-9_-][a-z0-9._-]*(\/[a-z0-9_-][a-z0-9._-]*)*$/;

/** Keys are [a-z0-9/._-] without '..': nothing leaves a folder, and no store takes two of them for one. Throws RangeError. */
export function checkBlobKey(key: string): string {
  if (key.length > 512 || !keyPattern.test(key) || key.includes("..")) throw new RangeError("not a blob key");
  return key;
}

/** The beginning of a key; '' is that of all. Throws RangeError. */
export function checkBlobPrefix(prefix: string): string {
  if (prefix !== "") checkBlobKey(prefix.replace(/\/$/, ""));
  return prefix;
}
