/**
 * The ZIP of a flow, opened with distrust: how many entries, what they are called, how large each says it is, and that it is no larger.
 * Nothing is written to a path that it names. APPNOTE 6.3.10.
 */
import type { Readable } from "node:stream";
import { flowLimits } from "@liantai/api/contract/flow-editor";
import { open, type Entry, type ZipFile } from "yauzl";
import { fieldRefusal } from "../../../http/refusals.ts";
import { entryName, folderName } from "./manifest.ts";

export const zipFault = (message: string) => fieldRefusal("files", "文件", message);
const broken = () => zipFault("文件不是有效的流程压缩包");

export interface FlowZip {
  readonly names: readonly string[];
  has(name: string): boolean;
  /** Throws AppError 'invalid' when it is larger than `most` bytes or not what it says. */
  bytes(name: string, most: number): Promise<Buffer>;
  close(): void;
}

const opened = (path: string): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true, strictFileNames: true } as const;
    open(path, options, (error, zip) => (error || !zip ? reject(broken()) : resolve(zip)));
  });

const isLink = ({ externalFileAttributes }: Entry): boolean =>
  ((externalFileAttributes >>> 16) & 0o170000) === 0o120000;

/** Why the entry is refused; undefined: it is not. */
function faultOf(entry: Entry): string | undefined {
  if ((entry.generalPurposeBitFlag & 1) !== 0) return "文件已加密，请取消加密后再上传";
  if (isLink(entry)) return "压缩包里不能有链接";
  if (!entryName.test(entry.fileName) && !folderName.test(entry.fileName))
    return `压缩包里有不属于流程的文件“${entry.fileName.slice(0, 60)}”`;
  return undefined;
}

function listed(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>();
  let total = 0;
  return new Promise((resolve, reject) => {
    // yauzl refuses names with '..', an absolute path or a backslash itself.
    zip.on("error", (error: Error) =>
      reject(
        /relative path|absolute path|invalid characters/.test(error.message)
          ? zipFault("压缩包里的文件名有误")
          : broken(),
      ),
    );
    zip.on("end", () => resolve(entries));
    zip.on("entry", (entry: Entry) => {
      const fault = faultOf(entry);
      if (fault !== undefined) return reject(zipFault(fault));
      total += entry.uncompressedSize;
      if (total > flowLimits.unpackedBytes) return reject(zipFault("压缩包解开后超过100M"));
      if (entries.has(entry.fileName)) return reject(broken());
      if (!entry.fileName.endsWith("/")) entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    if (zip.entryCount > flowLimits.zipEntries) reject(zipFault(`压缩包里的文件超过${flowLimits.zipEntries}个`));
    else zip.readEntry();
  });
}

const streamOf = (zip: ZipFile, entry: Entry): Promise<Readable> =>
  new Promise((resolve, reject) =>
    zip.openReadStream(entry, (error, stream) => (error || !stream ? reject(broken()) : resolve(stream))),
  );

async function bytesOf(zip: ZipFile, entry: Entry, most: number): Promise<Buffer> {
  if (entry.uncompressedSize > most) throw zipFault(`压缩包里的“${entry.fileName}”过大`);
  const parts: Buffer[] = [];
  let bytes = 0;
  const stream = await streamOf(zip, entry);
  try {
    for await (const part of stream as AsyncIterable<Buffer>) {
      bytes += part.length;
      if (bytes > most) throw broken();
      parts.push(part);
    }
  } catch {
    throw broken();
  } finally {
    stream.destroy();
  }
  return Buffer.concat(parts);
}

export async function openFlowZip(path: string): Promise<FlowZip> {
  const zip = await opened(path);
  try {
    const entries = await listed(zip);
    return {
      names: [...entries.keys()],
      has: (name) => entries.has(name),
      bytes(name, most) {
        const entry = entries.get(name);
        return entry ? bytesOf(zip, entry, most) : Promise.reject(broken());
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}
