/** Where `npm run swap -- APP --to URL` sends a key, and what it takes. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
// eslint-disable-next-line import-x/no-relative-packages -- the scripts are no package
import { keyOf, scopeOf, targetOf } from "../../scripts/webpack/publish-to.mjs";

test.each([
  ["https://desk.example.com", "https://desk.example.com"],
  ["https://desk.example.com:8443/", "https://desk.example.com:8443"],
  ["http://127.0.0.1:8080", "http://127.0.0.1:8080"],
  ["http://localhost:8080", "http://localhost:8080"],
  ["http://[::1]:8080", "http://[::1]:8080"],
])("H5 a key travels to %s", (given, origin) => expect(targetOf(given)).toBe(origin));

test.each([
  "http://desk.example.com",
  "http://10.0.0.1",
  "http://127.0.0.1.example.com",
  "http://localhost.example.com",
  "ftp://127.0.0.1",
  "https://user@desk.example.com",
  "https://desk.example.com/path",
  "desk.example.com",
  "",
])("H5 and not to %j", (given) => expect(() => targetOf(given)).toThrow("--to takes"));

test("the key is of the environment", () => {
  expect(keyOf({ LIANTAI_PUBLISH_KEY: " ltk.x " })).toBe("ltk.x");
  expect(() => keyOf({})).toThrow("LIANTAI_PUBLISH_KEY takes");
  expect(() => keyOf({ LIANTAI_PUBLISH_KEY: "" })).toThrow("LIANTAI_PUBLISH_KEY takes");
});

test("a scope is everybody, enterprises or a share", () => {
  expect(scopeOf({})).toEqual({ scope: "all" });
  expect(scopeOf({ enterprises: "100001,100002" })).toEqual({ scope: "enterprises", compIds: "100001,100002" });
  expect(scopeOf({ share: "10" })).toEqual({ scope: "share", percent: "10" });
  for (const share of ["0", "100", "ten", "-1", "1.5"]) expect(() => scopeOf({ share })).toThrow("1 to 99");
  expect(() => scopeOf({ enterprises: "100001", share: "10" })).toThrow("not both");
});

test.each([
  [["workorder", "--key", "ltk.x", "--to", "https://desk.example.com"], "Unknown option '--key'"],
  [["workorder", "--to", "https://desk.example.com", "--rollback"], "usage"],
  [["workorder", "--note", "x"], "usage"],
  [["shell-nav", "--to", "https://desk.example.com"], "part of the shell"],
])("%j is refused", (args, message) => {
  const run = () =>
    execFileSync(process.execPath, [join(__dirname, "../../scripts/swap.mjs"), ...args], {
      stdio: "pipe",
      encoding: "utf8",
    });
  expect(run).toThrow(message);
});
