// The suites of jest.config.mjs, several in one world: scripts/lib/groups.mjs, which writes their files.
import base from "./jest.config.mjs";

export default {
  ...base,
  testSequencer: "<rootDir>/scripts/lib/groups.mjs",
  projects: base.projects.map((project) => ({
    ...project,
    testMatch: [`<rootDir>/.cache/test-groups/${project.displayName}/*.js`],
  })),
};
