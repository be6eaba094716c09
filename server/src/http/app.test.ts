/** The HTTP layer through buildApp: contracts of this test, a caller of this test, everything else real. */
import { browserClient } from "@liantai/api/contract";
import { PassThrough } from "node:stream";
import { api, app, as, asked, build, caller, get, handlers, lines, openApp, people, ports } from "./testing/app.ts";

openApp();

describe("envelope and files", () => {
  test("a reply is {code: 1, msg, data}, never stored, with the request id", async () => {
    const reply = await get("/t/open?size=3&other=1");
    expect(reply.json()).toEqual({ code: 1, msg: "", data: { size: 3 } });
    expect(reply.headers).toMatchObject({ "cache-control": "no-store", "x-content-type-options": "nosniff" });
    expect(reply.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  });
  test("a file is sent as it is, ranges included", async () => {
    const reply = await get("/t/file", { range: "bytes=0-3" });
    expect([reply.statusCode, reply.body, reply.headers["content-type"], reply.headers["accept-ranges"]]).toEqual([
      206,
      "RIFF",
      "audio/wav",
      "bytes",
    ]);
  });
});

describe("validation", () => {
  const post = (url: string, payload: object | string, headers: Record<string, string> = {}) =>
    app.fastify.inject({ method: "POST", url, payload, headers: { ...as("agent-agent-agent-1"), ...headers } });

  test("defaults are filled in", async () => {
    expect((await post("/t/list/7", { phone: "13800138000" })).json().data).toEqual({
      list: [{ id: "7" }],
      total: 1,
      pageNo: 1,
      pageSize: 10,
    });
  });
  test("every fault at once, in Chinese, by the name people read, as HTTP 200", async () => {
    const reply = await post("/t/list/x", { pageNo: 0.5, phone: "123" });
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual({
      code: 400,
      // A field has one sentence, the one that its form shows.
      msg: "分组格式有误；页码应为整数；请输入正确的11位手机号",
      data: {
        fields: [
          { path: "group", label: "分组", message: "分组格式有误" },
          { path: "pageNo", label: "页码", message: "页码应为整数" },
          { path: "phone", label: "电话", message: "请输入正确的11位手机号" },
        ],
      },
    });
  });
  test.each([
    ["a missing field", {}, "电话不能为空"],
    ["a wrong type", { phone: "13800138000", pageNo: "abc" }, "页码应为数字"],
    ["an object where a text belongs", { phone: { $gt: "" } }, "电话应为文字"],
  ])("%s", async (_name, body, message) => {
    expect((await post("/t/list/7", body)).json().msg).toBe(message);
  });
  test("broken JSON, a form for JSON, prototype poison and a body over 1 MB are refused", async () => {
    expect((await post("/t/list/7", '{"phone":', { "content-type": "application/json" })).json()).toMatchObject({
      code: 400,
      msg: "提交的内容不是有效的JSON",
    });
    expect(
      (await post("/t/list/7", "phone=13800138000", { "content-type": "application/x-www-form-urlencoded" })).json(),
    ).toMatchObject({ code: 400, msg: "不支持的内容类型" });
    expect(
      (
        await post("/t/list/7", '{"phone":"13800138000","__proto__":{"pageNo":2}}', {
          "content-type": "application/json",
        })
      ).json().code,
    ).not.toBe(1);
    const large = await post("/t/list/7", JSON.stringify({ phone: "x".repeat(1_100_000) }), {
      "content-type": "application/json",
    });
    expect([large.statusCode, large.json().msg]).toEqual([413, "提交的内容过大"]);
  });
});

describe("permission", () => {
  test.each([
    ["/t/administrators", "", 401, "登录已失效，请重新登录"],
    ["/t/administrators", "unknown-unknown-unknown", 401, "登录已失效，请重新登录"],
    ["/t/administrators", "elsewhere-elsewhere", 426, "您的账号已在别处登录，您将被强制退出"],
    ["/t/administrators", "agent-agent-agent-1", 403, "您没有权限执行此操作"],
    ["/t/administrators", "admin-admin-admin-1", 200, ""],
    ["/t/button", "agent-agent-agent-1", 200, ""],
    ["/t/operate", "operator-operator-1", 200, ""],
    ["/t/operate", "operator-operator-2", 403, "您没有权限执行此操作"],
    ["/t/operate", "operator-operator-3", 200, ""],
  ])('%s as "%s" is %d', async (url, token, status, msg) => {
    const reply = await get(url, token ? as(token) : {});
    expect([reply.statusCode, reply.json().msg]).toEqual([status, msg]);
  });
  test("R10 who sees masked numbers alone asks for whole ones 300 times a day; everything else goes on", async () => {
    const search = async (token: string, payload: object) =>
      (await app.fastify.inject({ method: "POST", url: "/t/search", headers: as(token), payload })).statusCode;
    const [masked, other] = ["masked-masked-masked", "sees-sees-sees-sees-1"] as const;
    people[masked] = caller({ userId: "masked", sessionId: "m" });
    people[other] = caller({ userId: "sees", sessionId: "n", hiddenGlobalPhone: false });
    for (let i = 0; i < 300; i++) expect(await search(masked, { phone: `1380000${1_000 + i}` })).toBe(200);
    // Another session of the account, too.
    people[masked] = caller({ userId: "masked", sessionId: "m2" });
    expect(await search(masked, { phone: "13800009999" })).toBe(429);
    expect(await search(masked, { name: "甲" })).toBe(200);
    expect(await search(masked, { phone: "138" })).toBe(200);
    expect(await search(other, { phone: "13800009999" })).toBe(200);
    await ports.clock.advance(86_400_000);
    expect(await search(masked, { phone: "13800009999" })).toBe(200);
  });
  test("S13 a request whose body comes after the end of its session, does nothing", async () => {
    const reached: string[] = [];
    const own = await build(
      handlers.map((each) =>
        each.endpoint === api.list ? { ...each, handler: async () => void reached.push("list") } : each,
      ),
    );
    const who = "short-short-short-1";
    const send = async (during: () => void) => {
      people[who] = caller({ sessionId: "s9" });
      const body = new PassThrough();
      const reply = own.fastify.inject({
        method: "POST",
        url: "/t/list/7",
        headers: { ...as(who), "content-type": "application/json" },
        payload: body,
      });
      body.write('{"phone":');
      // The head is read and admitted; the rest of the body waits.
      while (!asked.includes(who)) await new Promise((resolve) => setImmediate(resolve));
      during();
      body.end('"13800138000"}');
      const { statusCode } = await reply;
      asked.length = 0;
      return statusCode;
    };
    try {
      expect(await send(() => delete people[who])).toBe(401);
      expect(reached).toEqual([]);
    } finally {
      delete people[who];
      await own.stop();
    }
  });
  test("client credentials: a form with Basic, nothing else", async () => {
    const credentials = `Basic ${Buffer.from(`${browserClient.id}:${browserClient.secret}`).toString("base64")}`;
    const send = (authorization?: string) =>
      app.fastify.inject({
        method: "POST",
        url: "/t/client",
        payload: "grant_type=password",
        headers: { "content-type": "application/x-www-form-urlencoded", ...(authorization ? { authorization } : {}) },
      });
    expect((await send(credentials)).json()).toEqual({ code: 1, msg: "", data: "password" });
    for (const wrong of [undefined, `${credentials.slice(0, -4)}AAA=`, "Bearer agent-agent-agent-1"])
      expect((await send(wrong)).statusCode).toBe(401);
  });
  test("who may not call learns nothing about the body", async () => {
    const reply = await app.fastify.inject({
      method: "POST",
      url: "/t/list/x",
      payload: "{",
      headers: { "content-type": "application/json" },
    });
    expect(reply.statusCode).toBe(401);
  });
});

describe("failures", () => {
  test("a refusal keeps its code, text and data", async () => {
    expect((await get("/t/refused")).json()).toEqual({
      code: 409,
      msg: "数据已被他人修改，请刷新后重试",
      data: { id: 7 },
    });
  });
  test("an unknown error is 500 with the request id; the log has the rest, redacted", async () => {
    const reply = await get("/t/broken");
    expect(reply.statusCode).toBe(500);
    expect(reply.json()).toEqual({
      code: 500,
      msg: "服务注册失败，请联系管理员！",
      data: { requestId: reply.headers["x-request-id"] },
    });
    const line = lines.find((each) => each["reqId"] === reply.headers["x-request-id"] && each["level"] === "error");
    expect(JSON.stringify(line)).toContain("138****8000");
    expect(JSON.stringify(line)).not.toContain("13800138000");
  });
  test("a reply that breaks its contract fails", async () => {
    expect((await get("/t/leaky")).statusCode).toBe(500);
  });
  test("a handler that does not answer in its time is 503", async () => {
    const reply = await get("/t/slow");
    expect([reply.statusCode, reply.json().msg]).toEqual([503, "网络请求超时！"]);
  });
  test("an unknown address is 404 in an envelope; there is no CORS", async () => {
    expect((await get("/t/none")).json()).toEqual({ code: 404, msg: "请求的地址不存在", data: null });
    const preflight = await app.fastify.inject({
      method: "OPTIONS",
      url: "/t/open",
      headers: { origin: "https://evil.example", "access-control-request-method": "GET" },
    });
    expect([preflight.statusCode, preflight.headers["access-control-allow-origin"]]).toEqual([404, undefined]);
  });
  test("the rate of a contract holds for each address and a minute", async () => {
    const statuses = async (remoteAddress: string) =>
      (await app.fastify.inject({ url: "/t/rare", remoteAddress })).statusCode;
    expect([
      await statuses("10.0.0.1"),
      await statuses("10.0.0.1"),
      await statuses("10.0.0.1"),
      await statuses("10.0.0.2"),
    ]).toEqual([200, 200, 429, 200]);
    await ports.clock.advance(60_000);
    expect(await statuses("10.0.0.1")).toBe(200);
  });
  test("K96 a session has 600 requests at once and 20 a second from then on, whatever it asks and from where", async () => {
    const asks = async (token: string, n: number, url = "/t/button") => {
      const statuses = new Map<number, number>();
      for (let at = 0; at < n; at += 1) {
        const { statusCode } = await app.fastify.inject({
          url,
          headers: as(token),
          remoteAddress: `10.1.0.${at % 250}`,
        });
        statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
      }
      return Object.fromEntries(statuses);
    };
    await ports.clock.advance(60_000);
    expect(await asks("agent-agent-agent-1", 610)).toEqual({ 200: 600, 429: 10 });
    expect((await get("/t/button", as("agent-agent-agent-1"))).json()).toMatchObject({
      code: 429,
      msg: "操作过于频繁，请稍后再试",
    });
    // Whoever else is there, and what needs no session, goes on.
    expect(await asks("admin-admin-admin-1", 1, "/t/administrators")).toEqual({ 200: 1 });
    expect((await get("/t/open")).statusCode).toBe(200);
    await ports.clock.advance(1_000);
    expect(await asks("agent-agent-agent-1", 25)).toEqual({ 200: 20, 429: 5 });
    await ports.clock.advance(60_000);
  });
});

describe("completeness", () => {
  test("a contract without a handler, and a handler without a contract, stop the start by name", async () => {
    await expect(build(handlers.slice(1))).rejects.toThrow("open: no handler");
    await expect(build(handlers, Object.values(api).slice(1))).rejects.toThrow("open: not in the contract");
    await expect(build([...handlers, handlers[0]!])).rejects.toThrow("open: served twice");
  });
});

describe("watching", () => {
  test("/healthz, /readyz before the start, /metrics for the own network alone", async () => {
    expect((await get("/healthz")).json()).toEqual({ status: "ok" });
    expect((await get("/readyz")).json()).toEqual({
      status: "unavailable",
      started: false,
      database: true,
      broker: true,
      switch: true,
      disk: true,
      blobs: true,
      leads: false,
    });
    const metrics = await get("/metrics");
    expect(metrics.body).toContain("liantai_http_request_duration_seconds_bucket");
    expect(metrics.body).toContain("liantai_switch_legs 0");
    expect(metrics.body).toContain("nodejs_eventloop_lag_seconds");
    expect((await app.fastify.inject({ url: "/metrics", remoteAddress: "8.8.8.8" })).statusCode).toBe(403);
  });
  test("a request is one line with who and where, its query redacted", async () => {
    const reply = await get("/t/open?size=1&token=SECRET&code=1234&phone=13800138000", {
      module: encodeURIComponent("通话记录"),
    });
    const line = lines.findLast((each) => each["reqId"] === reply.headers["x-request-id"]);
    expect(line).toMatchObject({ msg: "request", method: "GET", status: 200, module: "通话记录" });
    expect(line?.["url"]).toBe("/t/open?size=1&token=[redacted]&code=[redacted]&phone=[redacted]");
  });
});

describe("OpenAPI", () => {
  test("the document tells methods, schemas, limits and who may", async () => {
    const document = (await get("/openapi.json")).json();
    expect(document.openapi).toBe("3.1.0");
    const operation = document.paths["/t/list/{group}"].post;
    expect(operation).toMatchObject({
      operationId: "list",
      security: [{ session: [] }],
      parameters: [
        { name: "group", in: "path", required: true, schema: { type: "string", pattern: "^\\d+$", title: "分组" } },
      ],
    });
    const body = operation.requestBody.content["application/json"].schema;
    expect(body.required).toEqual(["phone"]);
    expect(body.properties.pageNo).toEqual({
      type: "integer",
      minimum: 1,
      maximum: 1_000_000,
      title: "页码",
      default: 1,
    });
    expect(document.paths["/t/administrators"].get["x-roles"]).toEqual([1]);
  });
  test("the page reads without a script", async () => {
    const reply = await get("/openapi");
    expect(reply.headers["content-security-policy"]).toMatch(/^default-src 'none'; style-src 'nonce-/);
    expect(reply.body).toContain("联台接口文档");
    expect(reply.body).not.toContain("<script");
  });
});
