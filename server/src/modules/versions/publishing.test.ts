/** Who may publish, and what is refused of what arrives. */
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { operatorCode } from "@liantai/api/contract";
import { appVersionApi, operateLogApi, publishKeyApi } from "@liantai/api/contract/admin";
import { builtInHash, makeBundle, packOf, writeBuild, type MadeBundle, type MadeFile } from "../../testing/bundle.ts";
import { multipartPayload } from "../../testing/multipart.ts";
import { openOffice, refused, type Office } from "../../testing/office.ts";
import { publish } from "../topics.ts";

let distDir: string;
let office: Office;
let key: string;

const makeKey = async (days = 30) => office.operator.call(publishKeyApi.add, { body: { name: `密钥${days}`, days } });

beforeAll(async () => {
  distDir = mkdtempSync(join(tmpdir(), "liantai-publishing-"));
  writeBuild(distDir);
  office = await openOffice({}, distDir);
  key = (await makeKey()).secret;
});
afterAll(async () => {
  await office?.close();
  rmSync(distDir, { recursive: true, force: true });
});

async function send(
  form: Readonly<Record<string, unknown>>,
  { bearer = key, from = "127.0.0.1", headers = {}, cut = 0 } = {},
) {
  const { type, payload } = await multipartPayload(form);
  const reply = await office.app.fastify.inject({
    method: "POST",
    url: appVersionApi.publish.path,
    remoteAddress: from,
    headers: { authorization: `Bearer ${bearer}`, "content-type": type, ...headers },
    payload: payload.subarray(0, payload.length - cut),
  });
  const { code, msg } = reply.json<{ code: number; msg: string }>();
  return { status: reply.statusCode, code, msg };
}
const sha256 = (data: Uint8Array) => createHash("sha256").update(data).digest("hex");
const served = async (): Promise<string> =>
  (await office.app.fastify.inject("/import-map.json"))
    .json<{ imports: Record<string, string> }>()
    .imports["@liantai/workorder"]!.split("/")[3]!;
const stored = () => {
  try {
    return readdirSync(join(office.ports.folder, "blobs/bundles/workorder"));
  } catch {
    return [];
  }
};
const log = async (): Promise<readonly { action: string; object: string; text: string }[]> =>
  (
    await office.operator.call(operateLogApi.list, {
      body: { startTime: "2020-01-01 00:00:00", endTime: "2035-01-01 00:00:00", pageSize: 200 },
    })
  ).list.map((line) => ({ action: line.action, object: line.object, text: JSON.stringify(line) }));

/** Lines of the operation log about uses of these keys, in their order. */
const usesOf = (...ids: readonly string[]) =>
  office.ports.database.system((trx) =>
    trx
      .selectFrom("operation_log")
      .selectAll()
      .where("object", "=", "publishKey")
      .where("objectId", "in", ids)
      .where("action", "in", ["use", "useRefused"])
      .orderBy("objectName", "desc")
      .execute(),
  );

