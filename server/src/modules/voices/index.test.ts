import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { skillGroupApi, voiceApi, voiceResourceApi } from "@liantai/api/contract/admin";
import { readSamples, writeWav } from "@liantai/api/wav";
import { SpeechFailed } from "../../ports/speech.ts";
import { openOffice, refused, type Office } from "../../testing/office.ts";
import { createVoiceFiles } from "./index.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

const compId = "100001";
const page = { pageNo: 1, pageSize: 10 };
const sound = (ms = 500, name = "tone.wav") =>
  new File(
    [
      new Uint8Array(
        writeWav(
          Int16Array.from({ length: ms * 8 }, (_, i) => Math.round(8_000 * Math.sin(i / 5))),
          8_000,
        ),
      ),
    ],
    name,
    { type: "audio/wav" },
  );
const add = (name: string, files: unknown = sound()) =>
  office.administrator.call(voiceApi.add, { body: { name, source: "upload", files } as never });
const groupId = async () => (await office.administrator.call(skillGroupApi.list, { body: page })).list[0]!.id;

test("an uploaded file is converted, listed, heard, and can be had by the switch", async () => {
  const { id } = await add("欢迎语");
  const { list } = await office.administrator.call(voiceApi.list, { body: page });
  expect(list).toMatchObject([{ id, name: "欢迎语", source: "upload", durationMs: 500, createdBy: "张建国", uses: 0 }]);
  const { status, headers, bytes } = await office.administrator.file(voiceApi.play, { query: { id } } as never);
  expect([status, headers["content-type"]]).toEqual([200, "audio/wav"]);
  expect(readSamples(bytes)).toMatchObject({ rate: 8_000 });
  const path = await createVoiceFiles(office.ports, join(office.ports.folder, "voices"))(compId, id);
  expect(await readFile(path!)).toEqual(bytes);
  expect(await createVoiceFiles(office.ports, join(office.ports.folder, "voices"))(compId, "no-such")).toBeUndefined();
});

test("text is spoken, heard before it is kept, and spoken anew when it changes", async () => {
  const heard = await office.administrator.file(voiceApi.preview, { query: { text: "您好，请稍候" } } as never);
  expect(readSamples(heard.bytes).samples.length).toBeGreaterThan(0);
  const { id } = await office.administrator.call(voiceApi.synthesise, { body: { name: "合成不了", text: "您好" } });
  const key = async () =>
    (
      await office.ports.database.tenant(compId, (trx) =>
        trx.selectFrom("voice").select("blobKey").where("id", "=", id).executeTakeFirstOrThrow(),
      )
    ).blobKey;
  const before = await key();
  await office.administrator.call(voiceApi.update, { body: { id, name: "合成", text: "再见", remark: "晚间" } });
  expect(await key()).not.toBe(before);
  expect(await office.ports.blobs.stat(before)).toBeUndefined();
  expect((await office.administrator.call(voiceApi.list, { body: { ...page, source: "tts" } })).list).toMatchObject([
    { text: "再见", remark: "晚间" },
  ]);
});

test("what is no sound, has no name or one that is taken is refused, and leaves nothing behind", async () => {
  expect(await refused(add("坏", new File(["<html>"], "a.wav")))).toMatchObject({
    msg: "只能上传wav, mp3文件",
    data: { fields: [{ path: "files" }] },
  });
  expect(await refused(add("欢迎语"))).toMatchObject({ msg: "语音名称已存在", data: { fields: [{ path: "name" }] } });
  expect(await refused(add(""))).toMatchObject({ msg: "请输入语音名称" });
  expect(
    await refused(office.administrator.call(voiceApi.add, { body: { name: "空", source: "upload" } })),
  ).toMatchObject({ msg: "请选择语音文件" });
  expect(await refused(office.agent.call(voiceApi.list, { body: page }))).toMatchObject({ status: 403 });
});

test("a voice is allotted to groups and numbers, taken away, and not deleted while it is played", async () => {
  const { administrator } = office;
  const { id } = await add("等待音乐");
  const group = await groupId();
  const allot = { voiceId: id, use: "music" as const };
  expect(await administrator.call(voiceResourceApi.notAllotList, { body: allot })).toMatchObject([
    { id: group, current: "" },
  ]);
  expect(await administrator.call(voiceResourceApi.add, { body: { ...allot, targetIds: [group] } })).toEqual({
    count: 1,
  });
  expect(await administrator.call(voiceResourceApi.allotList, { body: allot })).toMatchObject([{ id: group }]);
  await administrator.call(voiceResourceApi.add, { body: { voiceId: id, use: "greeting", targetIds: ["4001"] } });
  expect(
    (await administrator.call(voiceResourceApi.list, { body: { ...page, voiceId: id } })).list.map((row) => [
      row.use,
      row.targetName,
    ]),
  ).toEqual([
    ["music", "客服一组"],
    ["greeting", "4001"],
  ]);
  expect((await administrator.call(voiceApi.list, { body: { ...page, name: "等待音乐" } })).list).toMatchObject([
    { id, uses: 2 },
  ]);
  expect(await administrator.call(voiceApi.uses, { body: { id } })).toEqual(
    expect.arrayContaining([
      { kind: "技能组等待音乐", name: "客服一组" },
      { kind: "接入号码欢迎语", name: "4001" },
    ]),
  );
  expect(await refused(administrator.call(voiceApi.delete, { body: { ids: [id] } }))).toMatchObject({
    msg: "语音“等待音乐”正在被技能组等待音乐“客服一组”使用，不能删除",
  });
  const other = await add("另一首");
  await administrator.call(voiceResourceApi.update, { body: { voiceId: other.id, use: "music", targetId: group } });
  // Somebody else's by now: it is not taken away.
  expect(
    await refused(administrator.call(voiceResourceApi.delete, { body: { ...allot, targetIds: [group] } })),
  ).toMatchObject({ msg: "所选对象不存在或已被删除" });
  await administrator.call(voiceResourceApi.delete, { body: { voiceId: id, use: "greeting", targetIds: ["4001"] } });
  expect(await administrator.call(voiceApi.delete, { body: { ids: [id] } })).toEqual({ count: 1 });
  await expect(stat(join(office.ports.folder, "blobs", "voices"))).resolves.toBeDefined();
});

test("K38 a text that cannot be spoken is refused in words, and nothing is kept of it", async () => {
  const { administrator, ports } = office;
  const { synthesise } = ports.speech;
  ports.speech.synthesise = () => Promise.reject(new SpeechFailed(new Error("no engine")));
  try {
    const said = { msg: "语音合成失败，请稍后再试，或上传录音文件" };
    expect(
      await refused(administrator.call(voiceApi.synthesise, { body: { name: "合成不了", text: "您好" } })),
    ).toMatchObject(said);
    const heard = await administrator.file(voiceApi.preview, { query: { text: "您好" } });
    expect(JSON.parse(heard.bytes.toString("utf8"))).toMatchObject(said);
    const { list } = await administrator.call(voiceApi.list, { body: { pageNo: 1, pageSize: 100 } });
    expect(list.map(({ name }) => name)).not.toContain("合成不了");
  } finally {
    ports.speech.synthesise = synthesise;
  }
});
