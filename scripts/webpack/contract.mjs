// The contract is several bundles: what every page needs, what the desk needs, what screens are made of, and one an app. A file that an
// earlier bundle exports is taken from there by the later ones and stands in no bundle twice.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const star = /^export \* from "(\.[^"]+)";$/gm;

/** Entry and the files it exports, by their own path: specifier. `layers` in order: [{specifier, entry}], entries absolute. */
function homesOf(layers) {
  const homes = new Map();
  for (const { specifier, entry } of layers) {
    const files = [...readFileSync(entry, "utf8").matchAll(star)].map(([, file]) => join(dirname(entry), file));
    for (const file of [entry, ...files]) if (!homes.has(file)) homes.set(file, specifier);
  }
  return homes;
}

/**
 * An externals function for the bundle of `specifier`: relative requests for files of the layers before it become imports of those. The
 * first layer has none before it: it holds its files, and of the areas' manifests the rows alone.
 */
export function contractExternals(specifier, layers) {
  const at = layers.findIndex((layer) => layer.specifier === specifier);
  const homes = at > 0 ? homesOf(layers.slice(0, at)) : new Map();
  return ({ context, request }, done) => {
    const home = request.startsWith(".") ? homes.get(join(context, request)) : undefined;
    return home ? done(null, home) : done();
  };
}

const ofAnArea = /[\\/]contract[\\/][^\\/]+[\\/](?!index\.ts$)[^\\/]+\.ts$/;

/**
 * Files of areas that stand in the first layer all the same, by their names. There are none while every manifest is called with a PURE mark
 * and a function: then only its rows are used, and every page loads those alone.
 */
export function strayFiles({ modules, chunkGraph }) {
  return [...modules]
    .filter((m) => [...chunkGraph.getModuleChunks(m)].length > 0)
    .flatMap((m) => [...(m.modules ?? [m])])
    .map((m) => m.resource)
    .filter((file) => file !== undefined && ofAnArea.test(file));
}
