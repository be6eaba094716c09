// Two environments: the server and pure code under node, screens under jsdom. @swc/jest because ts-jest is four times slower.
import { chakraMapper } from "./scripts/lib/jest-chakra.mjs";

// knip reads this file as well, and would take the folder of it for a package.
const chakra = (process.argv[1] ?? "").includes("knip") ? {} : await chakraMapper();

/** @param {boolean} react */
const swc = (react) => ({
  "^.+\\.(m|c)?(t|j)sx?$": [
    "@swc/jest",
    {
      jsc: {
        parser: { syntax: "typescript", tsx: react },
        target: "es2023",
        transform: { react: { runtime: "automatic" } },
      },
      module: { type: "commonjs" },
    },
  ],
});

// Packages that ship ESM only and so must be transformed for jest's CommonJS.
const esmOnly = [
  "content-disposition",
  "cookie",
  "sip\\.js",
  "mitt",
  "pg-boss",
  "serialize-error",
  "non-error",
  "cron-parser",
  "kysely",
  "p-queue",
  "@tanstack",
  "lucide-react",
  "wavesurfer\\.js",
  "mpg123-decoder",
  "@wasm-audio-decoders",
  "simple-yenc",
  "chinese-days",
  "marked",
  "htmlparser2",
  "domhandler",
  "dom-serializer",
  "domutils",
  "domelementtype",
  "entities",
  "echarts",
  "zrender",
  "@scure",
  "@noble",
  "@echogarden",
];
/** What every project has. */
const common = { runtime: "<rootDir>/scripts/lib/jest-runtime.mjs" };
const transformIgnorePatterns = [`/node_modules/(?!(?:.*/node_modules/)?(?:${esmOnly.join("|")})/)`];

export default {
  // A worker keeps what suites before leave in its heap. At 4 GB, which it came to after two hundred of them, it did little but collect.
  workerIdleMemoryLimit: "1500MB",
  // What hangs, not what is slow: a machine with other work takes ten times as long, and suites of virtual time only compute.
  testTimeout: 180_000,
  projects: [
    {
      ...common,
      displayName: "node",
      testEnvironment: "node",
      testMatch: ["<rootDir>/{server,shared/api,shared/bus,root-config,bench}/**/*.test.ts"],
      testPathIgnorePatterns: ["/node_modules/", "/dist/", "\\.services\\.test\\.ts$"],
      setupFilesAfterEnv: ["<rootDir>/server/src/testing/jest-setup.ts"],
      transform: swc(false),
      transformIgnorePatterns,
    },
    {
      ...common,
      displayName: "screens",
      testEnvironment: "jsdom",
      testMatch: ["<rootDir>/{apps,shared}/**/*.test.tsx", "<rootDir>/{apps,shared/ui}/**/*.test.ts"],
      testPathIgnorePatterns: ["/node_modules/", "/dist/"],
      setupFilesAfterEnv: ["<rootDir>/scripts/jest-screens.ts"],
      moduleNameMapper: { "\\.css$": "<rootDir>/scripts/jest-css.mjs", ...chakra },
      transform: swc(true),
      transformIgnorePatterns,
    },
  ],
};
