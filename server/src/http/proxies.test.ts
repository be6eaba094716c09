/** Proxies, host names and who reads the figures: docs/protocol.md R7 and R8. */
import type { FastifyInstance } from "fastify";
import { buildApp, type App } from "../app.ts";
import { createTestPorts, type TestPorts } from "../testing/index.ts";
import { addressSet } from "./address.ts";
import { hostNameOf, hostsOf } from "./hosts.ts";

let ports: TestPorts;
const apps: App[] = [];
beforeAll(async () => {
  ports = await createTestPorts();
});
afterAll(async () => {
  for (const app of apps) await app.stop();
  await ports.close();
});

const nobody = { resolve: async () => ({ refused: "noSession" as const }) };
async function appOf(config: Partial<Parameters<typeof buildApp>[1]> = {}): Promise<FastifyInstance> {
  const app = await buildApp(
    ports,
    { host: "127.0.0.1", port: 0, publicUrl: undefined, tls: undefined, ...config },
    {
      modules: [],
      endpoints: [],
      sessions: nobody,
      mayPress: async () => false,
      pages: async (fastify) => {
        fastify.get("/whoami", async (request) => ({ ip: request.ip, protocol: request.protocol, host: request.host }));
      },
    },
  );
  apps.push(app);
  return app.fastify;
}
const ask = (app: FastifyInstance, url: string, headers: Record<string, string> = {}, remoteAddress = "127.0.0.1") =>
  app.inject({ url, headers: { host: "127.0.0.1:8080", ...headers }, remoteAddress });

describe("R8 X-Forwarded-For", () => {
  test("is believed of nobody by default, not even with PUBLIC_URL or from the own network", async () => {
    const app = await appOf({ publicUrl: "https://desk.example.com" });
    for (const from of ["127.0.0.1", "10.0.0.5", "203.0.113.9"])
      expect((await ask(app, "/whoami", { "x-forwarded-for": "198.51.100.7" }, from)).json()).toMatchObject({
        ip: from,
      });
  });

  test("is believed of the proxies that TRUSTED_PROXIES names, hop by hop from here", async () => {
    const app = await appOf({ trustedProxies: ["127.0.0.1", "10.0.0.0/8"] });
    const ip = async (chain: string, from = "127.0.0.1") =>
      (await ask(app, "/whoami", { "x-forwarded-for": chain }, from)).json<{ ip: string }>().ip;
    expect(await ip("198.51.100.7")).toBe("198.51.100.7");
    expect(await ip("1.2.3.4, 198.51.100.7, 10.3.2.1")).toBe("198.51.100.7");
    expect(await ip("198.51.100.7", "203.0.113.9")).toBe("203.0.113.9");
    expect(await ip("198.51.100.7", "::ffff:10.9.9.9")).toBe("198.51.100.7");
  });

  test("addressSet knows addresses and networks of both families and names what is neither", () => {
    const set = addressSet(["192.0.2.1", "fd00::/8"]);
    expect(["192.0.2.1", "::ffff:192.0.2.1", "fd12::1"].map((each) => set.has(each))).toEqual([true, true, true]);
    expect(["192.0.2.2", "fe80::1", "", "x"].map((each) => set.has(each))).toEqual([false, false, false, false]);
    for (const wrong of ["proxy", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/8/8", "fd00::/129", "10.0.0.0/x"])
      expect(() => addressSet([wrong])).toThrow(RangeError);
  });
});

describe("R7 Host", () => {
  test("another host is refused with 421 and a sentence; probes pass", async () => {
    const app = await appOf({ publicUrl: "https://desk.example.com", allowedHosts: ["desk.internal"] });
    for (const host of ["127.0.0.1:8080", "localhost", "desk.example.com", "DESK.example.com.", "desk.internal:9"])
      expect((await ask(app, "/whoami", { host })).statusCode).toBe(200);
    for (const host of [
      "evil.example",
      "127.0.0.1.evil.example",
      "desk.example.com.evil.example",
      "203.0.113.9",
      "a b",
    ]) {
      const reply = await ask(app, "/whoami", { host });
      expect([host, reply.statusCode]).toEqual([host, 421]);
      expect(reply.json()).toMatchObject({ code: 421, msg: "请使用本系统的正式地址访问" });
    }
    expect((await ask(app, "/healthz", { host: "10.1.2.3" })).statusCode).toBe(200);
  });

  test("a trusted proxy may name the host, nobody else", async () => {
    const app = await appOf({ publicUrl: "https://desk.example.com", trustedProxies: ["127.0.0.1"] });
    const headers = { host: "liantai:8080", "x-forwarded-host": "desk.example.com" };
    expect((await ask(app, "/whoami", headers)).statusCode).toBe(200);
    expect((await ask(app, "/whoami", headers, "10.0.0.5")).statusCode).toBe(421);
  });

  test("listening on all addresses, those of this machine are its names, and no others", () => {
    const may = hostsOf({ host: "0.0.0.0", publicUrl: undefined, allowedHosts: [] }, () => ["192.168.1.20"]);
    expect(["192.168.1.20:8080", "[::1]:8080", "localhost:8080"].map(may)).toEqual([true, true, true]);
    expect(["192.168.1.21", "desk.example.com", "", undefined].map(may)).toEqual([false, false, false, false]);
    expect(hostNameOf("[FD00::1]:8443")).toBe("fd00::1");
  });
});

describe("HSTS", () => {
  const hsts = async (app: FastifyInstance, headers: Record<string, string> = {}) =>
    (await ask(app, "/whoami", headers)).headers["strict-transport-security"];
  test("is sent where browsers come over HTTPS, and only there", async () => {
    expect(await hsts(await appOf())).toBeUndefined();
    expect(await hsts(await appOf(), { "x-forwarded-proto": "https" })).toBeUndefined();
    expect(await hsts(await appOf({ publicUrl: "https://desk.example.com" }))).toBe("max-age=31536000");
    expect(await hsts(await appOf({ trustedProxies: ["127.0.0.1"] }), { "x-forwarded-proto": "https" })).toBe(
      "max-age=31536000",
    );
  });
});

describe("/metrics", () => {
  const status = async (app: FastifyInstance, headers: Record<string, string> = {}, from = "127.0.0.1") =>
    (await ask(app, "/metrics", headers, from)).statusCode;

  test("behind a proxy on this machine that nobody named, the world does not read it", async () => {
    const app = await appOf();
    expect(await status(app)).toBe(200);
    const names = ["x-forwarded-for", "x-forwarded-proto", "forwarded", "via", "x-real-ip", "cf-connecting-ip"];
    for (const name of [...names, "true-client-ip", "x-client-ip", "x-cluster-client-ip", "fastly-client-ip"])
      expect([name, await status(app, { [name]: "198.51.100.7" })]).toEqual([name, 403]);
  });

  test("behind a named proxy the client counts: the own network reads, the world does not", async () => {
    const app = await appOf({ trustedProxies: ["127.0.0.1"] });
    expect(await status(app, { "x-forwarded-for": "198.51.100.7" })).toBe(403);
    expect(await status(app, { "x-forwarded-for": "192.168.1.9" })).toBe(200);
  });

  test("with METRICS_TOKEN it is asked for everywhere", async () => {
    const app = await appOf({ metricsToken: "0123456789abcdef" });
    expect(await status(app)).toBe(403);
    expect(await status(app, { authorization: "Bearer 0123456789abcdeg" })).toBe(403);
    expect(await status(app, { authorization: "Bearer 0123456789abcdef" }, "198.51.100.7")).toBe(200);
  });
});
