/** Uploads through buildApp: what arrives, what is refused, and that nothing stays behind. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { anyone, defineEndpoint, filesField } from "@liantai/api/contract";
import { array, number, object, string } from "yup";
import { buildApp, type App } from "../app.ts";
import { createTestPorts, type TestPorts } from "../testing/index.ts";
import { multipartPayload } from "../testing/multipart.ts";
import { attachment, safeFileName } from "./names.ts";
import { route, type UploadedFile } from "./routes.ts";

const api = {
  upload: defineEndpoint({
    name: "upload",
    method: "POST",
    path: "/t/upload",
    summary: "upload",
    permission: anyone,
    encoding: "multipart",
    maxBytes: 200_000,
    maxFiles: 2,
    body: object({
      tag: string().label("标签").max(5),
      count: number().label("数量"),
      list: array().of(string().required()),
      files: filesField(),
    }),
    reply: object({
      tag: string().nullable().defined(),
      count: number().nullable().defined(),
      list: array().of(string().required()).required(),
      files: array()
        .of(
          object({
            field: string().required(),
            name: string().required(),
            bytes: number().required(),
            sha256: string().required(),
            text: string().defined(),
          }),
        )
        .required(),
    }),
  }),
  json: defineEndpoint({
    name: "json",
    method: "POST",
    path: "/t/json",
    summary: "json",
    permission: anyone,
    body: object({ a: string() }),
  }),
  bare: defineEndpoint({ name: "bare", method: "POST", path: "/t/bare", summary: "bare", permission: anyone }),
};
let ports: TestPorts;
let app: App;
let address: string;
const seen: UploadedFile[] = [];

beforeAll(async () => {
  ports = await createTestPorts();
  const routes = [
    route(api.upload, async ({ body }, { files }) => {
      seen.push(...files);
      return {
        tag: body.tag ?? null,
        count: body.count ?? null,
        list: body.list ?? [],
        files: await Promise.all(
          files.map(async ({ field, name, bytes, sha256, path }) => ({
            field,
            name,
            bytes,
            sha256,
            text: (await readFile(path, "utf8")).slice(0, 20),
          })),
        ),
      };
    }),
    route(api.json, async () => null),
    route(api.bare, async () => null),
  ];
  app = await buildApp(
    ports,
    { host: "127.0.0.1", port: 0, publicUrl: undefined, tls: undefined },
    {
      modules: [{ name: "t", routes }],
      endpoints: Object.values(api),
      sessions: { resolve: async () => ({ refused: "noSession" }) },
      mayPress: async () => false,
      checkReplies: true,
    },
  );
  address = await app.listen();
});
afterAll(async () => {
  await app.stop();
  await ports.close();
});

async function send(path: string, body: Record<string, unknown>, over: { type?: string; payload?: Buffer } = {}) {
  const { type, payload } = await multipartPayload(body);
  const reply = await app.fastify.inject({
    method: "POST",
    url: path,
    headers: { "content-type": over.type ?? type },
    payload: over.payload ?? payload,
  });
  return reply.json<{ code: number; msg: string; data: never }>();
}
/** Until the folder of the request is gone: removing it follows the reply. */
async function cleaned(): Promise<boolean> {
  for (let i = 0; i < 200 && seen.some(({ path }) => existsSync(path)); i += 1)
    await new Promise((resolve) => setTimeout(resolve, 5));
  return !seen.some(({ path }) => existsSync(path));
}

test("fields and files arrive, named safely, measured and hashed; nothing stays", async () => {
  const { code, data } = await send("/t/upload", {
    tag: "甲",
    count: 7,
    list: ["a", "b"],
    files: [new File(["hello"], "../../etc/报表.xlsx"), new File([""], "empty.txt")],
  });
  expect(code).toBe(1);
  expect(data).toEqual({
    tag: "甲",
    count: 7,
    list: ["a", "b"],
    files: [
      {
        field: "files",
        name: "报表.xlsx",
        bytes: 5,
        sha256: "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824",
        text: "hello",
      },
      { field: "files", name: "empty.txt", bytes: 0, sha256: expect.any(String), text: "" },
    ],
  });
  expect(await cleaned()).toBe(true);
});

