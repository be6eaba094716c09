import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import Fastify, { type FastifyInstance } from "fastify";
import { registerPages, watchImportMap } from "./index.ts";

const hash = "0123456789abcdef";
let dir: string;
let app: FastifyInstance;

const imports = (over: Record<string, string> = {}) => ({
  react: `/assets/vendor-react/${hash}/react.js`,
  "@liantai/root-config": `/assets/root-config/${hash}/root-config.js`,
  "@liantai/signin": `/assets/signin/${hash}/signin.js`,
  "@liantai/workorder": `/assets/workorder/${hash}/workorder.js`,
  ...over,
});

function write(path: string, text: string | Buffer): void {
  mkdirSync(join(dir, path, ".."), { recursive: true });
  writeFileSync(join(dir, `${path}.new`), text);
  renameSync(join(dir, `${path}.new`), join(dir, path));
}

const writeMap = (over?: Record<string, string>) =>
  write("import-map.json", JSON.stringify({ imports: imports(over) }));

async function start(mode: "production" | "development" = "production", devOrigins?: string[]): Promise<void> {
  const tickets = new Map([["spent-once", 17_020]]);
  app = Fastify();
  app.get("/pbx/api/v1/thing", async () => ({ code: 1 }));
  app.setNotFoundHandler(async (_request, reply) => reply.code(404).send({ code: -404, msg: "none" }));
  const localPhonePort = async (ticket: string) => {
    const port = tickets.get(ticket);
    tickets.delete(ticket);
    return port;
  };
  await registerPages(app, { distDir: dir, mode, localPhonePort, ...(devOrigins ? { devOrigins } : {}) });
  await app.ready();
}

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "liantai-pages-"));
  const head =
    '<meta name="csp-nonce" content="{{nonce}}"><meta name="app-version" content="{{version}}"><meta name="app-mode" content="{{mode}}">';
  write(
    "page/index.html",
    `${head}{{preloads}}{{overrides}}<script src="/assets/page/${hash}/boot.js"></script><body data-place="{{place}}">`,
  );
  write("graph.json", JSON.stringify({ [imports()["@liantai/signin"]]: { deps: ["react"] } }));
  writeMap();
  write(`assets/workorder/${hash}/workorder.js`, "System.register([])");
  write(`assets/workorder/${hash}/workorder.js.gz`, gzipSync("System.register([])"));
  write(`assets/workorder/${hash}/workorder.js.map`, "{}");
});

afterEach(async () => {
  await app?.close();
  rmSync(dir, { recursive: true, force: true });
});

