// The import rules of docs/architecture.md: bus, client, ui and server read the contract; apps read bus, client and ui;
// nothing reads an app; shared/api never reads the bus; a server module meets another through its index.ts.
import tseslint from "typescript-eslint";
import hooks from "eslint-plugin-react-hooks";
import importX, { createNodeResolver } from "eslint-plugin-import-x";
import { columns } from "./scripts/lib/columns.mjs";
import { docPairs } from "./scripts/lib/doc-pairs.mjs";

const anApp = [
  "@liantai/shell-nav",
  "@liantai/workstation",
  "@liantai/admin",
  "@liantai/workorder",
  "@liantai/flow-editor",
  "@liantai/knowledge",
  "@liantai/im",
];
/**
 * @param {readonly object[]} groups
 * @returns {import("eslint").Linter.RulesRecord}
 */
const deny = (groups) => ({ "no-restricted-imports": ["error", { patterns: groups }] });
const apps = { group: [...anApp, ...anApp.map((a) => `${a}/*`)], message: "nothing reads an app" };
const server = { group: ["@liantai/server", "@liantai/server/*"], message: "only tests and benches reach the server" };
const root = { group: ["@liantai/root-config", "@liantai/root-config/*"], message: "nothing reads the root config" };
const bus = { group: ["@liantai/bus"], message: "shared/api and shared/ui never read the bus" };
const client = { group: ["@liantai/api/client"], message: "the contract and the server never read the client" };
const ui = { group: ["@liantai/ui", "@liantai/ui/*"], message: "this package does not draw" };
const deep = { group: ["@liantai/*/src/*", "@liantai/*/src/**"], message: "use the package's exports" };
// How far up another module is depends on the folder a file lies in: `up` steps.
/** @param {number} up */
const otherModule = (up) => ({
  regex: `^${"\\.\\./".repeat(up)}(?!\\.\\.)[a-z-]+/(?!index\\.ts$).+`,
  message: "a module meets another through its index.ts",
});
const infrastructure = {
  group: ["react", "react-dom", "fastify", "kysely", "@reduxjs/*"],
  message: "the contract is TypeScript and yup only",
};

/** A test file is the story of one face, a contract suite one describe of its port. */
const tests = ["**/*.test.{ts,tsx}", "**/*.contract.ts", "**/testing/**"];

export default tseslint.config(
  { ignores: ["**/dist/**", "**/node_modules/**", "data*/**", ".cache/**", "coverage/**"] },
  ...tseslint.configs.recommended,
  {
    plugins: { "import-x": importX, "react-hooks": hooks },
    settings: {
      "import-x/extensions": [".ts", ".tsx", ".mjs"],
      "import-x/parsers": { "@typescript-eslint/parser": [".ts", ".tsx"] },
      "import-x/resolver-next": [createNodeResolver({ extensions: [".ts", ".tsx", ".mjs", ".js"] })],
    },
    rules: {
      // Circles of imports: root-config/src/import-rules.test.ts.
      "import-x/no-relative-packages": "error",
      "import-x/no-self-import": "error",
      "import-x/no-duplicates": "error",
      "react-hooks/rules-of-hooks": "error",
      "react-hooks/exhaustive-deps": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-console": "error",
    },
  },
  { files: ["**/*.{mjs,js}", "e2e/**", "bench/**", "scripts/**"], rules: { "no-console": "off" } },
  {
    // Prettier breaks code at 120 columns, but neither comments nor texts.
    files: ["**/*.{ts,tsx,mjs,js,cjs}"],
    // A released migration stays as it is.
    ignores: ["server/src/migrations/{0??,1[0-3]?}-*.ts"],
    plugins: { local: { rules: { columns, docPairs } } },
    rules: { "local/columns": ["error", 140], "local/docPairs": "error" },
  },
  {
    // Decision 037.
    files: ["**/*.{ts,tsx,mjs,js,cjs}"],
    // An applied migration stays as it was.
    ignores: ["server/src/migrations/001-foundation.ts", ...tests],
    rules: { "max-lines": ["error", 300], "max-lines-per-function": ["error", 100] },
  },
  { files: tests, rules: { "max-lines": ["error", 400] } },
  { files: ["shared/bus/**"], rules: deny([apps, server, root, client, ui, deep]) },
  { files: ["shared/api/src/contract/**"], rules: deny([apps, server, root, client, ui, bus, deep, infrastructure]) },
  { files: ["shared/api/src/client/**"], rules: deny([apps, server, root, ui, bus, deep]) },
  { files: ["shared/ui/**"], rules: deny([apps, server, root, bus, deep]) },
  { files: ["apps/**", "root-config/**"], rules: deny([apps, server, root, deep]) },
  { files: ["server/**"], rules: deny([apps, root, client, ui, bus, deep]) },
  ...[1, 2, 3].map((up) => ({
    files: [`server/src/modules/${"*/".repeat(up)}*.ts`],
    rules: deny([apps, root, client, ui, bus, deep, otherModule(up)]),
  })),
);
