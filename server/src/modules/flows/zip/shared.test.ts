/** Shared sub-processes in ZIPs of flows: carried, shown before they are made, made or used, all or nothing. */
import { writeWav } from "@liantai/api/wav";
import { operateLogApi, voiceApi } from "@liantai/api/contract/admin";
import {
  flowApi,
  flowResolvingApi,
  flowTestApi,
  flowVersionApi,
  intentApi,
  type ZipChoice,
} from "@liantai/api/contract/flow-editor";
import { flowTypes, type FlowBody } from "@liantai/api/flows";
import { exported, importing, planning, unzipped, zipped, type Part } from "../../../testing/flow-zips.ts";
import { openOffice, refused, type Office, type Person } from "../../../testing/office.ts";
import { rightsChanged } from "../../organisation/index.ts";
import { bodyWith, plainNode, spoken, wayOut } from "../blank.ts";

let office: Office;
let admin: Person;
beforeAll(async () => {
  office = await openOffice();
  admin = office.administrator;
});
afterAll(() => office?.close());

let enterprises = 0;
async function stranger(): Promise<Person> {
  const compId = String(100_010 + (enterprises += 1));
  const at = new Date(office.ports.clock.now());
  await office.ports.database.system((trx) =>
    trx
      .insertInto("enterprise")
      .values({ compId, name: `企业${compId}`, createdAt: at })
      .execute(),
  );
  return office.enter(compId);
}

const asks = (text: string, more: Parameters<typeof spoken>[2] = {}, config: object = {}): FlowBody =>
  bodyWith([
    plainNode("start", "start", "开始", { x: 0, y: 0, nextNodeId: "ask" }),
    plainNode("ask", "play", "问一句", {
      x: 1,
      y: 0,
      nextNodeId: "end",
      talkings: [spoken("t", text, more)],
      ...config,
    }),
    plainNode("end", "end", "返回", { x: 2, y: 0, config: { result: "好" } }),
  ]);

const wanting = (who: Person) =>
  who.call(intentApi.add, {
    body: { name: "退货", priority: 5, keywords: ["退货"], ruleIds: [], samples: ["我要退货"] } as never,
  });
/** Listens for an intent; inner: what it calls then. */
const hears = (intentId: string, inner?: string): FlowBody =>
  bodyWith([
    plainNode("start", "start", "开始", { x: 0, y: 0, nextNodeId: "hear" }),
    plainNode("hear", "speech", "听", {
      ...{ x: 1, y: 0, talkings: [spoken("q", "请说")], config: { branches: [{ id: "back", name: "退货" }] } },
      ...{
        nextNodeId: "end",
        branch: [{ ...wayOut("back", "退货", inner ? "call" : "end"), dictionariesId: intentId }],
      },
    }),
    ...(inner
      ? [
          plainNode("call", "jump", "里面", {
            ...{ x: 2, y: 0, nextNodeId: "end", config: { to: "shared", targetId: inner, results: [] } },
          }),
        ]
      : []),
    plainNode("end", "end", "返回", { x: 3, y: 0, config: { result: "好" } }),
  ]);

interface Call {
  readonly targetId: string;
  readonly version?: string;
}
/** One after the other. */
const calls = (all: readonly Call[], last = "hangup"): FlowBody =>
  bodyWith([
    plainNode("start", "start", "开始", { x: 0, y: 0, nextNodeId: "call-1" }),
    ...all.map(({ targetId, version = "" }, at) => {
      const next = at + 1 < all.length ? `call-${at + 2}` : "end";
      return plainNode(`call-${at + 1}`, "jump", `调用${at + 1}`, {
        ...{ x: at + 1, y: 0, nextNodeId: next, config: { to: "shared", targetId, version, results: ["好"] } },
        branch: [wayOut("好", "好", next)],
      });
    }),
    plainNode("end", last, "结束", { x: 9, y: 0, ...(last === "end" ? { config: { result: "好" } } : {}) }),
  ]);

