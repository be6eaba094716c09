// The suites that need PostgreSQL and Redis: the same contracts on the production adapters.
import base from "./jest.config.mjs";

const [node] = base.projects;
export default {
  ...node,
  displayName: "services",
  testTimeout: 60_000,
  testMatch: ["<rootDir>/server/**/*.services.test.ts"],
  testPathIgnorePatterns: ["/node_modules/", "/dist/"],
};
