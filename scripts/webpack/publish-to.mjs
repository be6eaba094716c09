// Sends one built app to an installation that runs elsewhere: the files one after the other, with their sizes and
// hashes, and the versions of the shared packages it was built against (docs/protocol.md H5 to H7). The key is read
// from LIANTAI_PUBLISH_KEY: an argument would stand in the list of processes.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "../lib/errors.mjs";

/** @import { PublishedModule, Publication, Result, Scope } from "./types.ts" */

const path = "/pbx/api/v1/appVersion/publish";
const uploadMs = 60_000;
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * The address without a path; throws on one that a key must not travel to.
 * @param {string} text
 */
export function targetOf(text) {
  const url = URL.parse(text);
  if (!url || !["http:", "https:"].includes(url.protocol) || url.pathname !== "/" || url.search || url.username)
    throw new Error("--to takes the address of the console, e.g. https://desk.example.com");
  if (url.protocol === "http:" && !loopback.test(url.hostname))
    throw new Error("--to takes https, and http for this machine alone: a key is not sent in the open");
  return url.origin;
}

/** @param {Readonly<Record<string, string | undefined>>} environment */
export function keyOf(environment) {
  const key = environment["LIANTAI_PUBLISH_KEY"]?.trim();
  if (!key)
    throw new Error(
      "LIANTAI_PUBLISH_KEY takes a publishing key (版本管理, 发布密钥); an argument would stand in the list of processes",
    );
  return key;
}

/**
 * Of --enterprises 100001,100002 or --share 10.
 * @param {{ readonly enterprises?: string | undefined; readonly share?: string | undefined }} options
 * @returns {Scope}
 */
export function scopeOf({ enterprises, share }) {
  if (enterprises !== undefined && share !== undefined) throw new Error("--enterprises or --share, not both");
  if (enterprises !== undefined) return { scope: "enterprises", compIds: enterprises };
  if (share === undefined) return { scope: "all" };
  if (!/^[1-9]\d?$/.test(share)) throw new Error("--share takes a share of the enterprises in percent, 1 to 99");
  return { scope: "share", percent: share };
}

/**
 * Files of a built bundle as they lie in dist/assets/NAME/HASH; source maps only where they are asked for.
 * @param {string} folder
 * @param {boolean} maps
 */
function filesOf(folder, maps) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && (maps || !/\.map(\.br|\.gz)?$/.test(entry.name)))
    .map((entry) => ({ name: entry.name, data: readFileSync(join(entry.parentPath, entry.name)) }))
    .filter(({ data }) => data.length > 0);
}

/**
 * Publishes `built` of distDir; throws what the server says.
 * @param {{
 *   readonly to: string;
 *   readonly key: string;
 *   readonly distDir: string;
 *   readonly built: Pick<Result, "hash" | "deps"> & { readonly module: PublishedModule };
 *   readonly shared: Readonly<Record<string, string>>;
 *   readonly note?: string | undefined;
 *   readonly scope: Scope;
 *   readonly maps: boolean;
 * }} publication shared: hashes of the bundles it was built beside, by specifier
 * @returns {Promise<Publication>}
 */
export async function publishTo({ to, key, distDir, built: { module, hash, deps }, shared, note, scope, maps }) {
  const folder = join(distDir, "assets", module.name, hash);
  if (!existsSync(folder)) throw new Error(`${folder} is not there; run npm run build`);
  const files = filesOf(folder, maps);
  const contents = {
    files: files.map(({ name, data }) => ({
      name,
      bytes: data.length,
      sha256: createHash("sha256").update(data).digest("hex"),
    })),
    shared: deps.map((name) => ({ name, version: shared[name] })),
  };
  const form = new FormData();
  const fields = { app: module.name, version: hash, note, ...scope, contents: JSON.stringify(contents) };
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value);
  form.append("files", new Blob(files.map(({ data }) => data)), "bundle.pack");
  let response;
  try {
    response = await fetch(`${to}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}` },
      body: form,
      redirect: "error",
      signal: AbortSignal.timeout(uploadMs),
    });
  } catch (error) {
    throw new Error(
      `${to} cannot be reached: ${messageOf(error instanceof Error && error.cause ? error.cause : error)}`,
    );
  }
  /** @type {{ readonly code: number; readonly msg?: string; readonly data: Publication } | undefined} */
  const envelope = await response.json().catch(() => undefined);
  if (envelope?.code !== 1) throw new Error(envelope?.msg ?? `${to} answered with HTTP ${response.status}`);
  return envelope.data;
}
