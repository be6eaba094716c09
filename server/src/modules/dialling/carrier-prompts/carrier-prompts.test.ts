/** 运营商提示音 as administrators have them. */
import { carrierPromptApi as api } from "@liantai/api/contract/admin";
import { writeWav } from "@liantai/api/wav";
import { chatterOf } from "../../../audio/answering/testing/chatter.ts";
import { createDice } from "../../../audio/answering/testing/dice.ts";
import { joined, overLine, pauseOf } from "../../../audio/answering/testing/line.ts";
import { openOffice, refused, type Office } from "../../../testing/office.ts";
import { subscribe } from "../../topics.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

const wav = (samples: Int16Array) =>
  new File([new Uint8Array(writeWav(samples, 8_000))], "关机.wav", { type: "audio/wav" });
const off = chatterOf(11, 3_000);
const usual = { code: 581, carrier: "mobile", enabled: 1, hangsUp: 1, remark: "" } as const;
const add = (name: string, files: unknown, more: object = {}) =>
  office.administrator.call(api.add, { body: { ...usual, name, files, ...more } as never });
const tried = (samples: Int16Array) => office.administrator.call(api.try, { body: { files: wav(samples) } as never });
const page = { pageNo: 1, pageSize: 10 };

test("D20 an uploaded recording is listed, heard, tried, changed and deleted, and who dials is told each time", async () => {
  const told: string[] = [];
  await subscribe(office.ports.broker, "carrierPrompts.changed", ({ compId }) => void told.push(compId));
  const { id } = await add("移动关机", wav(off));
  const { list } = await office.administrator.call(api.list, { body: page });
  expect(list).toMatchObject([{ id, name: "移动关机", ...usual, durationMs: 3_000, createdBy: "张建国" }]);
  const heard = await office.administrator.file(api.play, { query: { id } } as never);
  expect([heard.status, heard.headers["content-type"]]).toEqual([200, "audio/wav"]);
  const line = overLine(joined([pauseOf(500), off]), { db: -26, snr: 20, noise: "hiss" }, createDice(1));
  const same = await tried(line);
  expect(same).toMatchObject({ id, code: 581, nearest: [{ id, name: "移动关机", enabled: 1 }] });
  expect(same.nearest[0]!.alike).toBeGreaterThan(75);
  expect(same.nearest[0]!.heard).toBeGreaterThan(90);
  const other = await tried(chatterOf(12, 3_000));
  expect(other).toMatchObject({ id: "", code: null });
  expect(other.nearest[0]!.alike ?? 50).toBeLessThan(75);
  await office.administrator.call(api.update, { body: { ...usual, id, name: "移动关机", enabled: 0 } });
  expect(await tried(line)).toMatchObject({ id: "", nearest: [{ id, enabled: 0 }] });
  const key = await office.ports.database.tenant("100001", (trx) =>
    trx.selectFrom("carrier_prompt").select("blobKey").where("id", "=", id).executeTakeFirstOrThrow(),
  );
  expect(await office.administrator.call(api.delete, { body: { ids: [id] } })).toEqual({ count: 1 });
  expect(await office.ports.blobs.stat(key.blobKey)).toBeUndefined();
  expect(told).toEqual(["100001", "100001", "100001"]);
});

test("D20 what is no sound, too short, too long, or there with another meaning is refused at its field", async () => {
  const said = async (work: Promise<unknown>) => {
    const { msg, data } = (await refused(work)) as { msg: string; data: { fields: { path: string }[] } };
    return [data.fields[0]!.path, msg];
  };
  expect(await said(add("坏", new File(["<html>"], "a.wav")))).toEqual(["files", "录音文件：只能上传wav, mp3文件"]);
  expect(await said(add("短", wav(chatterOf(13, 600))))).toEqual(["files", "录音文件：有效声音不足1秒，无法识别"]);
  expect(await said(add("静", wav(pauseOf(3_000))))).toEqual(["files", "录音文件：有效声音不足1秒，无法识别"]);
  expect(await said(add("长", wav(chatterOf(13, 31_000))))).toEqual([
    "files",
    "录音文件：时长不能超过30秒，请只保留一遍提示音",
  ]);
  expect(await said(add("振铃", wav(off), { code: 180 }))).toEqual(["code", "请选择呼叫结果"]);
  await add("联通关机", wav(off));
  expect(await said(add("联通关机", wav(chatterOf(14, 3_000))))).toEqual(["name", "提示音名称已存在"]);
  expect(await said(add("联通空号", wav(off), { code: 582 }))).toEqual([
    "files",
    "录音文件：与“联通关机”是同一段提示音，而它的呼叫结果是关机",
  ]);
  expect((await office.administrator.call(api.list, { body: page })).list).toHaveLength(1);
});
