import {
  authApi,
  cdrApi,
  defineEndpoint,
  filesField,
  signedIn,
  type Endpoint,
  type Failure,
} from "@liantai/api/contract";
import { number, object, string } from "yup";
import { makeBaseQuery, send, urlOf, type RequestHost } from "./request.ts";
import type { Tokens } from "./session.ts";

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });

function harness(replies: (request: Request) => Promise<Response> | Response, tokens: Tokens | null = null) {
  const requests: Request[] = [];
  const failures: Failure[] = [];
  let current = tokens;
  const host: RequestHost = {
    tokens: () => current,
    moduleTitle: () => "通话记录",
    insideEnterprise: () => false,
    operatorSignIn: () => false,
    onTokens: (t) => (current = t),
    onFailure: (f) => failures.push(f),
    now: () => 1_000_000,
  };
  const before = globalThis.fetch;
  Object.defineProperty(globalThis, "location", { value: { href: "http://console.test/" }, configurable: true });
  globalThis.fetch = (async (request: Request) => {
    requests.push(request.clone());
    return replies(request);
  }) as typeof fetch;
  return { host, requests, failures, end: () => (globalThis.fetch = before) };
}

const live: Tokens = { access: "A", refresh: "R", expiresAt: 1_000_000 + 20 * 3_600_000 };

test("R1 a request carries the token and the tab's title, and the envelope is opened", async () => {
  const h = harness(() => json(200, { code: 1, msg: "", data: { list: [] } }), live);
  expect(await send(h.host, { endpoint: cdrApi.callRecords, body: { pageNo: 1 } })).toEqual({ data: { list: [] } });
  expect(h.requests[0]?.headers.get("authorization")).toBe("Bearer A");
  expect(decodeURIComponent(h.requests[0]?.headers.get("module") ?? "")).toBe("通话记录");
  h.end();
});

test("before sign-in the client credentials go, as a form body: no password in an address", async () => {
  const h = harness(() => json(200, { code: 1, msg: "", data: {} }));
  await send(h.host, {
    endpoint: authApi.token,
    body: { grant_type: "password", username: "10000121001", password: "SECRET", code: undefined },
  });
  expect(h.requests[0]?.url).toBe("http://console.test/auth/oauth/token");
  expect(h.requests[0]?.headers.get("authorization")).toMatch(/^Basic /);
  expect(await h.requests[0]?.text()).toBe("grant_type=password&username=10000121001&password=SECRET");
  h.end();
});

test("R4 files go as a multipart form beside the fields, and the browser names the boundary", async () => {
  const h = harness(() => json(200, { code: 1, msg: "", data: null }), live);
  const upload = defineEndpoint({
    name: "upload",
    method: "POST",
    path: "/u",
    summary: "upload",
    permission: signedIn,
    encoding: "multipart",
    body: object({ tag: string(), sort: number(), files: filesField() }),
  });
  expect(
    await send(h.host, {
      endpoint: upload,
      body: { tag: "头像", sort: 2, other: undefined, files: [new File(["a"], "甲.png"), new File(["bc"], "乙.png")] },
    }),
  ).toEqual({ data: null });
  expect(h.requests[0]?.headers.get("content-type")).toMatch(/^multipart\/form-data; boundary=/);
  const form = await h.requests[0]!.formData();
  expect([...form.keys()]).toEqual(["tag", "sort", "files", "files"]);
  expect((form.getAll("files") as File[]).map((file) => [file.name, file.size])).toEqual([
    ["甲.png", 1],
    ["乙.png", 2],
  ]);
  h.end();
});

test("failures become values with the catalogue's texts", async () => {
  const cases: [() => Response | Promise<Response>, string][] = [
    [() => Promise.reject(new TypeError("offline")), "网络中断，请检查网络是否正常！"],
    [() => json(500, { msg: "x" }), "服务注册失败，请联系管理员！"],
    [() => json(200, { code: 0, msg: "不行", data: null }), "不行"],
  ];
  for (const [reply, text] of cases) {
    const h = harness(reply, live);
    expect(await send(h.host, { endpoint: authApi.getUser })).toMatchObject({ error: { text } });
    h.end();
  }
});

