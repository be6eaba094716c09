/**
 * Two server processes that share nothing but PostgreSQL, Redis, Asterisk and one bucket, as on two machines (docs/operations.md, Two hosts
 * from nothing): what is made at one is read at the other, and the one that has the calls is killed during a recorded talk
 * (docs/protocol.md P30, K35).
 */
import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cdrApi, type ReplyOf } from "@liantai/api/contract";
import {
  appVersionApi,
  fileDownloadApi,
  publishKeyApi,
  skillGroupApi,
  voiceApi,
  voiceResourceApi,
} from "@liantai/api/contract/admin";
import { createS3Blobs } from "./adapters/production/blobs/index.ts";
import { ownBucket } from "./testing/bucket.ts";
import { makeBundle, packOf, writeBuild } from "./testing/bundle.ts";
import { cellsOf } from "./testing/exports.ts";
import { Hosts, type Host } from "./testing/hosts/hosts.ts";
import { People, compId, tones, type Agent } from "./testing/hosts/people.ts";
import { loudness, toneShare } from "./testing/sip/goertzel.ts";
import type { SipCall } from "./testing/sip/sip-call.ts";
import { stereoOf, wavOf } from "./testing/sip/wav-file.ts";
import { sessionOf, signIn, type ApiSession } from "./tools/client/session.ts";
import type { Blobs } from "./ports/blobs.ts";

const password = "Liantai#2026";
const musicHz = 1_700;
/** spool.ts: how often a recording is copied to the store; with it goes what the machine had in hand. */
const spoolMs = 5_000;

let hosts: Hosts;
let built: string;
let blobs: Blobs;
let first: Host;
let second: Host;
const people = new People();
const agents: Record<"first" | "second", Agent | undefined> = { first: undefined, second: undefined };
const dataDir = (name: "first" | "second"): string => join(hosts.folder, name);
const begin = (name: "first" | "second") => hosts.start(60_000, { DATA_DIR: dataDir(name) });
/** Of the administrator: whoever signs in again ends the session that there was. */
let token: string;
const administrator = ({ url }: Host) => sessionOf(url, token);

beforeAll(async () => {
  const bucket = await ownBucket();
  blobs = createS3Blobs(bucket);
  built = await mkdtemp(join(tmpdir(), "liantai-built-"));
  writeBuild(built);
  hosts = await Hosts.open({
    LIANTAI_DIST: built,
    BLOBS: "s3",
    S3_ENDPOINT: bucket.endpoint,
    S3_BUCKET: bucket.bucket,
    S3_ACCESS_KEY_ID: bucket.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
  });
  first = await begin("first");
  ({ token } = await signIn(first.url, { account: "admin", roleType: 1, code: compId, password }));
}, 90_000);
afterAll(async () => {
  await people.leave();
  await hosts.close();
  await rm(built, { recursive: true, force: true });
});

async function bytesAt(session: ApiSession, path: string): Promise<Buffer> {
  const reply = await session.raw(path);
  const body = Buffer.from(await reply.arrayBuffer());
  expect([path, reply.status, reply.status === 200 ? "" : body.toString()]).toEqual([path, 200, ""]);
  return body;
}

const formOf = (fields: Readonly<Record<string, string | Blob>>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
};

