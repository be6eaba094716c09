// Chakra for the screens' suites: 800 files in one, which each suite loads in a quarter of the time. Made anew where a version is another.
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { root } from "./setup.mjs";

/** What the apps import of it: all that must share its contexts. */
const specifiers = [
  "@chakra-ui/react",
  "@chakra-ui/react/button",
  "@chakra-ui/react/input",
  "@chakra-ui/react/preset-base",
  "@chakra-ui/react/styled-system",
  "@chakra-ui/react/theme",
  "@ark-ui/react/date-picker",
];
/** These are the apps' own as well: one of each. */
const shared = /^(react|react-dom|@emotion\/[\w-]+)($|\/)/;
/** Beside the packages, wherever they lie: a copy of the sources has links to them. */
const cache = join(realpathSync(join(root, "node_modules/webpack")), "../.cache/liantai");

/** @param {string} specifier */
const fileOf = (specifier) => `${specifier.replace(/\W+/g, "-").replace(/^-/, "")}.cjs`;

function key() {
  const hash = createHash("sha256").update(readFileSync(import.meta.filename));
  for (const name of ["@chakra-ui/react", "@ark-ui/react", "@zag-js/core", "webpack"])
    hash.update(readFileSync(join(root, "node_modules", name, "package.json")));
  return hash.digest("hex").slice(0, 16);
}

/** @param {string} folder */
async function build(folder) {
  const { default: webpack } = await import("webpack");
  const entry = join(folder, "entry.mjs");
  mkdirSync(folder, { recursive: true });
  writeFileSync(entry, specifiers.map((each, at) => `export * as s${at} from ${JSON.stringify(each)};\n`).join(""));
  const compiler = webpack({
    mode: "production",
    devtool: false,
    target: "web",
    context: root,
    entry,
    output: { path: folder, filename: "all.cjs", library: { type: "commonjs2" } },
    externalsType: "commonjs",
    externals: [shared],
    resolve: { conditionNames: ["browser", "import", "module", "default"] },
    optimization: { minimize: false, nodeEnv: false },
    performance: false,
  });
  await new Promise((resolve, reject) =>
    compiler.run((error, stats) =>
      error || !stats || stats.hasErrors()
        ? reject(error ?? new Error(stats?.toString({ all: false, errors: true })))
        : compiler.close(resolve),
    ),
  );
  for (const [at, each] of specifiers.entries())
    writeFileSync(join(folder, fileOf(each)), `module.exports = require("./all.cjs").s${at};\n`);
}

/**
 * jest's moduleNameMapper for it.
 * @returns {Promise<Readonly<Record<string, string>>>}
 */
export async function chakraMapper() {
  const name = `jest-chakra-${key()}`;
  const folder = join(cache, name);
  if (!existsSync(folder)) {
    // Several runs may make it at once: each renames a whole folder into place, and the first one's stays.
    const partial = `${folder}.${process.pid}`;
    await build(partial);
    try {
      renameSync(partial, folder);
    } catch {
      rmSync(partial, { recursive: true, force: true });
    }
    for (const other of readdirSync(cache))
      if (/^jest-chakra-\w+$/.test(other) && other !== name)
        rmSync(join(cache, other), { recursive: true, force: true });
  }
  return Object.fromEntries(specifiers.map((each) => [`^${each.replace(/\W/g, "\\$&")}$`, join(folder, fileOf(each))]));
}
