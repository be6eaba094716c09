import { buffer } from "node:stream/consumers";
import { writeWav } from "@liantai/api/wav";
import { voiceApi } from "@liantai/api/contract/admin";
import { flowApi, flowTestApi, flowVersionApi } from "@liantai/api/contract/flow-editor";
import type { FlowBody } from "@liantai/api/flows";
import { fromBuffer, type Entry } from "yauzl";
import { ZipFile, type Options } from "yazl";
import { openOffice, refused, type Office, type Person } from "../../../testing/office.ts";
import { bodyWith, plainNode, spoken, wayOut } from "../blank.ts";

let office: Office;
let admin: Person;
/** Of another enterprise. */
let other: Person;
const compId = "100002";
beforeAll(async () => {
  office = await openOffice();
  admin = office.administrator;
  await office.ports.database.system((trx) =>
    trx
      .insertInto("enterprise")
      .values({ compId, name: "乙企业", createdAt: new Date(office.ports.clock.now()) })
      .execute(),
  );
  other = await office.enter(compId);
});
afterAll(() => office?.close());

function unzipped(bytes: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  const parts = new Map<string, Buffer>();
  return new Promise((resolve, reject) =>
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error || !zip) return reject(error ?? new Error("no archive"));
      zip.on("error", reject);
      zip.on("end", () => resolve(parts));
      zip.on("entry", (entry: Entry) =>
        zip.openReadStream(entry, (failed, stream) => {
          if (failed || !stream) return reject(failed ?? new Error("no stream"));
          void buffer(stream).then((part) => {
            parts.set(entry.fileName, part);
            zip.readEntry();
          });
        }),
      );
      zip.readEntry();
    }),
  );
}

type Part = readonly [name: string, bytes: Buffer, options?: Partial<Options>];
function zipped(parts: readonly Part[]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, bytes, options] of parts) zip.addBuffer(bytes, name, options);
  zip.end();
  return buffer(zip.outputStream as NodeJS.ReadableStream as never);
}

const file = (bytes: Buffer) => new File([new Uint8Array(bytes)], "流程.zip", { type: "application/zip" });
const importing = (who: Person, bytes: Buffer, name?: string) =>
  who.call(flowApi.importZip, { body: { files: file(bytes), ...(name ? { name } : {}) } as never });
const exported = async (who: Person, id: string) => {
  const { bytes, status } = await who.file(flowApi.exportZip, { query: { id } });
  expect(status).toBe(200);
  return bytes;
};

async function ownFlow(): Promise<string> {
  const samples = Int16Array.from({ length: 8_000 }, (_, at) => Math.round(9_000 * Math.sin(at / 5)));
  const wav = new File([writeWav(samples, 8_000)], "欢迎.wav");
  const voice = await admin.call(voiceApi.add, { body: { name: "欢迎语", source: "upload", files: wav } as never });
  const audio = spoken("hello", "欢迎", { playType: "audio", audios: [voice.id] });
  const flow = bodyWith([
    plainNode("start", "start", "开始", { x: 0, y: 0, nextNodeId: "say" }),
    plainNode("say", "play", "问候", { x: 1, y: 0, nextNodeId: "hours", talkings: [audio] }),
    plainNode("hours", "timeRoute", "工作时间", {
      x: 2,
      y: 0,
      config: { rules: [{ id: "rule-of-here", name: "白天" }] },
      branch: [wayOut("rule-of-here", "白天", "group"), wayOut("else", "其他", "end")],
    }),
    plainNode("group", "skillGroup", "转人工", { x: 3, y: 0, config: { targetId: "group-of-here" } }),
    plainNode("end", "hangup", "挂机", { x: 4, y: 0 }),
  ]);
  const body = { name: "带语音", flowType: 1, flow: JSON.stringify(flow) } as const;
  const { id } = await admin.call(flowApi.create, { body });
  const test = { steps: [], overrides: {}, expect: [{ what: "node" as const, value: "问候" }] };
  await admin.call(flowTestApi.add, { body: { flowId: id, name: "问候", test } });
  return id;
}

