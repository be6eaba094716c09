// One webpack configuration a bundle, each buildable alone.
import { join } from "node:path";
import MinimizerPlugin from "minimizer-webpack-plugin";
import { contractExternals } from "./contract.mjs";
import { layersOf, root } from "./modules.mjs";
import { curatedNames } from "./curated.mjs";
import { recipeKeys } from "./recipes.mjs";
import { chakra, vendorEntry } from "./vendor-entry.mjs";

/**
 * @import { Configuration } from "webpack"
 * @import { Mode, Module } from "./types.ts"
 */

/** Stands for the content hash inside the emitted code until the hash is known; same length, an identifier. */
export const buildToken = "LTBUILDxLTBUILDx";

const reported = 120_000;

/** Shared as a whole: a sub-path would be bundled again, with contexts and caches of its own. The light entries may. */
const secondCopy = ["@chakra-ui/react", "@liantai/ui"];
/** But these, which have neither: they come with the lazy part that draws them, and no other page waits for them. */
const plainParts = ["@liantai/ui/talk"];

const subscriptions = {
  test: /[\\/]jssip[\\/]lib[\\/](Subscriber|Notifier)\.js$/,
  loader: join(root, "scripts/webpack/subscriptions-loader.cjs"),
};
/** Sheets of libraries, as text: a style element of theirs needs the page's nonce, so the style cache writes them. */
const sheets = { test: /\.css$/, type: "asset/source" };

/**
 * @param {Module} module
 * @param {Mode} mode
 */
export function outDir(module, mode = "production") {
  return join(root, ".cache", "out", mode, module.name);
}

/**
 * @param {Module} module
 * @param {Mode} mode development, for watching: quick, unminified; no eval in either, the CSP forbids it
 * @param {boolean} again it was built before, so somebody works on it: what is kept on disk makes the next time four times as fast, and
 *   keeping it costs as much as a build
 * @returns {Configuration}
 */
export function webpackConfig(module, mode = "production", again = true) {
  const vendor = module.kind === "vendor";
  const entry = vendor ? vendorEntry(module) : join(root, module.entry);
  const externals = new Set(module.externals);
  return {
    name: module.name,
    mode,
    context: root,
    target: ["web", "es2022"],
    // The library is the entry's and not the output's: a worker's chunk is a plain script, System is not there.
    entry: {
      [module.file.replace(/\.js$/, "")]: {
        import: vendor ? [entry] : [join(root, "scripts/webpack/public-path.js"), entry],
        library: { type: "system" },
      },
    },
    devtool: vendor ? false : "source-map",
    output: {
      path: outDir(module, mode),
      filename: "[name].js",
      chunkFilename: "c-[id].js",
      assetModuleFilename: "[name]-[hash:8][ext]",
      publicPath: "",
      clean: true,
      // Lazy chunks register under this name: two versions of one app in a page must not share it.
      uniqueName: `liantai_${module.name.replace(/\W/g, "_")}_${buildToken}`,
      chunkLoadTimeout: reported,
      devtoolModuleFilenameTemplate: "liantai:///[resource-path]",
    },
    externals: [
      contractExternals(module.specifier, layersOf(module)),
      ({ request = "", contextInfo }, done) => {
        // A plain external is loaded with the entry, whichever chunk imports it.
        if (module.late.includes(request)) return done(null, `promise System.import(${JSON.stringify(request)})`);
        if (externals.has(request)) return done(null, request);
        const whole =
          vendor || module.light || plainParts.includes(request)
            ? undefined
            : secondCopy.find((p) => request.startsWith(`${p}/`));
        return whole
          ? done(
              new Error(
                `${contextInfo?.issuer}: import from ${whole}; ${request} would be a second copy beside the shared one`,
              ),
            )
          : done();
      },
    ],
    externalsType: "system",
    resolve: { extensions: [".ts", ".tsx", ".mjs", ".js"] },
    module: {
      rules: [
        // `System` in our sources is SystemJS itself, not webpack's imitation of it.
        { test: /\.[cm]?[jt]sx?$/, parser: { system: false } },
        {
          test: /\.tsx?$/,
          loader: "ts-loader",
          options: {
            transpileOnly: true,
            configFile: join(root, "tsconfig.json"),
            instance: module.name,
            compilerOptions: { noEmit: false, allowImportingTsExtensions: false, target: "ES2022", sourceMap: true },
          },
        },
        ...(module.specifier === chakra
          ? [
              {
                test: /[\\/]@chakra-ui[\\/]react[\\/]dist[\\/]esm[\\/]theme[\\/](slot-)?recipes\.js$/,
                loader: join(root, "scripts/webpack/recipes-loader.cjs"),
                options: { keys: recipeKeys(curatedNames(chakra)) },
              },
            ]
          : []),
        subscriptions,
        sheets,
        { test: /\.(svg|png|jpe?g|webp|woff2|wav|mp3|ogg)$/, type: "asset/resource" },
      ],
    },
    optimization: {
      chunkIds: "deterministic",
      moduleIds: "deterministic",
      // By swc, a tenth of terser's time for a hundredth less to load. In this process: builds already run one a core.
      minimizer: [
        new MinimizerPlugin({
          parallel: false,
          minify: MinimizerPlugin.swcMinify,
          minimizerOptions: { ecma: 2022, module: true, compress: { passes: 3 }, mangle: true },
        }),
      ],
    },
    performance: { hints: false },
    cache: again && {
      type: "filesystem",
      cacheDirectory: join(root, ".cache", "webpack"),
      name: `${module.name}-${mode}`,
      buildDependencies: { config: [join(root, "scripts/webpack/config.mjs"), join(root, "tsconfig.json")] },
    },
    infrastructureLogging: { level: "error" },
  };
}
