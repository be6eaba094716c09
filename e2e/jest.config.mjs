// Journeys run as native ES modules (puppeteer is one), a process each.
export default {
  rootDir: ".",
  testEnvironment: "<rootDir>/environment.mjs",
  testMatch: ["<rootDir>/**/*.e2e.ts"],
  // jest.services.config.mjs has them.
  testPathIgnorePatterns: ["/node_modules/", "\\.services\\.e2e\\.ts$"],
  extensionsToTreatAsEsm: [".ts"],
  globalSetup: "<rootDir>/harness/global-setup.ts",
  globalTeardown: "<rootDir>/harness/global-teardown.ts",
  testSequencer: "<rootDir>/longest-first.mjs",
  testTimeout: 180_000,
  // A failed journey must not keep the run alive with its browsers.
  forceExit: true,
  transform: {
    "^.+\\.ts$": [
      "@swc/jest",
      { jsc: { parser: { syntax: "typescript" }, target: "es2023" }, module: { type: "es6" } },
    ],
  },
};
