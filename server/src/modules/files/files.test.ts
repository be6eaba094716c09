/** Uploads and downloads through the whole server. */
import { fileApi, limits } from "@liantai/api/contract/admin";
import { refused } from "../../testing/office.ts";
import { compId, office, openFiles, png, setStorage, upload } from "./testing/files.ts";

openFiles();

describe("uploads", () => {
  test("what was uploaded comes back as an attachment that nothing runs; its owner and administrators get it, nobody else", async () => {
    const [file] = (await upload(office.agent, new File([png], "..\\..\\头像 <b>.png"), { tag: "头像" })).files;
    expect(file).toMatchObject({ name: "头像 b.png", type: "png", bytes: png.length, tag: "头像" });
    for (const person of [office.agent, office.administrator]) {
      const reply = await person.file(fileApi.down, { query: { id: file!.id } } as never);
      expect(reply.bytes.equals(png)).toBe(true);
      expect(reply.headers).toMatchObject({
        "content-type": "image/png",
        "x-content-type-options": "nosniff",
        "content-disposition": expect.stringMatching(/^attachment; /),
        "content-security-policy": "default-src 'none'; sandbox",
      });
    }
    // An operator works on an enterprise's things inside it: no operator's page shows its files.
    const inside = await office.enter(compId);
    expect((await inside.file(fileApi.down, { query: { id: file!.id } } as never)).bytes.equals(png)).toBe(true);
    for (const [person, query, code] of [
      [office.monitor, { id: file!.id }, 404],
      [office.operator, { id: file!.id }, 404],
      [office.operator, { id: file!.id, compId }, 403],
    ] as const)
      expect(JSON.parse((await person.file(fileApi.down, { query } as never)).bytes.toString())).toMatchObject({
        code,
      });
    expect(await refused(upload(office.operator, new File([png], "头像.png"), { compId }))).toMatchObject({
      status: 403,
    });
  });

  test.each([
    [
      "a page that calls itself a picture",
      new File(["<script>alert(1)</script>"], "a.png"),
      "只能上传jpg, jpeg, png, xls, xlsx, doc, docx文件",
    ],
    [
      "a picture that calls itself a table",
      new File([png], "a.xlsx"),
      "只能上传jpg, jpeg, png, xls, xlsx, doc, docx文件",
    ],
    ["a program", new File([Buffer.from("4d5a", "hex")], "a.exe"), "只能上传jpg, jpeg, png, xls, xlsx, doc, docx文件"],
    [
      "an archive that is no document",
      new File([Buffer.from("504b0304140000000000", "hex"), "evil.js"], "a.docx"),
      "只能上传jpg, jpeg, png, xls, xlsx, doc, docx文件",
    ],
    ["a file over 10 MB", new File([png, Buffer.alloc(limits.uploadBytes)], "a.png"), "文件大小不能超过10M！"],
  ])("refuses %s", async (_what, file, message) => {
    expect(await refused(upload(office.agent, file))).toMatchObject({ fields: [{ path: "files", message }] });
  });

  test("nothing is not a file, and another enterprise is none of theirs", async () => {
    await expect(office.agent.call(fileApi.upload, { body: {} })).rejects.toThrow("请选择文件");
    await expect(upload(office.agent, new File([png], "a.png"), { compId: "200002" })).rejects.toMatchObject({
      status: 403,
    });
  });

  test("an enterprise without room left is told so, and the file is gone", async () => {
    await setStorage(1);
    const large = () => new File([png, Buffer.alloc(700 * 1024)], "a.png");
    await upload(office.administrator, large());
    await expect(upload(office.administrator, large())).rejects.toThrow(/企业存储空间不足（共1M）/);
    await setStorage(0);
    await upload(office.administrator, large());
  });

  test("recordings take of the enterprise's storage", async () => {
    const small = () => new File([png], "a.png");
    await setStorage(100);
    await upload(office.administrator, small());
    await office.ports.database.system((trx) =>
      trx
        .insertInto("call_record")
        .values({
          compId,
          callId: "stored",
          direction: "inbound",
          caller: "13812345678",
          callee: "4001",
          accessNumber: "4001",
          agentId: "1001",
          startAt: new Date(office.ports.clock.now()),
          answerAt: null,
          endAt: null,
          waitMs: 0,
          ringMs: 0,
          talkMs: 1_000,
          holdMs: 0,
          result: 200,
          cause: "completed",
          recordingKey: null,
          recordingMs: null,
          skillGroupId: null,
          appliedSeq: 1,
          recordingBytes: 100 * 1024 * 1024,
        })
        .execute(),
    );
    await expect(upload(office.administrator, small())).rejects.toThrow("企业存储空间不足（共100M）");
    await office.ports.database.system((trx) => trx.deleteFrom("call_record").where("callId", "=", "stored").execute());
    await upload(office.administrator, small());
    await setStorage(0);
  });
});