let made = 0;
async function newFlow(who: Person, flow: FlowBody, flowType: 1 | 6 = 1): Promise<{ id: string; name: string }> {
  const name = `${flowType === 6 ? "公共" : "流程"}${(made += 1)}`;
  const { id } = await who.call(flowApi.create, { body: { name, flowType, flow: JSON.stringify(flow) } });
  return { id, name };
}
async function publish(who: Person, id: string, flow?: FlowBody) {
  const { revision } = await who.call(flowApi.find, { params: { id } });
  const saved = flow
    ? await who.call(flowApi.save, { body: { id, revision, flow: JSON.stringify(flow) } })
    : { revision };
  return who.call(flowVersionApi.publish, { body: { id, revision: saved.revision } });
}
async function shared(who: Person, ...texts: readonly FlowBody[]) {
  const flow = await newFlow(who, texts[0]!, flowTypes.shared);
  const versions: string[] = [];
  for (const text of texts) versions.push((await publish(who, flow.id, text)).versionId);
  return { ...flow, versions };
}
const saidIn = async (who: Person, flowId: string): Promise<string> => {
  const { program } = await who.call(flowResolvingApi.transfer, { body: { flowId } });
  const nodes = Object.values(program.subs).flatMap((sub) => Object.values(sub.nodes));
  return nodes.flatMap(({ talkings }) => talkings.map(({ text }) => text)).join();
};
const sharedIn = async (who: Person) => {
  const { list } = await who.call(flowApi.list, { body: { pageNo: 1, pageSize: 100, flowType: 6 } });
  return list.map(({ name, version }) => `${name} 第${version}版`).sort();
};
const choosing = (...choices: readonly ZipChoice[]): { readonly choices: string } => ({
  choices: JSON.stringify(choices),
});

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** Every file of an archive; ids as the how-manieth of all, and no time. */
async function withoutIds(bytes: Buffer): Promise<readonly string[]> {
  const ids = new Map<string, number>();
  const number = (id: string): string => String(ids.get(id) ?? (ids.set(id, ids.size), ids.size - 1));
  return [...(await unzipped(bytes))].map(([name, part]) => {
    const text = part.toString("latin1").replace(/"exportedAt": "[^"]*"/, "");
    return `${name.replace(uuid, number)}\n${text.replace(uuid, number)}`;
  });
}

const tone = (pitch: number) =>
  writeWav(
    Int16Array.from({ length: 4_000 }, (_, at) => Math.round(9_000 * Math.sin(at / pitch))),
    8_000,
  );

test("G129 export, import, export: all that it calls, through others too, equal to the byte but for ids, and it works", async () => {
  const from = await stranger();
  const files = new File([tone(5)], "问.wav");
  const voice = await from.call(voiceApi.add, { body: { name: "问句", source: "upload", files } as never });
  const intent = await wanting(from);
  const listens = asks("", { playType: "audio", audios: [voice.id] });
  const inner = await shared(from, listens);
  const heard = hears(intent.id, inner.id);
  const outer = await shared(from, asks("旧的一版"), asks("没人用的一版"), heard);
  const step = { do: "keys" as const, value: "1" };
  const recorded = await from.call(flowTestApi.audioAdd, {
    body: { flowId: outer.id, files: new File([tone(9)], "客户.wav") } as never,
  });
  const audio = { do: "audio" as const, value: "退货", audio: { id: recorded.id, name: recorded.name } };
  const test = { steps: [audio, step], overrides: {}, expect: [] };
  await from.call(flowTestApi.add, { body: { flowId: outer.id, name: "问过", test } });
  const drawn = await newFlow(from, asks("还没有发布"), flowTypes.shared);
  const caller = await newFlow(
    from,
    calls([{ targetId: outer.id, version: outer.versions[0]! }, { targetId: outer.id }, { targetId: drawn.id }]),
  );
  const first = await exported(from, caller.id);
  expect([...(await unzipped(first)).keys()]).toEqual([
    ...["manifest.json", "flow.json", "intents/0001.json", "shared/001-1.json", "shared/001-2.json"],
    ...["shared/001-test-001.json", "shared/002-1.json", "shared/003-1.json", "audio/001.wav"],
    `audio/test-${recorded.id}.wav`,
  ]);
  const to = await stranger();
  const reply = await importing(to, first);
  expect(reply).toMatchObject({ missing: [], unpublished: [], voices: 1 });
  expect(reply.made.map(({ kindName, name }) => `${kindName} ${name}`).sort()).toEqual(
    [`公共子流程 ${drawn.name}`, `公共子流程 ${inner.name}`, `公共子流程 ${outer.name}`, "意图 退货"].sort(),
  );
  expect(await sharedIn(to)).toEqual([`${drawn.name} 第0版`, `${inner.name} 第1版`, `${outer.name} 第2版`].sort());
  const second = await exported(to, reply.id);
  expect(await withoutIds(second)).toEqual(await withoutIds(first));
  const log = await to.call(operateLogApi.list, { body: { pageNo: 1, pageSize: 50 } });
  const lines = log.list.map(({ objectName, actionText }) => `${actionText} ${objectName}`);
  expect(lines).toEqual(expect.arrayContaining([`导入 ${outer.name}`, `发布 ${inner.name}`]));
  // What was never published is so here; once it is, the caller is published as it stands.
  const { list } = await to.call(flowApi.list, { body: { pageNo: 1, pageSize: 20, name: drawn.name } });
  await publish(to, list[0]!.id);
  await publish(to, reply.id);
  expect(await saidIn(to, reply.id)).toContain("旧的一版");
  expect(await saidIn(to, reply.id)).toContain("请说");
});

