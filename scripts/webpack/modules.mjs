// import-map.json at the root is the one list of System bundles: it drives the vendor entries, every bundle's externals
// and the served map. A source is `vendor:NAME`, `shared:PACKAGE[-PART]`, `root:root-config` or `app:FOLDER/ENTRY`.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** @import { Layer, Module } from "./types.ts" */

export const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

/** @type {Readonly<Record<string, string>>} */
const sharedEntry = {
  bus: "shared/bus/src/index.ts",
  "api-contract-base": "shared/api/src/contract/base.ts",
  "api-contract": "shared/api/src/contract/index.ts",
  "api-contract-parts": "shared/api/src/contract/parts.ts",
  "api-contract-admin": "shared/api/src/contract/admin.ts",
  "api-contract-workorder": "shared/api/src/contract/workorder.ts",
  "api-contract-flow-editor": "shared/api/src/contract/flow-editor.ts",
  "api-contract-im": "shared/api/src/contract/im.ts",
  "api-contract-forms": "shared/api/src/contract/forms/index.ts",
  "api-client": "shared/api/src/client/index.ts",
  ui: "shared/ui/src/index.ts",
  "ui-app": "shared/ui/src/app.ts",
  "ui-router": "shared/ui/src/router/index.tsx",
  "ui-resource": "shared/ui/src/resource/index.ts",
  "ui-dynamic": "shared/ui/src/dynamic/index.ts",
  "ui-board": "shared/ui/src/board/index.ts",
  "ui-canvas": "shared/ui/src/canvas/index.ts",
};

/** Bundles of the contract, each of them taking from those before it (contract.mjs). An app's own comes last: none takes from another's. */
const contractLayers = ["api-contract-base", "api-contract", "api-contract-parts"];

/** Apps of the page's frame: a change of one is told by the version check, never swapped into a living page. */
const shellApps = new Set(["@liantai/shell-nav", "@liantai/workstation"]);

/** Light entries that stand outside the console: they bundle their own subset of Chakra, so a visitor loads no more. */
const light = new Set(["@liantai/signin", "@liantai/customer"]);
const bundledInLight = new Set(["@chakra-ui/react", "@liantai/ui"]);

/** What screens that draw need beyond others. */
const drawing = ["@liantai/ui/board", "@liantai/ui/canvas", "@xyflow/react"];

/** Shared bundles that an app's lazy screens need and its first load does not: fetched with those screens. */
const late = new Map([
  ["@liantai/shell-nav", ["@liantai/ui/resource"]],
  ["@liantai/workstation", ["@liantai/api/contract/im"]],
  ["@liantai/workorder", ["@liantai/ui/dynamic", "@liantai/api/forms", ...drawing]],
  ["@liantai/flow-editor", drawing],
  ["@liantai/signin", ["@emotion/react", "@emotion/cache"]],
]);

/**
 * @param {string} specifier
 * @param {string} source
 * @returns {Pick<Module, "specifier" | "kind" | "name" | "file" | "entry">}
 */
function moduleOf(specifier, source) {
  const [kind = "", rest = ""] = source.split(":");
  if (kind === "vendor") return { specifier, kind, name: `vendor-${rest}`, file: `${rest}.js`, entry: "" };
  if (kind === "shared") {
    const entry = sharedEntry[rest];
    if (entry === undefined) throw new Error(`import-map.json: nobody knows the entry of ${source}`);
    return { specifier, kind, name: `shared-${rest}`, file: `${rest}.js`, entry };
  }
  if (kind === "root") return { specifier, kind, name: rest, file: `${rest}.js`, entry: `${rest}/src/main.ts` };
  const [folder, part] = rest.split("/");
  const name = specifier.slice("@liantai/".length);
  return { specifier, kind: "app", name, file: `${name}.js`, entry: `apps/${folder}/src/${part}.ts` };
}

/**
 * Every System bundle.
 * @returns {Module[]}
 */
export function listModules() {
  /** @type {{ readonly imports: Readonly<Record<string, string>> }} */
  const { imports } = JSON.parse(readFileSync(join(root, "import-map.json"), "utf8"));
  const all = Object.entries(imports).map(([specifier, source]) => moduleOf(specifier, source));
  const specifiers = all.map((m) => m.specifier);
  const apps = new Set(all.filter((m) => m.kind === "app" || m.kind === "root").map((m) => m.specifier));
  return all.map((m) => ({
    ...m,
    shell: m.kind !== "app" || shellApps.has(m.specifier),
    light: light.has(m.specifier),
    late: late.get(m.specifier) ?? [],
    externals: specifiers.filter(
      (s) => s !== m.specifier && !apps.has(s) && !(light.has(m.specifier) && bundledInLight.has(s)),
    ),
  }));
}

/**
 * The layers under a bundle of the contract, itself last; none for other modules.
 * @param {Module} module
 * @returns {Layer[]}
 */
export function layersOf(module) {
  if (!module.name.startsWith("shared-api-contract")) return [];
  const all = listModules();
  const own = contractLayers.map((part) => all.find((m) => m.name === `shared-${part}`)).filter((m) => m !== undefined);
  const below = own.slice(0, own.findIndex((m) => m.specifier === module.specifier) >>> 0);
  return [...below, module].map(({ specifier, entry }) => ({ specifier, entry: join(root, entry) }));
}

/**
 * A module by folder name or specifier; throws with the list of names on an unknown one.
 * @param {string} name
 * @returns {Module}
 */
export function pickModule(name) {
  const all = listModules();
  const found = all.find((m) => m.name === name || m.specifier === name);
  if (!found) throw new Error(`no module named ${name}; known: ${all.map((m) => m.name).join(", ")}`);
  return found;
}

/**
 * Those named, or all.
 * @param {readonly string[]} names
 */
export const pickModules = (names) => (names.length === 0 ? listModules() : names.map(pickModule));