test.each([
  ["a file that is too large", { files: new File([Buffer.alloc(200_001)], "a") }, "文件大小不能超过0.2M！"],
  [
    "files that are too large together",
    { files: [new File([Buffer.alloc(120_000)], "a"), new File([Buffer.alloc(120_000)], "b")] },
    "文件大小不能超过0.2M！",
  ],
  ["too many files", { files: ["a", "b", "c"].map((name) => new File(["x"], name)) }, "最多上传2个文件"],
  ["too many fields", Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`f${n}`, "x"])), "提交的内容过多"],
  ["a field that is a prototype", { constructor: "x" }, "提交的内容有误"],
  ["a field past its rule", { tag: "一二三四五六" }, /标签/],
])("refuses %s", async (_what, body, msg) => {
  const reply = await send("/t/upload", body);
  expect(reply.code).toBe(400);
  expect(reply.msg).toMatch(msg);
  expect(await cleaned()).toBe(true);
});

test("R4 each route takes the kind of body its contract names and no other", async () => {
  const form = { files: new File(["x"], "a") };
  for (const path of ["/t/json", "/t/bare"])
    expect(await send(path, form)).toMatchObject({ code: 400, msg: "不支持的内容类型" });
  expect(await send("/t/upload", {}, { type: "application/json", payload: Buffer.from("{}") })).toMatchObject({
    code: 400,
    msg: "不支持的内容类型",
  });
  expect(
    await send("/t/upload", {}, { type: "application/x-www-form-urlencoded", payload: Buffer.from("a=1") }),
  ).toMatchObject({ code: 400, msg: "不支持的内容类型" });
  expect((await app.fastify.inject({ method: "POST", url: "/t/upload" })).json()).toMatchObject({
    code: 400,
    msg: "不支持的内容类型",
  });
});

test.each([
  ["without a boundary", "multipart/form-data", "x"],
  [
    "cut off",
    "multipart/form-data; boundary=b",
    '--b\r\ncontent-disposition: form-data; name="files"; filename="a"\r\n\r\nhalf',
  ],
])("a body %s is refused", async (_what, type, text) => {
  const reply = await send("/t/upload", {}, { type, payload: Buffer.from(text) });
  expect(reply).toMatchObject({ code: 400 });
  expect(await cleaned()).toBe(true);
});

test("a client that goes away in the middle leaves nothing behind", async () => {
  const before = seen.length;
  await new Promise<void>((resolve) => {
    const request = httpRequest(`${address}/t/upload`, {
      method: "POST",
      headers: { "content-type": "multipart/form-data; boundary=b", "content-length": "100000" },
    });
    request.on("error", () => resolve());
    request.write('--b\r\ncontent-disposition: form-data; name="files"; filename="a"\r\n\r\nhalf', () =>
      setTimeout(() => request.destroy(), 50),
    );
  });
  expect(
    (
      await app.fastify.inject({
        method: "POST",
        url: "/t/json",
        headers: { "content-type": "application/json" },
        payload: "{}",
      })
    ).statusCode,
  ).toBe(200);
  expect(seen).toHaveLength(before);
});

test.each([
  ["..\\..\\windows\\cmd.exe", "cmd.exe"],
  ["/etc/passwd", "passwd"],
  ["a\u202egnp.exe", "agnp.exe"],
  ["x\r\nset-cookie: a=b.txt", "xset-cookie a=b.txt"],
  ["con.txt", "_con.txt"],
  ["...", "未命名"],
  ["报告..png", "报告..png"],
  [".png", "未命名.png"],
  ["照片/<>.PNG", "未命名.png"],
  ["", "未命名"],
  [`${"长".repeat(300)}.xlsx`, `${"长".repeat(115)}.xlsx`],
])("the name %j is kept as %j", (given, kept) => expect(safeFileName(given)).toBe(kept));

test("a name in a header is quoted and encoded", () => {
  expect(attachment('报"表\r\n;.xlsx')).toBe(
    `attachment; filename="__;.xlsx"; filename*=UTF-8''%E6%8A%A5%E8%A1%A8%3B.xlsx`,
  );
  expect(attachment("a'(1).txt")).toBe(`attachment; filename="a'(1).txt"; filename*=UTF-8''a%27%281%29.txt`);
});
