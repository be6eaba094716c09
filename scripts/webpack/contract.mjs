// The contract is several bundles: what every page needs, what the desk needs, what screens are made of, and one an app. A file that an
// earlier bundle exports is taken from there by the later ones and stands in no bundle twice.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * @import { Compilation, ExternalItemFunctionCallback, Module as Part } from "webpack"
 * @import { Layer } from "./types.ts"
 * @typedef {Part & { readonly resource?: string }} Source a module of one file
 * @typedef {Source & { readonly modules?: Iterable<Source> }} Whole or of several that were joined
 */

const star = /^export \* from "(\.[^"]+)";$/gm;

/**
 * Entry and the files it exports, by their own path: specifier. `layers` in order.
 * @param {readonly Layer[]} layers
 * @returns {Map<string, string>}
 */
function homesOf(layers) {
  const homes = new Map();
  for (const { specifier, entry } of layers) {
    const files = [...readFileSync(entry, "utf8").matchAll(star)].map(([, file = ""]) => join(dirname(entry), file));
    for (const file of [entry, ...files]) if (!homes.has(file)) homes.set(file, specifier);
  }
  return homes;
}

/**
 * An externals function for the bundle of `specifier`: relative requests for files of the layers before it become imports of those. The
 * first layer has none before it: it holds its files, and of the areas' manifests the rows alone.
 * @param {string} specifier
 * @param {readonly Layer[]} layers
 * @returns {ExternalItemFunctionCallback}
 */
export function contractExternals(specifier, layers) {
  const at = layers.findIndex((layer) => layer.specifier === specifier);
  const homes = homesOf(layers.slice(0, Math.max(at, 0)));
  return ({ context = "", request = "" }, done) => {
    const home = request.startsWith(".") ? homes.get(join(context, request)) : undefined;
    return home ? done(null, home) : done();
  };
}

const ofAnArea = /[\\/]contract[\\/][^\\/]+[\\/](?!index\.ts$)[^\\/]+\.ts$/;

/**
 * Files of areas that stand in the first layer all the same, by their names. There are none while every manifest is called with a PURE mark
 * and a function: then only its rows are used, and every page loads those alone.
 * @param {Pick<Compilation, "chunkGraph"> & { readonly modules: Iterable<Whole> }} compilation
 * @returns {string[]}
 */
export function strayFiles({ modules, chunkGraph }) {
  return [...modules]
    .filter((m) => [...chunkGraph.getModuleChunks(m)].length > 0)
    .flatMap((m) => [...(m.modules ?? [m])])
    .flatMap(({ resource }) => (resource !== undefined && ofAnArea.test(resource) ? [resource] : []));
}
