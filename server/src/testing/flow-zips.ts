/** ZIPs of flows, taken apart, put together, and passed between enterprises. */
import { buffer } from "node:stream/consumers";
import { flowApi } from "@liantai/api/contract/flow-editor";
import { fromBuffer, type Entry } from "yauzl";
import { ZipFile, type Options } from "yazl";
import type { Person } from "./office.ts";

export function unzipped(bytes: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  const parts = new Map<string, Buffer>();
  return new Promise((resolve, reject) =>
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error || !zip) return reject(error ?? new Error("no archive"));
      zip.on("error", reject);
      zip.on("end", () => resolve(parts));
      zip.on("entry", (entry: Entry) =>
        zip.openReadStream(entry, (failed, stream) => {
          if (failed || !stream) return reject(failed ?? new Error("no stream"));
          void buffer(stream).then((part) => {
            parts.set(entry.fileName, part);
            zip.readEntry();
          });
        }),
      );
      zip.readEntry();
    }),
  );
}

export type Part = readonly [name: string, bytes: Buffer, options?: Partial<Options>];

export function zipped(parts: readonly Part[]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, bytes, options] of parts) zip.addBuffer(bytes, name, options);
  zip.end();
  return buffer(zip.outputStream);
}

const file = (bytes: Buffer) => new File([new Uint8Array(bytes)], "流程.zip", { type: "application/zip" });

export const importing = (
  who: Person,
  bytes: Buffer,
  more: { readonly name?: string; readonly choices?: string; readonly references?: string } = {},
) => who.call(flowApi.importZip, { body: { files: file(bytes), ...more } as never });

export const planning = (who: Person, bytes: Buffer) =>
  who.call(flowApi.planZip, { body: { files: file(bytes) } as never });

export async function exported(who: Person, id: string): Promise<Buffer> {
  const { bytes, status } = await who.file(flowApi.exportZip, { query: { id } });
  if (status !== 200) throw new Error(`the export was answered with ${status}`);
  return bytes;
}
