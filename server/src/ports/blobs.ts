/** The Blobs port: recordings and files. Embedded: a folder. Keys: [a-z0-9/._-], no '..'. Contract suite: blobs.contract.ts. */
import type { Readable } from "node:stream";

export interface BlobInfo {
  readonly key: string;
  readonly bytes: number;
}

export interface Blobs {
  /** Moves a finished local file in; the file is gone afterwards. */
  adopt(key: string, localPath: string): Promise<BlobInfo>;
  put(key: string, data: Uint8Array): Promise<BlobInfo>;
  stat(key: string): Promise<BlobInfo | undefined>;
  /** start and end are inclusive byte offsets. Throws BlobMissing. */
  read(key: string, range?: { readonly start: number; readonly end: number }): Promise<Readable>;
  delete(key: string): Promise<void>;
}

export class BlobMissing extends Error {
  constructor(key: string) {
    super(`no blob ${key}`);
    this.name = "BlobMissing";
  }
}