describe("H5 the key", () => {
  test("every use of a known key is a line of the operation log, one whose form is no form too", async () => {
    const made = await makeKey(9);
    await send({ app: "nonsense" }, { bearer: made.secret });
    expect(await usesOf(made.id)).toMatchObject([
      { action: "use", objectName: "密钥9", address: "127.0.0.1", userName: expect.stringMatching(/admin$/) },
    ]);
  });

  test("is shown once, kept as a hash, and stands in no list and no log", async () => {
    const made = await makeKey(7);
    const rows = await office.ports.database.system((trx) => trx.selectFrom("publish_key").selectAll().execute());
    const list = await office.operator.call(publishKeyApi.list, { body: {} });
    const secret = made.secret.split(".").at(-1)!;
    expect(rows.find(({ id }) => id === made.id)?.secretHash).toBe(sha256(Buffer.from(secret)));
    for (const text of [JSON.stringify(rows), JSON.stringify(list), JSON.stringify(await log())])
      expect(text).not.toContain(secret);
    expect(list.find(({ id }) => id === made.id)).toMatchObject({
      name: "密钥7",
      state: "valid",
      uses: 0,
      lastUsedAt: null,
    });
  });

  test("over http it is good from this machine alone, and nobody passes it on", async () => {
    const form = packOf(makeBundle("far"));
    expect(await send(form, { from: "192.0.2.9" })).toMatchObject({
      status: 403,
      msg: "发布密钥只能通过https使用，http仅限本机",
    });
    expect(await send(form, { headers: { "x-forwarded-for": "192.0.2.9" } })).toMatchObject({ status: 403 });
    expect(await send(form, { headers: { "x-forwarded-proto": "https" }, from: "192.0.2.9" })).toMatchObject({
      status: 403,
    });
    expect(stored()).toEqual([]);
  });

  test.each([
    ["another secret", () => `${key.slice(0, -1)}${key.endsWith("A") ? "B" : "A"}`],
    [
      "another id",
      () => key.replace(/^ltk\.[0-9a-f]/, (head) => `${head.slice(0, 4)}${head.endsWith("f") ? "0" : "f"}`),
    ],
    ["no key", () => "x".repeat(40)],
    ["a session", () => office.operator.token],
  ])("%s opens nothing", async (_name, bearer) => {
    expect(await send(packOf(makeBundle("wrong")), { bearer: bearer() })).toMatchObject({
      status: 401,
      msg: "发布密钥无效、已到期或已停用",
    });
  });

  test("opens nothing but publishing", async () => {
    const reply = await office.app.fastify.inject({
      method: "POST",
      url: appVersionApi.list.path,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      payload: "{}",
    });
    expect(reply.statusCode).toBe(401);
  });

  test("revoked it ends at once, expired by itself", async () => {
    const [revoked, short] = [await makeKey(20), await makeKey(1)];
    await office.operator.call(publishKeyApi.revoke, { body: { id: revoked.id } });
    const form = packOf(makeBundle("revoked"));
    expect(await send(form, { bearer: revoked.secret })).toMatchObject({ status: 401 });
    expect(await refused(office.operator.call(publishKeyApi.revoke, { body: { id: revoked.id } }))).toMatchObject({
      code: 404,
    });
    await office.ports.database.system((trx) =>
      trx
        .updateTable("publish_key")
        .set({ expiresAt: new Date(office.ports.clock.now()) })
        .where("id", "=", short.id)
        .execute(),
    );
    expect(await send(form, { bearer: short.secret, from: "127.0.0.3" })).toMatchObject({ status: 401 });
    const lines = await usesOf(revoked.id, short.id);
    expect(lines).toMatchObject([
      { action: "useRefused", objectName: "密钥20", after: { reason: "密钥已停用" }, address: "127.0.0.1" },
      { action: "useRefused", objectName: "密钥1", after: { reason: "密钥已到期" }, address: "127.0.0.3" },
    ]);
    for (const { secret } of [revoked, short]) {
      expect(JSON.stringify(lines)).not.toContain(secret.split(".").at(-1));
      expect(JSON.stringify(await log())).not.toContain(secret.split(".").at(-1));
    }
    expect((await log()).filter(({ object }) => object === "publishKey").map(({ action }) => action)).toEqual(
      expect.arrayContaining(["add", "revoke"]),
    );
  });

  test.each([
    ["out of service", { enabled: 0 }],
    ["limited to a unit", { isSuper: 0 }],
    ["without the right", { operator: 0 }],
  ])("dies with its maker: %s", async (_name, change) => {
    const set = async (to: object) => {
      await office.ports.database.system((trx) =>
        trx.updateTable("account").set(to).where("compId", "=", operatorCode).where("account", "=", "admin").execute(),
      );
      await publish(office.ports.broker, "operators.changed", {});
    };
    await set(change);
    const outcome = await send(packOf(makeBundle("orphan")));
    await set({ enabled: 1, isSuper: 1, operator: 1 });
    expect(outcome).toMatchObject({ status: 401 });
  });
});

