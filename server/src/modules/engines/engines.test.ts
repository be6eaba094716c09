/** Speech engines through the whole server: rows, keys, tests, allotment. */
import { operateLogApi } from "@liantai/api/contract/admin";
import { engineAllotApi, engineApi, type EngineKind } from "@liantai/api/contract/flow-editor";
import { writeWav } from "@liantai/api/wav";
import { openOffice, refused, type Office } from "../../testing/office.ts";
import { openSpeech, type OwnSpeech } from "../../testing/speech/stages.ts";
import { createVoiceServer, type VoiceServer } from "../../testing/speech/voice-server.ts";
import { demoEnterprise } from "../system/index.ts";

const { compId } = demoEnterprise;
const page = { pageNo: 1, pageSize: 200 };
const tone = writeWav(
  Int16Array.from({ length: 16_000 }, (_, n) => 8_000 * Math.sin((2 * Math.PI * 440 * n) / 16_000)),
  16_000,
);
let own: OwnSpeech;
let server: VoiceServer;
let office: Office;
beforeAll(async () => {
  own = await openSpeech();
  server = await createVoiceServer(async () => tone);
  office = await openOffice({ speech: own.speech });
});
afterAll(async () => {
  await office?.close();
  await server?.close();
  await own?.close();
});

const engine = (name: string, more: object = {}) => ({
  name,
  provider: "http" as const,
  address: server.address,
  allowsPrivate: 1,
  voices: "zhiyan，zhitian",
  concurrency: 2,
  timeoutMs: 2_000,
  enabled: 1,
  ...more,
});
const add = (name: string, more: object = {}) => office.operator.call(engineApi.add, { body: engine(name, more) });
const find = async (name: string) =>
  (await office.operator.call(engineApi.list, { body: { ...page, name } })).list.find((row) => row.name === name)!;

describe("Y11 rows", () => {
  test("the built-in engines stand there from the start, say what they are, and stay", async () => {
    const { list } = await office.operator.call(engineApi.list, { body: page });
    const builtIn = list.filter((row) => row.builtIn);
    expect(builtIn.map(({ id, kind }) => [id, kind])).toEqual([
      ["espeak", "tts"],
      ["grammar", "asr"],
    ]);
    expect(builtIn[0]!.voices.map(({ name }) => name)).toContain("cmn+f2");
    expect(await refused(office.operator.call(engineApi.delete, { body: { ids: ["grammar"] } }))).toMatchObject({
      msg: "“内置短语识别”正在被系统使用，不能删除",
    });
    const espeak = { ...engine("内置合成"), provider: "espeak" as const, address: "", voices: "" };
    expect(await refused(office.operator.call(engineApi.add, { body: espeak }))).toMatchObject({
      msg: "内置引擎不能新增",
    });
    const stop = office.operator.call(engineApi.update, { body: { ...espeak, id: "espeak", enabled: 0 } });
    expect((await refused(stop)).fields).toMatchObject([{ path: "enabled", message: "内置引擎不能停用" }]);
    await office.operator.call(engineApi.update, { body: { ...espeak, id: "espeak", concurrency: 8 } });
    expect((await find("内置合成")).concurrency).toBe(8);
  });

  test.each([
    ["address", { address: "ftp://x.example.com" }, "引擎地址应以http://或https://开头"],
    ["address", { address: "" }, "请输入引擎地址"],
    ["address", { address: "http://a:b@x.example.com" }, "引擎地址中不能包含账号和密码"],
    ["address", { provider: "funasr", address: "http://x.example.com" }, "引擎地址应以ws://或wss://开头"],
    ["provider", { provider: "siri" }, undefined],
    ["timeoutMs", { timeoutMs: 1 }, "超时毫秒数不能小于500"],
    ["voices", { voices: "长".repeat(65) }, "发音人最多50个，每个不超过64个字符"],
  ])("what is wrong is said at its field: %s %j", async (path, more, message) => {
    const { fields } = await refused(add("有误", more));
    expect(fields[0]).toMatchObject({ path, ...(message ? { message } : {}) });
  });

  test("a name is there once; the kind of an engine stays", async () => {
    const { id } = await add("重名");
    expect((await refused(add("重名"))).msg).toBe("引擎名称已存在");
    const body = { ...engine("重名"), id, provider: "vosk" as const, address: "ws://10.0.0.1:2700" };
    expect((await refused(office.operator.call(engineApi.update, { body }))).msg).toContain("引擎类型不能修改");
    await office.operator.call(engineApi.delete, { body: { ids: [id] } });
  });
});

describe("Y12 keys", () => {
  test("a key goes to its engine and to nobody else; it stays when none is typed, and with a new name", async () => {
    const { id } = await add("密钥", { key: "tts-secret-1" });
    const shown = await find("密钥");
    expect(shown.hasKey).toBe(true);
    await office.operator.call(engineApi.update, { body: { ...engine("密钥改名"), id } });
    expect(await office.operator.call(engineApi.test, { body: { id } })).toMatchObject({ ok: true });
    expect(server.requests.at(-1)).toMatchObject({ key: "Bearer tts-secret-1", voice: "zhiyan", format: "wav" });
    const log = await office.operator.call(operateLogApi.list, { body: page });
    const seen = JSON.stringify([shown, await find("密钥改名"), log]);
    expect(seen).not.toContain("tts-secret-1");
    const sealed = await office.ports.database.system((trx) =>
      trx.selectFrom("speech_engine").select("keySealed").where("id", "=", id).executeTakeFirstOrThrow(),
    );
    expect(seen).not.toContain(sealed.keySealed);
    const moved = { ...engine("密钥改名"), id, address: "https://elsewhere.example.com/" };
    expect((await refused(office.operator.call(engineApi.update, { body: moved }))).fields).toMatchObject([
      { path: "key", message: "引擎地址已更换，请重新填写密钥" },
    ]);
    await office.operator.call(engineApi.update, { body: { ...moved, key: "tts-secret-2" } });
    await office.operator.call(engineApi.delete, { body: { ids: [id] } });
  });
});

