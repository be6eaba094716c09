/** Rule R6: the one gate that every request goes through. The fuzz over all endpoints is http/fuzz.test.ts. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  authApi,
  browserClient,
  cdrApi,
  CtiSyntaxError,
  decodeCti,
  defineEndpoint,
  signedIn,
} from "@liantai/api/contract";
import { agentApi, agentGroupApi } from "@liantai/api/contract/admin";
import { contacterDataApi } from "@liantai/api/contract/workorder";
import { array, number, object, string, type StringSchema } from "yup";
import { buildApp, type App } from "../../app.ts";
import { openOffice, type Office } from "../../testing/office.ts";
import { parseInput } from "../input.ts";
import { registerPages } from "../pages/index.ts";

let office: Office;
let pages: App;

beforeAll(async () => {
  office = await openOffice();
  const distDir = join(office.ports.folder, "dist");
  for (const folder of ["assets/desk", "page"]) mkdirSync(join(distDir, folder), { recursive: true });
  writeFileSync(join(distDir, "assets/desk/desk.js"), "System.register([])");
  writeFileSync(join(distDir, "page/index.html"), "<p>{{version}}</p>");
  writeFileSync(join(distDir, "import-map.json"), '{"imports":{}}');
  writeFileSync(join(distDir, "graph.json"), "{}");
  pages = await buildApp(
    office.ports,
    { host: "127.0.0.1", port: 0, publicUrl: undefined, tls: undefined },
    {
      modules: [],
      endpoints: [],
      sessions: { resolve: async () => ({ refused: "noSession" }) },
      mayPress: async () => false,
      pages: (app) => registerPages(app, { distDir, mode: "production" }),
    },
  );
});
afterAll(async () => {
  await pages.fastify.close();
  await office.close();
});

/** A body as it stands, through the real route. */
async function post(path: string, payload: string, headers: Record<string, string> = {}) {
  const reply = await office.app.fastify.inject({
    method: "POST",
    url: path,
    payload,
    headers: {
      authorization: `Bearer ${office.administrator.token}`,
      "content-type": "application/json",
      ...headers,
    },
  });
  return {
    status: reply.statusCode,
    ...reply.json<{ code: number; msg: string; data: { fields: { path: string; label: string }[] } | null }>(),
  };
}
const add = (body: string) => post(agentGroupApi.add.path, body);
const del = (body: string) => post(agentGroupApi.delete.path, body);

