/** What somebody may hand a flow to hold the server up: expressions, and ZIPs that are bombs; for bench/flow-limits.ts. */
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { flowLimits } from "@liantai/api/contract/flow-editor";
import type { Values } from "@liantai/api/flows";
import { open, type Entry } from "yauzl";
import { ZipFile } from "yazl";
import { flowTools } from "./tools.ts";
import { openFlowZip } from "./zip/unzip.ts";

/** A new text each time: what an expression costs before it is known (parsed, reckoned, planned) and once. */
export const evaluated = (text: string, vars: Values): unknown => flowTools.evaluate(text, vars);

const zeros = "audio/zeros.wav";
const megabyte = Buffer.alloc(1_048_576);

/** One entry of so many megabytes of zeros, or so many empty files. */
export async function bomb(
  path: string,
  of: { readonly megabytes: number } | { readonly entries: number },
): Promise<void> {
  const zip = new ZipFile();
  if ("megabytes" in of)
    zip.addReadStream(Readable.from(Array.from({ length: of.megabytes }, () => megabyte)), zeros, {
      size: of.megabytes * megabyte.length,
    });
  else for (let at = 0; at < of.entries; at++) zip.addBuffer(Buffer.from("{}"), `tests/${at}.json`);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
}

/** Opens it as an import does, and takes what is in it where it is let; the sentence of the refusal. */
export async function refusalOf(path: string): Promise<string> {
  try {
    const zip = await openFlowZip(path);
    try {
      for (const name of zip.names) await zip.bytes(name, flowLimits.unpackedBytes);
    } finally {
      zip.close();
    }
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** What a plain reader does with the same: all that is in it, and nothing kept; how many bytes that is. */
export const inflated = (path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    let bytes = 0;
    open(path, { lazyEntries: true }, (error, zip) => {
      if (error || !zip) return reject(error ?? new Error("no archive"));
      zip.on("error", reject);
      zip.on("end", () => resolve(bytes));
      zip.on("entry", (entry: Entry) =>
        zip.openReadStream(entry, (failed, stream) => {
          if (failed || !stream) return reject(failed ?? new Error("no stream"));
          stream.on("data", (part: Buffer) => (bytes += part.length));
          stream.on("error", reject);
          stream.on("end", () => zip.readEntry());
        }),
      );
      zip.readEntry();
    });
  });