describe("Y10 tests", () => {
  test("an engine that speaks: its sound, as the telephone plays it", async () => {
    const { id } = await add("会说话");
    const result = await office.operator.call(engineApi.test, { body: { id } });
    expect(result).toMatchObject({ ok: true, reason: "", text: "您好，语音合成测试。" });
    const wav = Buffer.from(result.wav!, "base64");
    expect([wav.toString("latin1", 0, 4), wav.readUInt32LE(24), wav.readUInt16LE(34)]).toEqual(["RIFF", 8_000, 16]);
    await office.operator.call(engineApi.delete, { body: { ids: [id] } });
  });

  test("the built-in ones: espeak-ng's own sound, and a phrase that the closed grammar knows", async () => {
    const [spoken, heard] = [
      await office.operator.call(engineApi.test, { body: { id: "espeak" } }),
      await office.operator.call(engineApi.test, { body: { id: "grammar" } }),
    ];
    expect([spoken.ok, heard.ok, heard.text, heard.wav]).toEqual([true, true, "查询话费余额", null]);
  });

  test.each([
    [{ address: "http://127.0.0.1:9/" }, "引擎拒绝连接"],
    [{ allowsPrivate: 0 }, "引擎地址指向内网或本机，请在引擎中勾选“允许内网地址”"],
    [{ address: "http://169.254.169.254/latest/meta-data" }, "引擎地址指向保留网段，不允许访问"],
    [{ provider: "funasr", address: "ws://127.0.0.1:9/", voices: "" }, "引擎拒绝连接"],
    [{ provider: "vosk", address: "ws://[::ffff:127.0.0.1]:2700", voices: "" }, "引擎地址指向保留网段，不允许访问"],
  ])("one that cannot be reached says why: %j", async (more, reason) => {
    const { id } = await add("不可达", more);
    expect(await office.operator.call(engineApi.test, { body: { id } })).toMatchObject({ ok: false, reason });
    await office.operator.call(engineApi.delete, { body: { ids: [id] } });
  });

  test("nobody of an enterprise tests one; one that is not there is not found", async () => {
    const refusal = await refused(office.administrator.call(engineApi.test, { body: { id: "espeak" } }));
    expect(refusal.status).toBe(403);
    expect(await refused(office.operator.call(engineApi.test, { body: { id: "none" } }))).toMatchObject({ code: 404 });
  });
});

describe("Y13 allotment", () => {
  const allot = (kind: EngineKind, engines: readonly object[]) =>
    office.operator.call(engineAllotApi.allot, { body: { compId, kind, engines: engines as never } });
  const options = async (kind = "") =>
    (await office.administrator.call(engineApi.options, { body: { pageNo: 1, pageSize: 20, kind: kind as "" } })).list;

  test("without any the built-in ones; then those that were allotted, in order; a disabled one is not offered", async () => {
    expect((await options()).map(({ id }) => id)).toEqual(["espeak", "grammar"]);
    const { id } = await add("企业用");
    await allot("tts", [{ engineId: id, voice: "zhitian", speed: 120 }, { engineId: "espeak" }]);
    expect((await options("tts")).map((row) => [row.name, row.defaultVoice])).toEqual([
      ["企业用", "zhitian"],
      ["内置合成", ""],
    ]);
    expect((await options("asr")).map((row) => row.id)).toEqual(["grammar"]);
    const { list } = await office.operator.call(engineAllotApi.list, { body: page });
    expect(list.find((row) => row.compId === compId)!.tts).toMatchObject([
      { engineName: "企业用", voice: "zhitian", speed: 120, volume: 100, pitch: 50 },
      { engineName: "内置合成" },
    ]);
    expect((await find("企业用")).enterprises).toBe(1);
    expect((await refused(office.operator.call(engineApi.delete, { body: { ids: [id] } }))).msg).toBe(
      "“企业用”正在被1家企业使用，不能删除",
    );
    await office.operator.call(engineApi.update, { body: { ...engine("企业用"), id, enabled: 0 } });
    expect((await options("tts")).map((row) => row.id)).toEqual(["espeak"]);
    await allot("tts", []);
    await office.operator.call(engineApi.delete, { body: { ids: [id] } });
  });

  test("another kind, an unknown voice, one twice, too many, a stranger's enterprise are refused", async () => {
    const msg = async (engines: readonly object[], kind: EngineKind = "tts") =>
      (await refused(allot(kind, engines))).msg;
    expect(await msg([{ engineId: "grammar" }])).toContain("不是所选的用途");
    expect(await msg([{ engineId: "espeak", voice: "siri" }])).toContain("没有发音人“siri”");
    expect(await msg([{ engineId: "espeak" }, { engineId: "espeak" }])).toContain("同一引擎只能分配一次");
    expect(await msg([{ engineId: "nothing" }])).toContain("所选引擎不存在");
    expect(await msg(Array.from({ length: 6 }, (_, n) => ({ engineId: `e${n}` })))).toContain("最多分配5个引擎");
    expect(await msg([{ engineId: "espeak", speed: 5_000 }])).toContain("语速不能大于200");
    expect(
      (await refused(office.administrator.call(engineAllotApi.allot, { body: { compId, kind: "tts", engines: [] } })))
        .status,
    ).toBe(403);
    const other = office.operator.call(engineAllotApi.allot, { body: { compId: "999999", kind: "tts", engines: [] } });
    expect((await refused(other)).msg).toBe("企业不存在");
  });
});