describe("R6: types before transforms", () => {
  test.each([
    ['{"name":{}}', "name", /^\S+应为文字/],
    ['{"name":{"trim":1,"toString":2}}', "name", /应为文字/],
    ['{"name":["甲"]}', "name", /应为文字/],
    ['{"name":12}', "name", /应为文字/],
    ['{"name":true}', "name", /应为文字/],
    ['{"name":"甲","monitorIds":"1001"}', "monitorIds", /班长应为列表/],
    ['{"name":"甲","monitorIds":[{}]}', "monitorIds[0]", /应为文字/],
    ['{"name":"甲","sort":"NaN"}', "sort", /应为数字/],
    ['{"name":"甲","sort":1e999}', "sort", /应为数字/],
    ['{"name":"甲","sort":{"valueOf":1}}', "sort", /应为数字/],
  ])("%s is refused at its field, in the words of its label", async (body, path, text) => {
    const reply = await add(body);
    expect(reply).toMatchObject({ status: 200, code: 400 });
    expect(reply.data?.fields.map((field) => field.path)).toContain(path);
    expect(reply.msg).toMatch(text);
    expect(reply.data?.fields.every(({ label }) => /[\u4e00-\u9fff]/.test(label))).toBe(true);
  });

  test("null in a list is refused by its place", async () => {
    expect(await del('{"ids":[null]}')).toMatchObject({ code: 400, data: { fields: [{ path: "ids[0]" }] } });
    expect((await del('{"ids":["x",null]}')).msg).toContain("编号第2项");
  });

  test.each(["[]", '"text"', "5", "true", "[null]"])("a body that is %s is refused as a whole", async (body) => {
    expect(await add(body)).toMatchObject({ code: 400, msg: "提交的内容应为对象" });
  });

  test("names that every object has are unknown fields, dropped like others", async () => {
    expect((await add('{"name":"甲组","toString":"x","constructor":"y","hasOwnProperty":1}')).code).toBe(1);
  });

  test("a rule that fails instead of answering is a refusal of its field", async () => {
    const endpoint = defineEndpoint({
      name: "broken",
      method: "POST",
      path: "/broken",
      summary: "",
      permission: signedIn,
      body: object({
        size: number().label("条数"),
        name: string()
          .label("名称")
          .test("broken", "", () => {
            throw new TypeError("a fault of the rule");
          }),
      }),
    });
    await expect(parseInput(endpoint, { params: {}, query: {}, body: { size: 1, name: "x" } })).rejects.toMatchObject({
      error: "invalid",
      message: "名称填写有误",
      data: { fields: [{ path: "name", label: "名称", message: "名称填写有误" }] },
    });
  });

  test("a choice among digits may come as the number it is, any other text may not", async () => {
    expect((await post(agentApi.list.path, '{"pageNo":1,"pageSize":99999,"enable":1,"userType":1}')).code).toBe(1);
    expect(await post(agentApi.list.path, '{"enable":7}')).toMatchObject({ code: 400, msg: "启用应为文字" });
  });

  test("numbers of an address are its digits, and nothing else", async () => {
    const endpoint = defineEndpoint({
      name: "sized",
      method: "GET",
      path: "/sized",
      summary: "",
      permission: signedIn,
      query: object({ size: number().label("条数").integer() }),
    });
    const parsed = (size: string) => parseInput(endpoint, { params: {}, query: { size }, body: undefined });
    expect((await parsed("12")).query).toEqual({ size: 12 });
    for (const bad of ["NaN", "0x10", "1e999", "", " ", "[object Object]", "１２"])
      await expect(parsed(bad)).rejects.toMatchObject({ error: "invalid", message: "条数应为数字" });
  });
});

