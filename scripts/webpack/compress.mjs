// Compressed siblings, made once a content: Brotli at 11 takes seconds for the big vendors, so results are kept.
import { createHash } from "node:crypto";
import { copyFile, mkdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { root } from "./modules.mjs";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const text = /\.(js|css|svg|json|html)$/;

/**
 * @param {string} key
 * @param {() => Promise<Buffer>} make
 * @param {string} target
 */
async function kept(key, make, target) {
  const dir = join(root, ".cache", "compressed");
  const path = join(dir, key);
  try {
    await copyFile(path, target);
  } catch {
    await mkdir(dir, { recursive: true });
    const temporary = `${path}.${process.pid}`;
    await writeFile(temporary, await make());
    await rename(temporary, path);
    await copyFile(path, target);
  }
}

/**
 * Writes FILE.br and FILE.gz beside a text file of at least 1 KB.
 * @param {string} file
 * @param {number} quality Brotli's, 0 to 11
 */
export async function compress(file, quality) {
  if (!text.test(file) || (await stat(file)).size < 1024) return;
  const data = await readFile(file);
  const sum = createHash("sha256").update(data).digest("hex");
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: data.length };
  await kept(`${sum}.${quality}.br`, () => brotli(data, { params }), `${file}.br`);
  await kept(`${sum}.gz`, () => zip(data, { level: 9 }), `${file}.gz`);
}
