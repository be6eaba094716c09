/** PDFs and pictures of the help, through the whole server. */
import { authApi } from "@liantai/api/contract";
import { fileApi, helpApi, pictureLink } from "@liantai/api/contract/admin";
import { openOffice, refused, type Office, type Person } from "../../../testing/office.ts";
import { createFilePurge } from "../../files/index.ts";
import { demoEnterprise } from "../../system/index.ts";

const pdf = Buffer.from("%PDF-1.4\n%%EOF\n");
const png = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(64, 7)]);
const script = "<script>alert(1)</script>";
const day = 86_400_000;

let office: Office;
let operator: Person;
let agent: Person;
beforeAll(async () => {
  office = await openOffice();
  ({ operator, agent } = office);
});
afterAll(() => office.close());

async function upload(kind: "pdf" | "picture", name: string, content: BlobPart = kind === "pdf" ? pdf : png) {
  const { files } = await operator.call(helpApi.upload, {
    body: { kind, files: new File([content], name) },
  });
  return files[0]!.id;
}
const document = (title: string, body: string, fileId = "") =>
  operator.call(helpApi.add, { body: { kind: "document", title, body, fileId } });
const read = (who: Person, id: string) => who.file(helpApi.file, { query: { id } } as never);
/** The bytes, or the refusal's code. */
async function got(who: Person, id: string): Promise<Buffer | number> {
  const { bytes, headers } = await read(who, id);
  return String(headers["content-type"]).includes("json")
    ? (JSON.parse(bytes.toString()) as { code: number }).code
    : bytes;
}
/** What the night a day later removes. */
const aDayLater = () =>
  createFilePurge({ ...office.ports, clock: { ...office.ports.clock, now: () => office.ports.clock.now() + day } })();
const blobOf = async (id: string) => office.ports.blobs.stat(`files/000000/${id}`);

test("a document is a PDF: everybody reads it in the page, as nothing that runs, and keeps it by a ticket", async () => {
  const fileId = await upload("pdf", "手册.pdf");
  const { id } = await document("手册", "不留下的文字", fileId);
  expect(await agent.call(helpApi.get, { body: { id } })).toMatchObject({
    body: "",
    file: { id: fileId, name: "手册.pdf", bytes: pdf.length },
  });
  expect((await agent.call(helpApi.tree, { body: { keyword: "手册" } })).at(-1)).toMatchObject({
    id,
    pdf: true,
  });
  const view = await agent.call(fileApi.ticket, { body: { kind: "helpView", id: fileId } });
  // The viewer asks again to save or to print.
  for (let i = 0; i < 2; i += 1) {
    const reply = await office.app.fastify.inject(view.url);
    expect(reply.rawPayload.equals(pdf)).toBe(true);
    expect(reply.headers).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": expect.stringMatching(/^inline; .*%E6%89%8B%E5%86%8C\.pdf$/),
      "x-content-type-options": "nosniff",
      "x-frame-options": "SAMEORIGIN",
      "cross-origin-resource-policy": "same-origin",
      "cache-control": "no-store, private",
    });
    const policy = String(reply.headers["content-security-policy"]);
    expect(policy).toMatch(/default-src 'none'/);
    expect(policy).toMatch(/frame-ancestors 'self'/);
    expect(policy).not.toMatch(/script-src/);
  }
  const keep = await agent.call(fileApi.ticket, { body: { kind: "help", id: fileId } });
  expect((await office.app.fastify.inject(keep.url)).headers["content-disposition"]).toMatch(/^attachment; /);
  expect((await office.app.fastify.inject(keep.url)).statusCode).toBe(404);
  await office.ports.clock.advance(600_001);
  expect((await office.app.fastify.inject(view.url)).statusCode).toBe(404);
});

test("a ticket to read ends with its session", async () => {
  const fileId = await upload("pdf", "a.pdf");
  await document("会话", "", fileId);
  const gone = await office.signIn({ code: demoEnterprise.compId, roleType: 2, account: "1002" });
  const { url } = await gone.call(fileApi.ticket, { body: { kind: "helpView", id: fileId } });
  expect((await office.app.fastify.inject(url)).statusCode).toBe(200);
  await gone.call(authApi.logout);
  expect((await office.app.fastify.inject(url)).statusCode).toBe(404);
});

