// The journeys that need what npm run test:services starts.
import journeys from "./jest.config.mjs";

const { globalSetup: _made, globalTeardown: _removed, testSequencer: _order, ...base } = journeys;
export default {
  ...base,
  testMatch: ["<rootDir>/**/*.services.e2e.ts"],
  testPathIgnorePatterns: ["/node_modules/"],
};