async function send<T>({ url }: Host, path: string, token: string, form: FormData): Promise<T> {
  const reply = await fetch(`${url}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const { code, msg, data } = (await reply.json()) as { readonly code: number; readonly msg: string; readonly data: T };
  expect([code, msg]).toEqual([1, expect.anything()]);
  return data;
}

/** A recorded talk with an agent who is at this process, as the customer is. */
async function talk({ url }: Host, agent: Agent, phone: string): Promise<{ customer: SipCall; call: SipCall }> {
  const rings = agent.answered();
  await agent.link.command("setState", { state: "1" });
  const customer = await people.customer(url, phone);
  const call = await rings;
  await hear(customer, call);
  return { customer, call };
}
const hear = (customer: SipCall, call: SipCall) =>
  Promise.all([customer.peer.ears.tone(tones.agent, 20_000), call.peer.ears.tone(tones.customer, 20_000)]);

interface Stored {
  readonly id: string;
  readonly missing: readonly { readonly fromMs: number; readonly toMs: number }[];
}

/** The call of this caller, once its recording is stored. */
async function stored(session: ApiSession, caller: string): Promise<Stored> {
  const sql = `select call_id as id from call_record where caller = '${caller}' and recording_key is not null`;
  await hosts.until("the recording is stored", async () => (await hosts.rows(sql)).length === 1, 30_000);
  const [row] = await hosts.rows<{ readonly id: string }>(sql);
  const id = row?.id ?? "";
  const record = await session.post<ReplyOf<typeof cdrApi.callDetail>>(cdrApi.callDetail.path, { callId: id });
  return { id, missing: record.recordingMissing as Stored["missing"] };
}
const recordingOf = (session: ApiSession, id: string) => bytesAt(session, `${cdrApi.playRecording.path}?callId=${id}`);

test("P30 a host without the installation's key does not start, and says what to copy; with it, it serves", async () => {
  await expect(begin("second")).rejects.toThrow(
    "DATA_DIR/keys/installation.key is not the key this database was set up with: copy the original file there",
  );
  await cp(join(dataDir("first"), "keys"), join(dataDir("second"), "keys"), { recursive: true });
  second = await begin("second");
  // What is sealed by it opens there: an agent's telephone registers with its password.
  agents.first = await people.agent(first.url, { account: "1001", roleType: 2, password });
  agents.second = await people.agent(second.url, { account: "1002", roleType: 2, password });
}, 120_000);

test("P30 a recording of the one that has the calls is whole, and the same at both", async () => {
  const { customer } = await talk(first, agents.first!, "13800138000");
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  customer.bye();
  const [here, there] = [administrator(first), administrator(second)];
  const { id, missing } = await stored(there, "13800138000");
  expect(missing).toEqual([]);
  const bytes = await recordingOf(there, id);
  expect(bytes.equals(await recordingOf(here, id))).toBe(true);
  const { left, right, ms } = stereoOf(bytes);
  expect(ms).toBeGreaterThan(2_000);
  expect(toneShare(left, tones.customer)).toBeGreaterThan(0.5);
  expect(toneShare(right, tones.agent)).toBeGreaterThan(0.5);
}, 90_000);

test("P30 a voice uploaded at one is heard from the other, by the console and by who waits", async () => {
  const wav = wavOf(musicHz, 3_000);
  const [here, there] = [administrator(first), administrator(second)];
  const file = new File([new Uint8Array(wav)], "music.wav", { type: "audio/wav" });
  const { id } = await send<{ id: string }>(
    second,
    voiceApi.add.path,
    there.token,
    formOf({ name: "等待音乐", source: "upload", files: file }),
  );
  const play = `${voiceApi.play.path}?id=${id}`;
  const bytes = await bytesAt(here, play);
  expect(bytes.equals(await bytesAt(there, play))).toBe(true);
  const groups = await there.post<ReplyOf<typeof skillGroupApi.list>>(skillGroupApi.list.path, {
    pageNo: 1,
    pageSize: 10,
  });
  await there.post(voiceResourceApi.add.path, { voiceId: id, use: "music", targetIds: [groups.list[0]!.id] });
  // Nobody is ready. The first one has the calls, and its switch plays what it gets from the bucket.
  for (const agent of [agents.first!, agents.second!]) await agent.link.command("setState", { state: "2" });
  const waits = await people.customer(second.url, "13900139000");
  await waits.peer.ears.tone(musicHz, 40_000);
  waits.bye();
}, 90_000);

test("P30 an export is fetched at either, whoever made it", async () => {
  const [here, there] = [administrator(first), administrator(second)];
  const html = "<table><tr><th>姓名</th><th>电话</th></tr><tr><td>李晓雯</td><td>4001</td></tr></table>";
  const { id } = await here.post<{ id: string }>(fileDownloadApi.htmlToFile.path, {
    name: "两台主机",
    html,
    type: "xlsx",
  });
  const list = { pageNo: 1, pageSize: 10 };
  const done = async () => {
    const jobs = await there.post<ReplyOf<typeof fileDownloadApi.list>>(fileDownloadApi.list.path, list);
    return jobs.list.find((job) => job.id === id)?.state === "done";
  };
  await hosts.until("the export is done", done, 30_000);
  const down = `${fileDownloadApi.down.path}?id=${id}`;
  const bytes = await bytesAt(there, down);
  expect(bytes.equals(await bytesAt(here, down))).toBe(true);
  expect(await cellsOf(bytes)).toEqual([
    ["姓名", "电话"],
    ["李晓雯", "4001"],
  ]);
}, 60_000);

test("P30 a version of an app published at one is served at the other", async () => {
  const operator = await signIn(first.url, { account: "admin", roleType: 0, code: "000000", password });
  const { secret } = await operator.post<ReplyOf<typeof publishKeyApi.add>>(publishKeyApi.add.path, {
    name: "构建机",
    days: 30,
  });
  const bundle = makeBundle("two");
  await send(first, appVersionApi.publish.path, secret, formOf(packOf(bundle)));
  for (const { name, data } of bundle.files.filter(({ name }) => name.endsWith(".js"))) {
    const reply = await fetch(`${second.url}/assets/workorder/${bundle.version}/${name}`, {
      headers: { "accept-encoding": "identity" },
    });
    expect([name, reply.status]).toEqual([name, 200]);
    expect(Buffer.from(await reply.arrayBuffer()).equals(data)).toBe(true);
  }
}, 60_000);

test("P30 K35 the one that records is killed: the survivor has the recording but for the last seconds, which it names", async () => {
  const { customer, call } = await talk(second, agents.second!, "13800138001");
  const began = performance.now();
  const pieces = async () => {
    let count = 0;
    for await (const _ of blobs.list("spool/")) count += 1;
    return count;
  };
  await hosts.until("two pieces are in the bucket", async () => (await pieces()) >= 2, 30_000);
  const killed = performance.now();
  first.child.kill("SIGKILL");
  const holds = async () => (await agents.second!.inCall("hold"))["code"] === "1";
  await hosts.until("the survivor obeys", holds, 20_000);
  expect(await agents.second!.inCall("unhold")).toMatchObject({ code: "1" });
  const backMs = performance.now() - killed;
  await hear(customer, call);
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  customer.bye();
  const lengthMs = performance.now() - began;

  const there = administrator(second);
  const { id, missing } = await stored(there, "13800138001");
  const bytes = await recordingOf(there, id);
  const { left, right, ms } = stereoOf(bytes);
  const lacking = missing.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
  process.stdout.write(
    `two hosts: obeys ${Math.round(backMs)} ms after the kill; ${Math.round(lacking)} of ${Math.round(ms)} ms missing\n`,
  );
  // It is marked, and by no more than the copy's age, the take-over and what a busy machine adds.
  expect(missing.length).toBeGreaterThan(0);
  expect(lacking).toBeLessThan(spoolMs + backMs + 2_000);
  expect(Math.abs(ms - lengthMs)).toBeLessThan(3_000);
  // Outside of what is named it is there, and what is named is silence.
  const [from, to] = [missing[0]!.fromMs, missing.at(-1)!.toMs];
  const at = (at: number) => Math.round(at * 8);
  expect(from).toBeGreaterThan(3_000);
  for (const [samples, hz] of [
    [left, tones.customer],
    [right, tones.agent],
  ] as const) {
    expect(toneShare(samples.subarray(at(1_000), at(from)), hz)).toBeGreaterThan(0.8);
    expect(toneShare(samples.subarray(at(to)), hz)).toBeGreaterThan(0.3);
  }
  const [longest] = [...missing].sort((a, b) => b.toMs - b.fromMs - (a.toMs - a.fromMs));
  expect(loudness(left.subarray(at(longest!.fromMs + 100), at(longest!.toMs - 100)))).toBe(0);
  await hosts.until("the pieces are gone", async () => (await pieces()) === 0, 20_000);

  // The machine of the dead one comes back, with its own half of the recording: it changes nothing.
  first = await begin("first");
  expect((await recordingOf(administrator(first), id)).equals(bytes)).toBe(true);
  await hosts.until(
    "its half is gone",
    async () => (await readdir(join(dataDir("first"), "recordings-live"))).length === 0,
  );
  expect(await hosts.figure("select count(*) n from call_record")).toBe(3);
  for (const name of ["first", "second"] as const) expect(await readdir(dataDir(name))).not.toContain("blobs");
}, 150_000);