test.each([
  ["a script that calls itself a PDF", "pdf", "说明.pdf", script, "“说明.pdf”的内容与文件类型不符"],
  ["a script that calls itself a picture", "picture", "图.png", script, "“图.png”的内容与文件类型不符"],
  ["a picture that calls itself a PDF", "pdf", "a.pdf", png, "“a.pdf”的内容与文件类型不符"],
  ["a PDF among pictures", "picture", "a.pdf", pdf, "只能上传jpg, jpeg, png文件"],
  ["a picture as the PDF", "pdf", "a.png", png, "只能上传pdf文件"],
  ["a drawing that may run scripts", "picture", "a.svg", "<svg/>", "只能上传jpg, jpeg, png文件"],
  [
    "more than 10 MB",
    "picture",
    "a.png",
    Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024)]),
    "文件大小不能超过10M！",
  ],
] as const)("refuses %s", async (_what, kind, name, content, message) => {
  expect(await refused(upload(kind, name, content))).toMatchObject({ fields: [{ path: "files", message }] });
});

test("a PDF is still no ordinary upload", async () => {
  expect((await refused(agent.call(fileApi.upload, { body: { files: new File([pdf], "a.pdf") } }))).msg).toContain(
    "只能上传jpg, jpeg, png, xls, xlsx, doc, docx文件",
  );
});

test("who is signed out, another role and another's file get nothing; a draft is its uploader's alone", async () => {
  const id = await upload("picture", "a.png");
  expect((await office.app.fastify.inject(`${helpApi.file.path}?id=${id}`)).statusCode).toBe(401);
  expect(
    (
      await refused(
        office.administrator.call(helpApi.upload, { body: { kind: "pdf", files: new File([pdf], "a.pdf") } }),
      )
    ).status,
  ).toBe(403);
  expect(await got(operator, id)).toEqual(png);
  expect(await got(agent, id)).toBe(404);
  expect(await refused(agent.call(fileApi.ticket, { body: { kind: "helpView", id } }))).toMatchObject({
    code: 404,
  });
  await document("有图", `![图](${pictureLink(id)})`);
  expect(await got(agent, id)).toEqual(png);
  // Neither an enterprise's upload nor another file of the installation is the help's.
  const { files } = await office.administrator.call(fileApi.upload, { body: { files: new File([png], "b.png") } });
  const { files: own } = await operator.call(fileApi.upload, { body: { files: new File([png], "c.png") } });
  for (const { id: other } of [...files, ...own]) {
    expect(await got(agent, other)).toBe(404);
    expect(await got(operator, other)).toBe(404);
    expect((await refused(document("借用", `![x](${pictureLink(other)})`))).msg).toContain(
      "图片不存在或已过期，请重新上传",
    );
    expect((await refused(document("借用", "", other))).msg).toContain("PDF文件不存在或已过期，请重新上传");
  }
});

test("what no document names goes after a day; what one still names stays", async () => {
  const [draft, kept, shared, replaced] = [
    await upload("picture", "draft.png"),
    await upload("picture", "kept.png"),
    await upload("picture", "shared.png"),
    await upload("pdf", "old.pdf"),
  ];
  const link = (...ids: string[]) => ids.map((id) => `![](${pictureLink(id)})`).join("\n");
  const { id } = await document("两图", link(kept, shared));
  const { id: second } = await document("一图", link(shared));
  const { id: paper } = await document("纸", "", replaced);
  await aDayLater();
  expect(await blobOf(draft)).toBeUndefined();
  for (const file of [kept, shared, replaced]) expect(await blobOf(file)).toBeDefined();

  const next = await upload("pdf", "new.pdf");
  await operator.call(helpApi.update, { body: { id, title: "两图", body: "没有了" } });
  await operator.call(helpApi.update, { body: { id: paper, title: "纸", fileId: next } });
  expect(await got(agent, kept)).toBe(404);
  expect(await got(agent, shared)).toEqual(png);
  await aDayLater();
  for (const file of [kept, replaced]) expect(await blobOf(file)).toBeUndefined();
  for (const file of [shared, next]) expect(await blobOf(file)).toBeDefined();

  await operator.call(helpApi.delete, { body: { id: second } });
  await operator.call(helpApi.update, { body: { id: paper, title: "纸", body: "现在是文字" } });
  await aDayLater();
  for (const file of [shared, next]) expect(await blobOf(file)).toBeUndefined();
});

test("a picture that was taken out comes back with the text, within the day", async () => {
  const file = await upload("picture", "a.png");
  const body = `![](${pictureLink(file)})`;
  const { id } = await document("反悔", body);
  await operator.call(helpApi.update, { body: { id, title: "反悔", body: "" } });
  await operator.call(helpApi.update, { body: { id, title: "反悔", body } });
  await aDayLater();
  expect(await got(agent, file)).toEqual(png);
});