test("G129 a plan says which are here and what a new one is called, and writes nothing; what is here is used, or left beside", async () => {
  const inner = await shared(admin, hears((await wanting(admin)).id));
  const outer = await shared(admin, calls([{ targetId: inner.id }], "end"));
  const caller = await newFlow(admin, calls([{ targetId: outer.id }]));
  const zip = await exported(admin, caller.id);
  const to = await stranger();
  const there = { name: outer.name, flowType: 6 as const, flow: JSON.stringify(asks("这里的")) };
  const { id: hereId } = await to.call(flowApi.create, { body: there });
  const plan = await planning(to, zip);
  expect(plan).toMatchObject({ name: caller.name, calls: [outer.id] });
  expect(plan.shared).toMatchObject([
    { name: outer.name, versions: 1, nodes: 3, calls: [inner.id], hereId, hereReady: 0, freeName: `${outer.name} 2` },
    { name: inner.name, versions: 1, calls: [], hereId: "", freeName: inner.name, lacks: "" },
  ]);
  expect(await sharedIn(to)).toEqual([`${outer.name} 第0版`]);
  // The one that is here is called; what the other one calls, and what that knows, is not needed.
  await publish(to, hereId);
  const used = await importing(to, zip, { name: "用已有的" });
  expect(used.made).toEqual([]);
  await publish(to, used.id);
  expect(await saidIn(to, used.id)).toBe("这里的");
  const beside = await importing(to, zip, { name: "用新的", ...choosing({ id: outer.id, use: "" }) });
  expect(beside.made.map(({ name }) => name).sort()).toEqual([inner.name, `${outer.name} 2`, "退货"].sort());
  await publish(to, beside.id);
  expect(await saidIn(to, beside.id)).toBe("请说");
  // Where it comes from it is the same one, by its id.
  const again = await importing(admin, zip, { name: "回到原处" });
  expect(again.made).toEqual([]);
  const gone = refused(importing(to, zip, { name: "没有的", ...choosing({ id: outer.id, use: caller.id }) }));
  expect(await gone).toMatchObject({ msg: expect.stringContaining(`选用的公共子流程“${outer.name}”已不存在`) });
});

test("G129 what cannot be published here stays a draft, and the reply says why", async () => {
  const from = await stranger();
  const group = await office.ports.database.tenant("100001", (trx) =>
    trx.selectFrom("skill_group").select("id").executeTakeFirstOrThrow(),
  );
  const transfer = bodyWith([
    plainNode("start", "start", "开始", { x: 0, y: 0, nextNodeId: "group" }),
    plainNode("group", "skillGroup", "转人工", {
      ...{ x: 1, y: 0, config: { kind: "skillGroup", targetId: group.id } },
      branch: ["timeout", "full", "absent"].map((id) => wayOut(id, id, "end")),
    }),
    plainNode("end", "end", "返回", { x: 2, y: 0, config: { result: "好" } }),
  ]);
  const inner = await shared(admin, transfer);
  const outer = await shared(admin, calls([{ targetId: inner.id }], "end"));
  const caller = await newFlow(admin, calls([{ targetId: outer.id, version: outer.versions[0]! }]));
  const reply = await importing(from, await exported(admin, caller.id));
  expect(reply.missing).toMatchObject([{ kind: "skillGroup", nodeName: `${inner.name} / 转人工` }]);
  expect(reply.unpublished.map(({ name }) => name)).toEqual([inner.name, outer.name]);
  expect(reply.unpublished[0]?.text).toContain("「转人工」");
  expect(await sharedIn(from)).toEqual([`${inner.name} 第0版`, `${outer.name} 第0版`].sort());
  const { findings } = await from.call(flowVersionApi.validate, { body: { id: reply.id } });
  expect(findings.map(({ text }) => text)).toContain(`节点“调用1”：公共子流程“${outer.name}”还没有发布`);
});

