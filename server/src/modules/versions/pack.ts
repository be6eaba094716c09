/** What was uploaded, held against what it says of itself: every size and hash, the compressed forms, the version, the shared packages. */
import { createHash } from "node:crypto";
import { open, type FileHandle } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliDecompress, gunzip } from "node:zlib";
import { bundleLimits, contentsSchema, type BundleContents } from "@liantai/api/contract/admin";
import type { AppError } from "@liantai/api/contract";
import { ValidationError } from "yup";
import { fieldRefusal } from "../../http/refusals.ts";
import type { StoredContents, StoredFile } from "../../ports/schema/versions.ts";

const unpack = { br: promisify(brotliDecompress), gz: promisify(gunzip) } as const;

/** Stands for the version inside the code while the version is computed (scripts/webpack/config.mjs buildToken). */
const buildToken = "LTBUILDxLTBUILDx";

const refusal = (message: string): AppError => fieldRefusal("contents", "文件清单", message);
const sha256 = (data: Uint8Array): string => createHash("sha256").update(data).digest("hex");

/** Throws AppError that names what is wrong. */
export async function parseContents(text: string): Promise<BundleContents> {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw refusal("文件清单不是有效的JSON");
  }
  try {
    return await contentsSchema.validate(given, { strict: true });
  } catch (error) {
    throw error instanceof ValidationError ? refusal(error.errors[0] ?? "文件清单有误") : error;
  }
}

/** As the build computes it: over names, sizes and contents of all but the source maps, its own version taken out of the code. */
function versionOf(files: ReadonlyMap<string, Buffer>, claimed: string): string {
  const hash = createHash("sha256");
  for (const [name, data] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    // latin1 keeps every byte as it is.
    const plain = name.endsWith(".js")
      ? Buffer.from(data.toString("latin1").replaceAll(claimed, buildToken), "latin1")
      : data;
    hash.update(`${name}\0${plain.length}\0`).update(plain);
  }
  return hash.digest("hex").slice(0, claimed.length);
}

/** Bare specifiers that a System bundle imports. */
export function importsOf(code: string): string[] | undefined {
  const head = /^[^(]{0,20}System\.register\((?:"[^"]*",\s*)?(\[[^\]]*\])/.exec(code);
  try {
    return head ? (JSON.parse(head[1]!) as string[]) : undefined;
  } catch {
    return undefined;
  }
}

async function readFiles(handle: FileHandle, files: BundleContents["files"]) {
  const stored: StoredFile[] = [];
  const found = new Map<string, Buffer>();
  let at = 0;
  for (const { name, bytes, sha256: wanted } of files) {
    const data = Buffer.alloc(bytes);
    const { bytesRead } = await handle.read(data, 0, bytes, at);
    if (bytesRead !== bytes || sha256(data) !== wanted) throw refusal(`文件${name}不完整或与清单不符，请重新发布`);
    stored.push({ name, at, bytes, sha256: wanted });
    found.set(name, data);
    at += bytes;
  }
  return { stored, found };
}

const compressed = /\.(br|gz)$/;

/** A compressed form that is not of its file would be served in its place. */
async function checkCompressed(files: ReadonlyMap<string, Buffer>): Promise<void> {
  for (const [name, data] of files) {
    const kind = compressed.exec(name)?.[1] as "br" | "gz" | undefined;
    if (!kind) continue;
    const plain = files.get(name.slice(0, -3));
    const opened = plain && (await unpack[kind](data, { maxOutputLength: plain.length + 1 }).catch(() => undefined));
    if (!plain || !opened || !plain.equals(opened)) throw refusal(`压缩文件${name}与原文件不符`);
  }
}

/** Throws AppError that names what is wrong; what is to be kept of it otherwise. */
export async function checkPack(
  pack: { readonly path: string; readonly bytes: number },
  { files, shared }: BundleContents,
  claimed: { readonly app: string; readonly version: string },
): Promise<StoredContents> {
  const total = files.reduce((sum, file) => sum + file.bytes, 0);
  if (total > bundleLimits.bytes) throw refusal(`文件合计不能超过${bundleLimits.bytes / 1024 / 1024}MB`);
  if (total !== pack.bytes) throw refusal(`上传的内容不完整：应为${total}字节，收到${pack.bytes}字节`);
  const handle = await open(pack.path, "r");
  try {
    const { stored, found } = await readFiles(handle, files);
    await checkCompressed(found);
    const plain = new Map([...found].filter(([name]) => !compressed.test(name) && !name.endsWith(".map")));
    const main = plain.get(`${claimed.app}.js`);
    if (!main) throw refusal(`缺少${claimed.app}.js`);
    if (versionOf(plain, claimed.version) !== claimed.version) throw refusal("版本号与文件内容不符");
    const needed = importsOf(main.subarray(0, 8_192).toString("utf8"));
    if (!needed) throw refusal(`${claimed.app}.js不是联台的应用`);
    const said = new Set(shared.map(({ name }) => name));
    const unsaid = needed.filter((name) => !said.has(name));
    if (unsaid.length > 0) throw refusal(`没有说明共享包的版本：${unsaid.join("、")}`);
    return { files: stored, shared: shared.filter(({ name }) => needed.includes(name)) };
  } finally {
    await handle.close();
  }
}