describe("R6: what no input may hold", () => {
  test.each([
    ['{"name":"a\\u0000b"}', "name"],
    ['{"name":"a\\ud800"}', "name"],
    ['{"name":"\\udc00a"}', "name"],
    ['{"name":"甲","monitorIds":["10\\u000001"]}', "monitorIds[0]"],
    ['{"name":"甲","unknown":{"deep":["\\u0000"]}}', "unknown.deep[0]"],
  ])("%s: NUL and halves of characters are refused at their place", async (body, path) => {
    expect(await add(body)).toMatchObject({ status: 200, code: 400, data: { fields: [{ path }] } });
  });

  test.each(['{"a\\u0000":1}', '{"\\ud800":1}', '{"__proto__":{"x":1}}', '{"constructor":{"prototype":{"x":1}}}'])(
    "%s: keys, too",
    async (body) => {
      expect(await add(body)).toMatchObject({ status: 200, code: 400 });
      expect(({} as { x?: unknown }).x).toBeUndefined();
    },
  );

  test("depth and number of parts have a limit", async () => {
    expect(await add(`{"name":${"[".repeat(100_000)}${"]".repeat(100_000)}}`)).toMatchObject({ code: 400 });
    expect(
      await add(JSON.stringify(Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`k${n}`, n])))),
    ).toEqual(expect.objectContaining({ code: 400, msg: "提交的内容的数据过多" }));
    expect(await del(JSON.stringify({ ids: Array.from({ length: 100_000 }, () => "x") }))).toMatchObject({ code: 400 });
  });

  test("beyond the limits nothing is looked at, however much there is, and no rule of the contract is asked", async () => {
    const looked = { deep: 0, many: 0, rules: 0 };
    const counting = (schema: StringSchema) => schema.test("asked", "", () => (looked.rules += 1) > 0);
    const endpoint = defineEndpoint({
      name: "endless",
      method: "POST",
      path: "/endless",
      summary: "",
      permission: signedIn,
      body: object({ name: counting(string().label("名称")), list: array(counting(string())).label("列表") }),
    });
    const ask = (body: unknown) => parseInput(endpoint, { params: {}, query: {}, body });
    /** Each level has another below it. */
    const endless = {
      get within(): object {
        looked.deep += 1;
        return endless;
      },
    };
    await expect(ask({ name: endless })).rejects.toMatchObject({ message: "名称的层级过多" });
    const items = new Proxy(["x"], {
      get(target, key) {
        if (key === "length") return 1_000_000;
        if (key === "keys") return () => Array(1_000_000).keys();
        if (typeof key !== "string" || !/^\d+$/.test(key)) return Reflect.get(target, key) as unknown;
        looked.many += 1;
        return "x";
      },
    });
    await expect(ask({ list: items })).rejects.toMatchObject({ message: "提交的内容的数据过多" });
    // The limits of clean.ts: 16 levels, 25,000 values.
    expect(looked).toEqual({ deep: 15, many: 24_999, rules: 0 });
    await ask({ name: "甲", list: ["乙"] });
    expect(looked.rules).toBe(2);
  });

  test("the token endpoint, which nobody needs to sign in for", async () => {
    const token = (body: string) =>
      post(authApi.token.path, body, {
        authorization: `Basic ${btoa(`${browserClient.id}:${browserClient.secret}`)}`,
        "content-type": "application/x-www-form-urlencoded",
      });
    for (const body of [
      "grant_type=password&username=a%00b&password=x&code=1&randomStr=1",
      "grant_type=refresh_token&refresh_token=%00",
      "grant_type=password&username=x&password=%00&kid=%00&code=%00&randomStr=%00",
      "__proto__=1&grant_type=password",
      "%00=1",
    ])
      expect(await token(body)).toMatchObject({ status: 200, code: 400 });
  });

  test("fields and names of a multipart body", async () => {
    const part = (name: string, value: string) =>
      `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    for (const [name, value] of [
      ["compId", "1000\u000001"],
      ["other", "\u0000"],
      ["__proto__", "1"],
    ] as const)
      expect(
        await post(contacterDataApi.importCheck.path, `${part(name, value)}--x--\r\n`, {
          "content-type": "multipart/form-data; boundary=x",
        }),
      ).toMatchObject({ status: 200, code: 400 });
  });

  test.each(["/assets/%00", "/assets/desk/%00.js", "/%00", "/assets/%E0%A4%A", "/%ED%A0%80", "/seats?x=%00", "/%"])(
    "%s: pages, files and unknown addresses answer 400",
    async (url) => {
      const reply = await pages.fastify.inject({ url, headers: { accept: "text/html" } });
      expect(reply.statusCode).toBe(400);
      expect(reply.json()).toMatchObject({ code: 400, data: null });
    },
  );

  test("pages and files are served as before", async () => {
    const get = async (url: string) =>
      (await pages.fastify.inject({ url, headers: { accept: "text/html" } })).statusCode;
    expect([await get("/assets/desk/desk.js"), await get("/seats"), await get("/%E5%9D%90%E5%B8%AD?a=b%20c")]).toEqual([
      200, 200, 200,
    ]);
  });

  test("path, query and headers that the server reads", async () => {
    const ask = (url: string, headers: Record<string, string> = {}) =>
      office.app.fastify.inject({
        url,
        headers: { authorization: `Bearer ${office.administrator.token}`, ...headers },
      });
    for (const [url, headers] of [
      ["/file/api/v1/file/play?callId=%00", {}],
      ["/file/api/v1/file/play?callId=%ED%A0%80", {}],
      ["/auth/token/getUser", { module: "%00" }],
      ["/auth/token/getUser", { "user-agent": "a\u0000b" }],
    ] as const)
      expect((await ask(url, headers)).statusCode).toBe(400);
  });

  test("a CTI command", () => {
    expect(() => decodeCti("command|makeCall|seq=1&number=10%0001")).toThrow(CtiSyntaxError);
    expect(() => decodeCti("command|makeCall|seq=1&number=%ED%A0%80")).toThrow(CtiSyntaxError);
  });

  test("a date that the calendar does not have", async () => {
    for (const startTime of ["2026-02-30 00:00:00", "2026-01-01 25:00:00", "0000-00-00 00:00:00"])
      expect(await post(cdrApi.callRecords.path, JSON.stringify({ startTime }))).toMatchObject({
        code: 400,
        data: { fields: [{ path: "startTime" }] },
      });
  });
});