test("G129 who may not publish is told which sub-processes he cannot make, and nothing stays; those that are here he may use", async () => {
  const from = await stranger();
  const one = await shared(from, asks("要发布权"));
  const caller = await newFlow(from, calls([{ targetId: one.id }]));
  const zip = await exported(from, caller.id);
  const { id } = await office.ports.database.tenant("100001", (trx) =>
    trx.selectFrom("role").select("id").where("roleType", "=", 1).executeTakeFirstOrThrow(),
  );
  await office.ports.database.system((trx) =>
    trx.deleteFrom("role_menu").where("roleId", "=", id).where("menuId", "=", "button:flow.publish").execute(),
  );
  await rightsChanged(office.ports.broker, { roleIds: [id] });
  expect((await planning(admin, zip)).shared).toMatchObject([{ name: one.name, lacks: "发布" }]);
  const before = await sharedIn(admin);
  const said = `您没有发布流程的权限，不能新建公共子流程“${one.name}”`;
  expect(await refused(importing(admin, zip))).toMatchObject({ status: 403, msg: said });
  expect(await sharedIn(admin)).toEqual(before);
  await admin.call(flowApi.create, { body: { name: one.name, flowType: 6 } });
  expect((await importing(admin, zip)).made).toEqual([]);
  await office.ports.database.system((trx) =>
    trx.insertInto("role_menu").values({ compId: "100001", roleId: id, menuId: "button:flow.publish" }).execute(),
  );
  await rightsChanged(office.ports.broker, { roleIds: [id] });
});

test("G129 a ZIP of before, which names them alone, comes in as it did; an odd one is refused whole", async () => {
  const [one, two] = [await shared(admin, asks("一")), await shared(admin, asks("二"))];
  const caller = await newFlow(admin, calls([{ targetId: one.id }, { targetId: two.id }]));
  const parts = [...(await unzipped(await exported(admin, caller.id)))].map(([name, bytes]): Part => [name, bytes]);
  type Manifest = { shared?: { id: string; texts: { versionId: string; file: string }[] }[] };
  const changed = (change: (manifest: Manifest) => void, more: readonly Part[] = []) =>
    zipped([
      ...parts.map(([name, bytes]): Part => {
        if (name !== "manifest.json") return [name, bytes];
        const manifest = JSON.parse(bytes.toString()) as Manifest;
        change(manifest);
        return [name, Buffer.from(JSON.stringify(manifest))];
      }),
      ...more,
    ]);
  const to = await stranger();
  const old = await changed((manifest) => delete manifest.shared);
  expect((await planning(to, old)).shared).toEqual([]);
  expect((await importing(to, old)).missing).toMatchObject([{ name: one.name }, { name: two.name }]);
  const long = [spoken("t", "长".repeat(500))];
  const wordy = Array.from({ length: 150 }, (_, at) =>
    plainNode(`n${at}`, "play", `说${at}`, { x: 0, y: at, talkings: long }),
  );
  const text = (flow: unknown): Buffer => Buffer.from(JSON.stringify({ tts: "", flow }));
  const cases: readonly (readonly [Buffer, string])[] = [
    [await changed(({ shared: all }) => (all![0]!.texts[0]!.file = "../flow.json")), "shared[0].texts[0].file"],
    [await changed(({ shared: all }) => (all![1]!.id = all![0]!.id)), "格式有误：shared"],
    [await changed(({ shared: all }) => all![0]!.texts.push({ versionId: "", file: "flow.json" })), "格式有误"],
    [await changed(({ shared: all }) => (all![0]!.texts[0]!.file = "shared/none.json")), "不是有效的流程压缩包"],
    [
      await changed(({ shared: all }) => {
        const [first] = all!;
        first!.texts = Array.from({ length: 51 }, (_, at) => ({ versionId: `v${at}`, file: "shared/001-1.json" }));
      }),
      "格式有误",
    ],
    [
      await changed(
        ({ shared: all }) => {
          all![0]!.texts = Array.from({ length: 20 }, (_, at) => ({ versionId: `v${at}`, file: "shared/big.json" }));
        },
        [["shared/big.json", text(bodyWith(wordy))]],
      ),
      "公共子流程的数据过多",
    ],
    [
      await changed(
        ({ shared: all }) => (all![1]!.texts[0]!.file = "shared/odd.json"),
        [["shared/odd.json", text({ evil: 1 })]],
      ),
      "evil",
    ],
  ];
  for (const [zip, message] of cases) {
    expect((await refused(importing(to, zip, { name: "坏的" }))).msg).toContain(message);
    expect((await refused(planning(to, zip))).msg).toContain(message);
  }
  // The last of the writes fails: its name is taken.
  const failing = refused(importing(to, await exported(admin, caller.id), { name: caller.name }));
  expect(await failing).toMatchObject({ msg: "流程名称已存在" });
  expect(await sharedIn(to)).toEqual([]);
});