test("a download whose body is JSON shows its message as a warning", async () => {
  const h = harness(() => json(200, { code: 0, msg: "录音已过期", data: null }), live);
  expect(await send(h.host, { endpoint: cdrApi.playRecording, query: { callId: "a" } })).toMatchObject({
    error: { text: "录音已过期", level: "warning" },
  });
  h.end();
});

test("in the last hour of a token one refresh serves all requests", async () => {
  const old: Tokens = { ...live, expiresAt: 1_000_000 + 60_000 };
  const h = harness(
    (request) =>
      json(200, {
        code: 1,
        msg: "",
        data: request.url.endsWith("/auth/token/refresh")
          ? { access_token: "A2", refresh_token: "R2", expires_in: 86_400 }
          : "fine",
      }),
    old,
  );
  const base = makeBaseQuery(h.host, authApi.refresh);
  const controller = { signal: new AbortController().signal } as never;
  await Promise.all([
    base({ endpoint: authApi.getUser }, controller, {}),
    base({ endpoint: authApi.roleMenu, query: { id: "1" } }, controller, {}),
  ]);
  expect(h.requests.filter((r) => r.url.endsWith("/auth/token/refresh"))).toHaveLength(1);
  expect(h.requests.filter((r) => r.headers.get("authorization") === "Bearer A2")).toHaveLength(2);
  h.end();
});

test("a failure is told to the page once, silence only silences what needs no action", async () => {
  const h = harness(() => json(401, { code: 401, msg: "登录已失效", data: null }), live);
  const base = makeBaseQuery(h.host, authApi.refresh);
  await base({ endpoint: authApi.getUser }, { signal: new AbortController().signal } as never, { silent: true });
  expect(h.failures).toMatchObject([{ text: "登录已失效", action: "relogin" }]);
  h.end();
});

describe("K80 a server that is busy for a moment", () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());
  const change = defineEndpoint({
    name: "change",
    method: "POST",
    path: "/c",
    summary: "change",
    permission: signedIn,
  });
  const busy = (headers: Record<string, string> = { "retry-after": "1" }) =>
    new Response(JSON.stringify({ code: 503, msg: "系统繁忙，请稍后再试", data: null }), { status: 503, headers });
  const fine = () => json(200, { code: 1, msg: "", data: "fine" });

  async function ask(replies: (() => Response)[], endpoint = authApi.getUser as Endpoint, leave?: AbortController) {
    const h = harness(() => replies.shift()!(), live);
    const { signal } = leave ?? new AbortController();
    const asked = Promise.resolve(makeBaseQuery(h.host, authApi.refresh)({ endpoint }, { signal } as never, {}));
    await jest.advanceTimersByTimeAsync(999);
    const early = h.requests.length;
    leave?.abort();
    await jest.advanceTimersByTimeAsync(1_001);
    const outcome = await asked;
    h.end();
    return { outcome, early, asked: h.requests.length, texts: h.failures.map(({ text }) => text) };
  }

  test("is asked once more after a second at least, by what only reads", async () => {
    expect(await ask([busy, fine])).toEqual({ outcome: { data: "fine" }, early: 1, asked: 2, texts: [] });
  });
  test("is not asked a third time: the page says what the catalogue does", async () => {
    const { asked, texts } = await ask([busy, busy, fine]);
    expect([asked, texts]).toEqual([2, ["服务正在注册中，请稍后访问！"]]);
  });
  test("is not asked again for a change, whose first may have been done", async () => {
    expect(await ask([busy, fine], change)).toMatchObject({ asked: 1, texts: ["服务正在注册中，请稍后访问！"] });
  });
  test("is not asked again where it does not say that it is for a moment", async () => {
    expect(await ask([() => busy({}), fine])).toMatchObject({ asked: 1, texts: ["服务正在注册中，请稍后访问！"] });
  });
  test("is not asked again for a page that has been left", async () => {
    expect(await ask([busy, fine], authApi.getUser, new AbortController())).toMatchObject({ asked: 1, texts: [] });
  });
});

test("path parameters are encoded, empty query values left out", () => {
  expect(urlOf(authApi.endSession, { id: "a/b" })).toBe("/auth/token/sessions/a%2Fb");
  expect(urlOf(cdrApi.playRecording, undefined, { callId: "一", other: "" })).toBe(
    "/file/api/v1/file/play?callId=%E4%B8%80",
  );
});