describe("H6 what arrives is held against what it says", () => {
  const withFiles = (bundle: MadeBundle, change: (files: readonly MadeFile[]) => readonly MadeFile[]) => ({
    ...bundle,
    files: change(bundle.files),
  });
  const renamed = (bundle: MadeBundle, from: string, to: string) =>
    withFiles(bundle, (files) => files.map((file) => (file.name === from ? { ...file, name: to } : file)));
  const bundle = makeBundle("checked");
  const form = packOf(bundle);
  const contents = JSON.parse(form.contents) as {
    files: { name: string; bytes: number; sha256: string }[];
    shared: { name: string; version: string }[];
  };
  const contentsWith = (change: (given: typeof contents) => void) => {
    const copy = structuredClone(contents);
    change(copy);
    return { ...form, contents: JSON.stringify(copy) };
  };
  const flipped = withFiles(bundle, ([first, ...rest]) => {
    const data = Buffer.from(first!.data);
    data[3] = data[3]! ^ 1;
    return [{ ...first!, data }, ...rest];
  });

  test.each<[string, Readonly<Record<string, unknown>>, string]>([
    ["a byte that is another", { ...form, files: packOf(flipped).files }, "文件c-1.js不完整或与清单不符"],
    ["a file that is cut off", { ...form, files: form.files.slice(0, 100) }, "上传的内容不完整"],
    ["content that is another version", packOf(flipped), "压缩文件c-1.js.br与原文件不符"],
    [
      "the same, with its compressed forms",
      packOf(withFiles(flipped, (files) => files.filter(({ name }) => !name.startsWith("c-1.js.")))),
      "版本号与文件内容不符",
    ],
    [
      "a compressed form of something else",
      packOf(
        withFiles(bundle, (files) =>
          files.map((f) => (f.name.endsWith(".gz") ? { ...f, data: gzipSync("alert(1)") } : f)),
        ),
      ),
      "压缩文件c-1.js.gz与原文件不符",
    ],
    [
      "a compressed form that opens to far more",
      packOf(
        withFiles(bundle, (files) =>
          files.map((f) => (f.name.endsWith(".gz") ? { ...f, data: gzipSync(Buffer.alloc(20_000_000)) } : f)),
        ),
      ),
      "压缩文件c-1.js.gz与原文件不符",
    ],
    ["a name with a path", packOf(renamed(bundle, "style.css", "../style.css")), "文件名有误：../style.css"],
    ["a name with a backslash", packOf(renamed(bundle, "style.css", "a\\b.css")), "文件名有误"],
    ["a hidden name", packOf(renamed(bundle, "style.css", ".style.css")), "文件名有误"],
    ["a page", packOf(renamed(bundle, "style.css", "index.html")), "文件名有误"],
    ["one name twice", packOf(renamed(bundle, "style.css", "c-1.js")), "文件清单中有重复的文件"],
    ["no main file", packOf(renamed(bundle, "workorder.js", "other.js")), "压缩文件workorder.js.br与原文件不符"],
    ["a list that is none", { ...form, contents: "{" }, "文件清单不是有效的JSON"],
    ["a list of nothing", { ...form, contents: "{}" }, "缺少"],
    ["a size that is none", contentsWith(({ files }) => (files[0]!.bytes = -1)), "文件大小"],
    ["a shared package left unsaid", contentsWith(({ shared }) => shared.pop()), "没有说明共享包的版本：@liantai/ui"],
    ["an app that is no app", { ...form, app: "shell-nav" }, "没有这个应用"],
    ["a version that is none", { ...form, version: "../../etc/passwd" }, "版本号有误"],
    ["the built-in version", { ...form, version: builtInHash }, "就是服务器内置的版本"],
    ["an enterprise that is none", { ...form, scope: "enterprises", compIds: "999999" }, "没有企业999999"],
    ["enterprises without one", { ...form, scope: "enterprises" }, "请选择企业"],
    ["a share of nothing", { ...form, scope: "share" }, "请输入企业比例"],
    ["no file", { ...form, files: undefined }, "请上传一个文件"],
  ])("%s is refused and nothing of it is kept", async (_name, given, message) => {
    const { code, msg, status } = await send(given);
    expect([status, msg]).toEqual([200, expect.stringContaining(message)]);
    expect(code).not.toBe(1);
    expect([await served(), stored()]).toEqual([builtInHash, []]);
  });

  test("an upload that is torn off is refused and nothing of it is kept", async () => {
    expect(await send(form, { cut: 200 })).toMatchObject({ code: 400 });
    expect([await served(), stored()]).toEqual([builtInHash, []]);
  });

  test("apps before the sign-in have one version for everybody", async () => {
    const early = makeBundle("early", { app: "signin" });
    expect(await send({ ...packOf(early), scope: "share", percent: 10 })).toMatchObject({
      msg: "「登录页」在登录之前使用，只能发布给全部企业",
    });
  });

  test("every use of a key is in the log, refused or not", async () => {
    const before = (await log()).length;
    await send({ ...form, contents: "{" });
    await send(form);
    const lines = (await log()).slice(0, (await log()).length - before);
    expect(lines.map(({ action }) => action).sort()).toEqual(["publish", "publishRefused", "use", "use"]);
    expect(lines.find(({ action }) => action === "publishRefused")?.text).toContain("文件清单不是有效的JSON");
    expect(lines.every(({ text }) => text.includes("密钥30"))).toBe(true);
    expect(await served()).toBe(bundle.version);
  });

  test("a blob that is damaged or gone is nobody's version any more", async () => {
    const broken = makeBundle("broken");
    await send(packOf(broken));
    expect(await served()).toBe(broken.version);
    rmSync(join(office.ports.folder, "blobs/bundles/workorder"), { recursive: true, force: true });
    const file = await office.app.fastify.inject(`/assets/workorder/${broken.version}/workorder.js`);
    expect(file.statusCode).toBe(404);
    expect(await served()).not.toBe(broken.version);
  });
});

test("operators of a unit do not read versions or keys", async () => {
  const set = (isSuper: number) =>
    office.ports.database.system((trx) =>
      trx
        .updateTable("account")
        .set({ isSuper })
        .where("compId", "=", operatorCode)
        .where("account", "=", "admin")
        .execute(),
    );
  await set(0);
  const limited = await office.signIn({ roleType: 0, account: "admin" });
  for (const endpoint of [appVersionApi.list, appVersionApi.apps, publishKeyApi.list])
    expect(await refused(limited.call(endpoint, { body: {} }))).toMatchObject({ status: 403 });
  await set(1);
});

test("wrong keys of one address are soon not looked up any more", async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 30; n += 1)
    statuses.push((await send(packOf(makeBundle("x")), { bearer: "y".repeat(40) })).status);
  expect(statuses.at(-1)).toBe(429);
});