const page = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { accept: "text/html", host: "desk.example:8080", ...headers } });
const version = (html: string) => /app-version" content="([^"]+)"/.exec(html)![1];

test("any unknown path that wants text/html is the page, never stored, with a fresh nonce in policy and meta", async () => {
  await start();
  const [a, b] = [await page("/callrecord/detail/abc"), await page("/")];
  expect(a.statusCode).toBe(200);
  expect(a.headers["cache-control"]).toBe("no-store");
  const nonce = /csp-nonce" content="([^"]+)"/.exec(a.body)![1]!;
  const policy = String(a.headers["content-security-policy"]);
  expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
  expect(policy).toContain("default-src 'none'; script-src 'self';");
  expect(policy).toContain("wss://desk.example:8080");
  expect(policy).not.toMatch(/unsafe/);
  expect(b.body).not.toContain(nonce);
  expect(a.headers).toMatchObject({ "x-content-type-options": "nosniff", "referrer-policy": "same-origin" });
});

test("L5 the soft phone of this machine is named by a script of its own alone, which comes once to who has a ticket", async () => {
  await start();
  const script = () => app.inject({ url: "/local-phone/spent-once.js" });
  const first = await script();
  expect(first.headers["content-security-policy"]).toBe("default-src 'none'; connect-src ws://127.0.0.1:17020");
  expect(first.headers["content-type"]).toContain("text/javascript");
  expect(first.headers["cache-control"]).toBe("no-store");
  expect(first.body).toContain('new WebSocket("ws://127.0.0.1:17020")');
  expect((await script()).statusCode).toBe(404);
  expect((await app.inject({ url: "/local-phone/guessed.js" })).statusCode).toBe(404);
  expect(String((await page("/")).headers["content-security-policy"])).not.toContain("127.0.0.1");
});

test("a strange Host cannot write into the policy", async () => {
  await start();
  const { headers } = await page("/", { host: "x; script-src 'unsafe-eval'" });
  expect(String(headers["content-security-policy"])).not.toContain("unsafe");
});

test("interfaces and what does not want a page stay the 404 of the server", async () => {
  await start();
  expect((await page("/pbx/api/v1/none")).statusCode).toBe(404);
  expect((await page("/auth/none")).json()).toEqual({ code: -404, msg: "none" });
  expect((await app.inject({ url: "/callrecord", headers: { accept: "application/json" } })).statusCode).toBe(404);
  expect((await app.inject({ method: "POST", url: "/callrecord", headers: { accept: "text/html" } })).statusCode).toBe(
    404,
  );
  expect((await app.inject({ url: "/pbx/api/v1/thing" })).json()).toEqual({ code: 1 });
});

test("the sign-in page preloads what its bundle imports; its place is in the body", async () => {
  await start();
  const { body } = await page("/login?x=1");
  expect(body).toContain(`<link rel="preload" as="script" href="/assets/vendor-react/${hash}/react.js">`);
  expect(body).toContain('data-place="signin"');
  expect((await page("/customer/call/4001")).body).toContain('data-place="customer"');
});

test("the workspace names the bundles of its frame and of the location for a browser that has a session", async () => {
  writeMap({ "@liantai/shell-nav": "/s", "@liantai/workstation": "/w", "@liantai/admin": "/a" });
  write("page/index.html", '<meta name="workspace-bundles" content="{{workspace}}">{{preloads}}');
  await start();
  expect((await page("/callrecord")).body).toContain('content="/w /s /a"');
  expect((await page("/")).body).toContain('content="/w /s"');
  expect((await page("/login")).body).toContain('content=""');
});

test("the version follows the shell and not a swapped app", async () => {
  await start();
  const first = version((await page("/?versionTime=1")).body);
  writeMap({ "@liantai/workorder": "/assets/workorder/ffffffffffffffff/workorder.js" });
  expect(version((await page("/?versionTime=2")).body)).toBe(first);
  writeMap({ react: "/assets/vendor-react/ffffffffffffffff/react.js" });
  expect(version((await page("/?versionTime=3")).body)).not.toBe(first);
});

test("the map is revalidated, and changes at once", async () => {
  await start();
  const first = await app.inject("/import-map.json");
  expect(first.headers["cache-control"]).toBe("no-cache");
  expect(first.json()).toEqual({ imports: imports() });
  const again = await app.inject({ url: "/import-map.json", headers: { "if-none-match": String(first.headers.etag) } });
  expect([again.statusCode, again.body]).toEqual([304, ""]);
  writeMap({ "@liantai/workorder": "/w/2" });
  const after = await app.inject({ url: "/import-map.json", headers: { "if-none-match": String(first.headers.etag) } });
  expect(after.json().imports["@liantai/workorder"]).toBe("/w/2");
});

test("bundles are immutable for a year and come compressed", async () => {
  await start();
  const plain = await app.inject(`/assets/workorder/${hash}/workorder.js`);
  expect(plain.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect(plain.headers["content-type"]).toContain("javascript");
  const zipped = await app.inject({
    url: `/assets/workorder/${hash}/workorder.js`,
    headers: { "accept-encoding": "gzip" },
  });
  expect(zipped.headers).toMatchObject({ "content-encoding": "gzip", vary: "accept-encoding" });
});

test("nothing outside the assets is served", async () => {
  await start();
  for (const path of [
    "/assets/../graph.json",
    "/assets/%2e%2e/graph.json",
    "/assets/..%2fgraph.json",
    "/assets/%2e%2e%2f%2e%2e%2fetc/passwd",
    "/assets/",
    "/assets/none/x.js",
  ]) {
    expect((await app.inject(path)).statusCode).toBeGreaterThanOrEqual(400);
  }
});

test("source maps and overrides are development only, with the origins of developers", async () => {
  await start("production", ["http://localhost:9001"]);
  expect((await app.inject(`/assets/workorder/${hash}/workorder.js.map`)).statusCode).toBe(404);
  const production = await page("/");
  expect(production.body).not.toContain("overrides.js");
  expect(String(production.headers["content-security-policy"])).not.toContain("9001");
  await app.close();
  await start("development", ["http://localhost:9001", "http://x'unsafe-inline'"]);
  expect((await app.inject(`/assets/workorder/${hash}/workorder.js.map`)).statusCode).toBe(200);
  const development = await page("/");
  expect(development.body).toContain(`<script src="/assets/page/${hash}/overrides.js">`);
  expect(String(development.headers["content-security-policy"])).toContain("script-src 'self' http://localhost:9001;");
});

test("a swap is told once, with the names that changed", async () => {
  await start();
  const reported: (readonly string[])[] = [];
  const heard = new Promise<void>((resolve) => {
    const stop = watchImportMap(dir, (modules) => {
      reported.push(modules);
      stop();
      resolve();
    });
  });
  writeMap({ "@liantai/workorder": "/w/2" });
  await heard;
  expect(reported).toEqual([["workorder"]]);
});
