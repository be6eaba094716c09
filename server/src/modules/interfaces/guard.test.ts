import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createSystemClock } from "../../adapters/embedded/clock/index.ts";
import { isPublicAddress } from "../../outward/addresses.ts";
import type { Resolve } from "../../outward/resolving.ts";
import { isTarget, refusalOf, type Allowance } from "./guard.ts";
import { createOutward, OutwardFailure, type OutwardRequest } from "./outward.ts";

describe("addresses", () => {
  test.each(["8.8.8.8", "114.114.114.114", "1.2.4.8", "2400:3200::1", "2606:4700:4700::1111"])(
    "%s is public",
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  test.each([
    "127.0.0.1",
    "127.255.255.254",
    "0.0.0.0",
    "10.0.0.1",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "100.127.255.255",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
    "192.0.2.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "192.0.0.8",
    "::",
    "::1",
    "fe80::1",
    "fc00::1",
    "fd12:3456::1",
    "ff02::1",
    "fec0::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:8.8.8.8",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b:1::1",
    "2002:7f00:1::",
    "2001::1",
    "2001:db8::1",
    "2001:10::1",
    "2001:20::1",
    "100::1",
    "5f00::1",
    "3fff::1",
    "2400:3200::1%eth0",
    "localhost",
    "",
  ])("%s is not", (address) => expect(isPublicAddress(address)).toBe(false));

  test("an allowance covers a host by name, an address, a network of its own family; its ports instead of the listed ones", () => {
    const may = (host: string, address: string, port: number, ...allowances: Allowance[]) =>
      refusalOf(host, address, port, allowances) === undefined;
    expect(may("crm.example.com", "8.8.8.8", 443)).toBe(true);
    expect(may("crm.example.com", "8.8.8.8", 25)).toBe(false);
    expect(may("crm.example.com", "8.8.8.8", 7_001, { target: "CRM.example.com.", ports: "7001" })).toBe(true);
    expect(may("crm.lan", "10.1.2.3", 8_080, { target: "crm.lan", ports: "" })).toBe(true);
    expect(may("other.lan", "10.1.2.3", 8_080, { target: "crm.lan", ports: "" })).toBe(false);
    expect(may("other.lan", "10.1.2.3", 8_080, { target: "10.1.0.0/16", ports: "" })).toBe(true);
    expect(may("other.lan", "10.2.2.3", 8_080, { target: "10.1.0.0/16", ports: "" })).toBe(false);
    expect(may("other.lan", "10.1.2.3", 80, { target: "10.1.0.0/16", ports: "3000-3010" })).toBe(false);
    expect(may("other.lan", "10.1.2.3", 3_005, { target: "10.1.0.0/16", ports: "3000-3010" })).toBe(true);
    expect(may("x", "::ffff:10.1.2.3", 80, { target: "10.0.0.0/8", ports: "" })).toBe(false);
    expect([
      isTarget("10.0.0.0/8"),
      isTarget("crm.lan"),
      isTarget("fd00::/32"),
      isTarget("0.0.0.0/0"),
      isTarget("10.0.0.0/4"),
      isTarget("::/0"),
      isTarget("http://x"),
      isTarget("a b"),
    ]).toEqual([true, true, true, false, false, false, false, false]);
  });
});

describe("requests", () => {
  let server: Server;
  let port: number;
  const heard: {
    url: string | undefined;
    headers: Record<string, unknown>;
    body: string;
    method: string | undefined;
  }[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = "";
      request.on("data", (part) => (body += part));
      request.on("end", () => {
        heard.push({ url: request.url, headers: request.headers, body, method: request.method });
        const to = new URL(request.url ?? "/", "http://x").searchParams.get("to");
        if (to !== null)
          response
            .writeHead(Number(new URL(request.url ?? "/", "http://x").searchParams.get("status") ?? 307), {
              location: to,
              "set-cookie": "a=b",
            })
            .end();
        else if (request.url === "/huge") response.end("x".repeat(5_000_000));
        else if (request.url === "/whole") response.end("x".repeat(65_536));
        else if (request.url !== "/silent") response.end("ok");
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  beforeEach(() => void heard.splice(0));

  const names: Record<string, string[]> = {
    "crm.example.com": ["127.0.0.1"],
    "sneaky.example.com": ["8.8.8.8", "127.0.0.1"],
    "mapped.example.com": ["::ffff:127.0.0.1"],
    "translated.example.com": ["64:ff9b::7f00:1"],
    "inside.example.com": ["10.0.0.5"],
    "other.example.com": ["127.0.0.1"],
  };
  const resolved: string[] = [];
  const resolve: Resolve = async (host) => {
    resolved.push(host);
    return (names[host] ?? []).map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  };
  const outward = createOutward(createSystemClock(), resolve);
  const loopback = (): Allowance => ({ target: "127.0.0.1", ports: String(port) });
  const send = (url: string, over: Partial<OutwardRequest> = {}) =>
    outward({
      url,
      method: "POST",
      headers: { "Idempotency-Key": "k" },
      ownHeaders: { Authorization: "Bearer x" },
      body: '{"a":1}',
      timeoutMs: 3_000,
      allowances: [loopback()],
      ...over,
    });
  const failure = (promise: Promise<unknown>): Promise<OutwardFailure> =>
    promise.then(
      () => {
        throw new Error("was sent");
      },
      (error: OutwardFailure) => error,
    );

  test("goes to the checked address by name, resolved once, with the name as Host", async () => {
    resolved.splice(0);
    expect(await send(`http://crm.example.com:${port}/hook?x=1`)).toEqual({
      ...{ status: 200, body: "ok", oversized: false, contentType: "", redirects: [] },
    });
    expect(heard).toMatchObject([
      {
        url: "/hook?x=1",
        method: "POST",
        body: '{"a":1}',
        headers: { host: `crm.example.com:${port}`, authorization: "Bearer x", "idempotency-key": "k" },
      },
    ]);
    expect(heard[0]!.headers["cookie"]).toBeUndefined();
    expect(resolved).toEqual(["crm.example.com"]);
  });

  test.each([
    ["a name that resolves to loopback", () => `http://crm.example.com:8080/`],
    ["one of several addresses is loopback", () => `http://sneaky.example.com:8080/`],
    ["a mapped address", () => `http://mapped.example.com:8080/`],
    ["a translated address", () => `http://translated.example.com:8080/`],
    ["a mapped literal", () => "http://[::ffff:127.0.0.1]:8080/"],
    ["a number as a host", () => "http://2130706433:8080/"],
    ["hexadecimal", () => "http://0x7f.1:8080/"],
    ["cloud metadata", () => "http://169.254.169.254/latest/"],
    ["the real name localhost", () => "http://localhost:8080/"],
  ])("%s is refused without an allowance, and nothing is sent", async (name, url) => {
    const via = name.includes("localhost") ? createOutward(createSystemClock()) : outward;
    const error = await failure(
      via({ url: url(), method: "POST", headers: {}, ownHeaders: {}, body: "", timeoutMs: 3_000, allowances: [] }),
    );
    expect(error).toBeInstanceOf(OutwardFailure);
    expect(error).toMatchObject({ refused: true, message: "地址指向内网、本机或保留网段，不允许访问" });
    expect(heard).toEqual([]);
  });

  test("schemes, credentials and unknown names are refused", async () => {
    expect((await failure(send("ftp://crm.example.com/"))).message).toBe("只支持http和https地址");
    expect((await failure(send(`http://u:p@crm.example.com:${port}/`))).message).toBe("地址中不能包含账号和密码");
    expect((await failure(send("http://nowhere.example.com/"))).message).toBe("域名nowhere.example.com解析失败");
  });

  test("each hop is checked: a redirect to a private address ends it, one that is allowed is followed with method and body", async () => {
    const inside = await failure(
      send(`http://crm.example.com:${port}/?to=${encodeURIComponent("http://inside.example.com/x")}`),
    );
    expect(inside).toMatchObject({
      refused: true,
      redirects: ["http://inside.example.com/x"],
      message: "地址指向内网、本机或保留网段，不允许访问",
    });
    expect(
      (await failure(send(`http://crm.example.com:${port}/?to=${encodeURIComponent("file:///etc/passwd")}`))).message,
    ).toBe("只支持http和https地址");
    heard.splice(0);
    expect(await send(`http://crm.example.com:${port}/?status=302&to=/final`)).toMatchObject({
      status: 200,
      redirects: [`http://crm.example.com:${port}/final`],
    });
    expect(heard[1]).toMatchObject({
      url: "/final",
      method: "POST",
      body: '{"a":1}',
      headers: { authorization: "Bearer x" },
    });
    expect(heard[1]!.headers["cookie"]).toBeUndefined();
  });

  test("credentials do not follow to another host; a ring of redirects ends at the third; 303 is no delivery", async () => {
    await send(`http://crm.example.com:${port}/?to=${encodeURIComponent(`http://other.example.com:${port}/there`)}`);
    expect(heard[1]!.headers).toMatchObject({ host: `other.example.com:${port}`, "idempotency-key": "k" });
    expect(heard[1]!.headers["authorization"]).toBeUndefined();
    heard.splice(0);
    expect(
      (
        await failure(
          send(
            `http://crm.example.com:${port}/?to=${encodeURIComponent("?to=?to=x")}`.replace(
              "%3Fto%3D%3Fto%3Dx",
              encodeURIComponent(`/?to=${encodeURIComponent(`/?to=${encodeURIComponent("/?to=/last")}`)}`),
            ),
          ),
        )
      ).message,
    ).toBe("跳转超过3次");
    expect(heard).toHaveLength(4);
    expect(await send(`http://crm.example.com:${port}/?status=303&to=/x`)).toMatchObject({ status: 303 });
  });

  test("a reply that does not end is cut at 64 KB, and says so; one that does not come ends with the time", async () => {
    const huge = await send(`http://crm.example.com:${port}/huge`);
    expect([huge.body.length, huge.oversized]).toEqual([65_536, true]);
    const whole = await send(`http://crm.example.com:${port}/whole`);
    expect([whole.body.length, whole.oversized]).toEqual([65_536, false]);
    const began = performance.now();
    expect(await failure(send(`http://crm.example.com:${port}/silent`, { timeoutMs: 300 }))).toMatchObject({
      refused: false,
      message: "0秒内没有完成",
    });
    expect(performance.now() - began).toBeLessThan(2_000);
    expect(
      (
        await failure(
          createOutward(
            createSystemClock(),
            () => new Promise(() => undefined),
          )({
            url: "http://slow.example.com/",
            method: "POST",
            headers: {},
            ownHeaders: {},
            body: "",
            timeoutMs: 200,
            allowances: [],
          }),
        )
      ).message,
    ).toContain("没有完成");
    expect(
      (await failure(send("http://crm.example.com:1/", { allowances: [{ target: "127.0.0.1", ports: "1" }] }))).message,
    ).toBe("对方拒绝连接");
  });
});