test("G49 export, import into another enterprise, export: flow and tests are equal but for ids, what is missing is said", async () => {
  const id = await ownFlow();
  const first = await exported(admin, id);
  const made = await importing(other, first);
  expect(made).toMatchObject({ name: "带语音", nodes: 5, tests: 1, voices: 1 });
  expect(made.missing.map(({ kind, nodeName }) => [kind, nodeName])).toEqual([
    ["timeRule", "工作时间"],
    ["skillGroup", "转人工"],
  ]);
  const second = await exported(other, made.id);
  const [a, b] = [await unzipped(first), await unzipped(second)];
  expect([...b.keys()]).toEqual([...a.keys()]);
  expect(b.get("audio/001.wav")).toEqual(a.get("audio/001.wav"));
  expect(b.get("tests/001.json")).toEqual(a.get("tests/001.json"));
  const third = await importing(other, second, "再来一次");
  expect(third).toMatchObject({ voices: 0, missing: [] });
  const again = await unzipped(await exported(other, third.id));
  expect(again.get("flow.json")).toEqual(b.get("flow.json"));
  const { flow } = JSON.parse(b.get("flow.json")!.toString()) as { flow: FlowBody };
  const hours = flow.nodes[0]!.subProcess.flow.nodes.find(({ nodeId }) => nodeId === "hours")!;
  expect(hours.branch.map(({ id: exit }) => exit)).toEqual(["else"]);
  const findings = await other.call(flowVersionApi.validate, { body: { id: made.id } });
  expect(findings.findings.map(({ nodeName }) => nodeName)).toEqual(expect.arrayContaining(["工作时间", "转人工"]));
  // The same enterprise has all of it: nothing is missing, the name gets a number.
  expect(await importing(admin, first)).toMatchObject({ name: "带语音 2", voices: 0 });
});

test("G50 bombs, tricks with names, links and other things are refused, and nothing stays", async () => {
  const id = await ownFlow().catch(async () => {
    const { list } = await admin.call(flowApi.list, { body: { pageNo: 1, pageSize: 20, name: "带语音" } });
    return list[0]!.id;
  });
  const good = await unzipped(await exported(admin, id));
  const parts = [...good].map(([name, bytes]): Part => [name, bytes]);
  const slipped = Buffer.from(await zipped([...parts, ["audio/aaa.wav", Buffer.from("x")]]));
  for (let at = slipped.indexOf("audio/aaa.wav"); at >= 0; at = slipped.indexOf("audio/aaa.wav", at + 1))
    slipped.write("../../etc/aaa", at);
  const cases: readonly (readonly [string, Buffer, string])[] = [
    ["a path that climbs", slipped, "文件名有误"],
    ["a link", await zipped([...parts, ["audio/l.wav", Buffer.from("/etc/passwd"), { mode: 0o120777 }]]), "不能有链接"],
    ["a stranger", await zipped([...parts, ["evil.sh", Buffer.from("rm")]]), "不属于流程的文件"],
    [
      "10,000 entries",
      await zipped(Array.from({ length: 10_000 }, (_, at): Part => [`tests/${at}.json`, Buffer.from("{}")])),
      "超过2000个",
    ],
    ["zeros", await zipped([...parts, ["audio/z.wav", Buffer.alloc(101 * 1024 * 1024)]]), "超过100M"],
    ["no zip", Buffer.from("PK\u0003\u0004nonsense"), "不是有效的流程压缩包"],
    ["no manifest", await zipped(parts.slice(1)), "不是有效的流程压缩包"],
    [
      "sound of another kind",
      await zipped(parts.map(([name, bytes]): Part => [name, name.startsWith("audio/") ? Buffer.from("RIFF") : bytes])),
      "不是8000Hz",
    ],
    [
      "a flow with more",
      await zipped(
        parts.map(([name, bytes]): Part =>
          name === "flow.json" ? [name, Buffer.from('{"tts":"","flow":{"evil":1}}')] : [name, bytes],
        ),
      ),
      "evil",
    ],
  ];
  for (const [what, bytes, message] of cases) {
    const { msg } = await refused(importing(what.startsWith("sound") ? other : admin, bytes, `坏${what}`.slice(0, 20)));
    expect([what, msg]).toEqual([what, expect.stringContaining(message)]);
  }
  const { total } = await other.call(flowApi.list, { body: { pageNo: 1, pageSize: 20, name: "坏" } });
  expect(total).toBe(0);
});
