import { createHash } from "node:crypto";
import { cdrApi, type ReplyOf } from "@liantai/api/contract";
import { callLegApi } from "@liantai/api/contract/admin";
import type { Caller } from "../../http/routes.ts";
import { type CallFact } from "../event-log/index.ts";
import {
  agent,
  caller,
  eventLog,
  foreign,
  ids,
  list,
  openCalls,
  own,
  ports,
  recording,
  request,
} from "./testing/calls.ts";

openCalls();

describe("K6: a recording that is not what it was", () => {
  const damaged = { code: 0, msg: "录音文件已损坏，与录制时不一致，无法播放或下载" };
  const compId = own;
  const key = "recordings/100001/2026/03/02/six.wav";
  const sound = recording();
  const digest = createHash("sha256").update(sound.subarray(44)).digest("hex");
  const asks = [cdrApi.playRecording.path, cdrApi.recordingPeaks.path];
  const ask = (path: string, headers = {}) => request(caller({ roleType: 1 }), "GET", path, { callId: "six" }, headers);
  const change = async (make: (file: Buffer) => Buffer) => ports.blobs.put(key, make(Buffer.from(sound)));

  beforeAll(async () => {
    const facts: CallFact[] = [
      { type: "created", direction: "inbound", caller: "1", callee: "4001", accessNumber: "4001" },
      { type: "ended" },
      { type: "recordingStored", key, durationMs: 2_000, bytes: sound.length, digest },
    ];
    for (const fact of facts)
      void eventLog.append({
        stream: "contact",
        kind: "call",
        compId,
        id: "six",
        at: ports.clock.now() - 30 * 24 * 3_600_000,
        actor: "engine",
        ...(fact.type === "ended" ? { reason: "completed" } : {}),
        fact,
      });
    await eventLog.flush();
  });

  test("is served while it is whole", async () => {
    await change((file) => file);
    for (const path of asks) expect((await ask(path)).statusCode).toBe(200);
  });

  test.each<[string, (file: Buffer) => Buffer]>([
    ["emptied", () => Buffer.alloc(0)],
    ["cut down to its head", (file) => file.subarray(0, 44)],
    ["cut short", (file) => file.subarray(0, 30_000)],
    ["made longer", (file) => Buffer.concat([file, Buffer.alloc(400)])],
    ["altered in one sample", (file) => (file.writeInt16LE(1, 20_000), file)],
    ["given another head", (file) => (file.write("OggS", 0), file)],
    ["overwritten with zeros", (file) => file.fill(0)],
  ])("%s: it is said to be damaged, whole or in pieces, with no waveform", async (_name, make) => {
    await change(make);
    for (const path of asks) expect((await ask(path)).json()).toMatchObject(damaged);
    expect((await ask(asks[0]!, { range: "bytes=20000-" })).json()).toMatchObject(damaged);
  });

  test("what it lacks stands in the record", async () => {
    void eventLog.append({
      stream: "contact",
      kind: "call",
      compId,
      id: "six",
      at: ports.clock.now(),
      actor: "engine",
      fact: { type: "recordingStored", key, durationMs: 2_000, bytes: 9, missing: [{ fromMs: 4, toMs: 700 }] },
    });
    await eventLog.flush();
    const { data } = (await request(caller({ roleType: 1 }), "POST", cdrApi.callDetail.path, { callId: "six" })).json();
    expect(data.recordingMissing).toEqual([{ fromMs: 4, toMs: 700 }]);
  });
});

describe("the list", () => {
  test("today by default, newest first; another day when asked", async () => {
    expect(await ids(caller({}))).toEqual(["three", "two", "one"]);
    expect(await ids(caller({}), { startTime: "2026-03-01 00:00:00", endTime: "2026-03-01 23:59:59" })).toEqual([
      "four",
    ]);
    expect(await ids(caller({}), { startTime: "2026-03-02 09:01:00", endTime: "2026-03-02 09:01:00" })).toEqual([
      "two",
    ]);
  });

  test("the whole list is sorted, whatever the page; what is missing comes last; numbers are not sorted by", async () => {
    // one: answered 7 s in; two never; three after 1 s but two minutes later.
    const by = (sortBy: string, sortOrder: string) => ids(caller({}), { sortBy, sortOrder });
    expect(await by("startTime", "asc")).toEqual(["one", "two", "three"]);
    expect(await by("answerTime", "asc")).toEqual(["one", "three", "two"]);
    expect(await by("answerTime", "desc")).toEqual(["three", "one", "two"]);
    const pages = await Promise.all(
      [1, 2, 3].map((pageNo) => ids(caller({}), { sortBy: "talkS", sortOrder: "desc", pageNo, pageSize: 1 })),
    );
    expect(pages.flat().sort()).toEqual(["one", "three", "two"]);
    expect(pages.flat()).toHaveLength(3);
    for (const sortBy of ["caller", "callee", "recordingKey"])
      expect(await list(caller({}), { sortBy, sortOrder: "asc" })).toMatchObject({ code: 400 });
  });

  test("agents see their own, monitors their group, administrators all; nobody another enterprise", async () => {
    expect(await ids(agent("1001"))).toEqual(["one"]);
    // Its telephone rang in the first, and nobody answered it there.
    expect(await ids(agent("1002"))).toEqual(["three", "one"]);
    expect(await ids(agent("1003"))).toEqual(["three", "two"]);
    expect(await ids(caller({ roleType: 3, agentId: "1005", groupId: "a" }))).toEqual(["three", "one"]);
    expect(await ids(caller({ roleType: 3, agentId: "1003", groupId: null }))).toEqual(["three", "two"]);
    expect(await ids(caller({ roleType: 4 }))).toHaveLength(3);
    expect(await ids(caller({ compId: foreign }))).toEqual(["five"]);
    expect(await ids(agent("1001", { compId: foreign }), { agentId: "1001" })).toEqual(["five"]);
    expect((await request(caller({ roleType: 0 }), "POST", cdrApi.callRecords.path)).statusCode).toBe(403);
    expect((await request(agent("1001", { agentId: null }), "POST", cdrApi.callRecords.path)).statusCode).toBe(403);
  });

  test("a monitor sees the calls of every group it monitors, groups below included", async () => {
    const monitor = caller({ roleType: 3, agentId: "1005" });
    const below = (parentId: string | null) =>
      ports.database.system((trx) =>
        trx.updateTable("agent_group").set({ parentId }).where("compId", "=", own).where("id", "=", "b").execute(),
      );
    await below("a");
    expect(await ids(monitor)).toEqual(await ids(caller({})));
    await below(null);
    expect(await ids(monitor)).toEqual(["three", "one"]);
    await ports.database.system((trx) =>
      trx.insertInto("agent_group_monitor").values({ compId: own, groupId: "b", agentId: "1005" }).execute(),
    );
    expect(await ids(monitor)).toEqual(await ids(caller({})));
    await ports.database.system((trx) => trx.deleteFrom("agent_group_monitor").where("groupId", "=", "b").execute());
  });

  test("every filter", async () => {
    expect(await ids(caller({}), { direction: "internal" })).toEqual(["three"]);
    expect(await ids(caller({}), { caller: "5678" })).toEqual(["one"]);
    expect(await ids(caller({}), { callee: "1002" })).toEqual(["three"]);
    expect(await ids(caller({}), { agentId: "1003" })).toEqual(["three", "two"]);
    expect(await ids(caller({}), { skillGroupId: "g" })).toEqual(["one"]);
    expect(await ids(caller({}), { answered: "yes" })).toEqual(["three", "one"]);
    expect(await ids(caller({}), { answered: "no" })).toEqual(["two"]);
    expect(await ids(agent("1001"), { agentId: "1003" })).toEqual([]);
    for (const bad of [
      { startTime: "2026-02-30 00:00:00" },
      { startTime: "x" },
      { endTime: "2026-03-02" },
      { startTime: "2026-03-03 00:00:00", endTime: "2026-03-02 00:00:00" },
      { caller: "1' or '1'='1" },
      { caller: "%" },
      { pageSize: 100_000 },
    ])
      expect((await list(caller({}), bad)).code).not.toBe(1);
  });

  test("pages", async () => {
    const page = await list(caller({}), { pageNo: 2, pageSize: 2 });
    expect(page.data).toMatchObject({ total: 3, pageNo: 2, pageSize: 2, list: [{ callId: "one" }] });
  });

  test("numbers are masked by the server, extensions are not; a masked number is not found piece by piece", async () => {
    const hidden = agent("1001", { hiddenGlobalPhone: true });
    expect((await list(hidden)).data.list[0]).toMatchObject({ caller: "138****5678", callee: "4001" });
    expect((await list(hidden)).data.list[0]?.callData).toBe("工单=A1，电话=138****5678");
    expect((await list(agent("1001", { isHiddenNum: true }))).data.list[0]?.caller).toBe("138****5678");
    expect((await list(caller({ hiddenGlobalPhone: true }))).data.list.at(-1)?.caller).toBe("13812345678");
    expect(await ids(hidden, { caller: "1381" })).toEqual([]);
    expect(await ids(hidden, { caller: "13812345678" })).toEqual(["one"]);
  });

  test("a row says everything in the units of the contract", async () => {
    expect((await list(agent("1001"))).data.list[0]).toEqual({
      callId: "one",
      direction: "inbound",
      caller: "13812345678",
      callee: "4001",
      accessNumber: "4001",
      skillGroupId: "g",
      skillGroupName: "客服_一组",
      agentId: "1001",
      agentName: "坐席1001",
      startTime: "2026-03-02 09:00:00",
      answerTime: "2026-03-02 09:00:07",
      endTime: "2026-03-02 09:00:18",
      waitS: 5,
      ringS: 2,
      talkS: 11,
      holdS: 1,
      result: 200,
      cause: "completed",
      firstAgentId: "1001",
      firstAgentName: "坐席1001",
      transfers: 0,
      conference: 0,
      hungUpBy: "customer",
      displayNumber: null,
      // 138 is 中国移动's.
      place: expect.stringMatching(/^\S+市 中国移动$/),
      priority: 0,
      callData: "工单=A1，电话=13812345678",
      linkedCallId: null,
      callStyle: null,
      callType: null,
      satisfaction: null,
      firstResponseS: 7,
      hasRecording: true,
      recordingMissing: [],
    });
  });
});

describe("one call", () => {
  test("who may not see it is told that it does not exist, whatever is asked", async () => {
    for (const [who, callId] of [
      [agent("1003"), "one"],
      [caller({ compId: foreign }), "one"],
      [caller({}), "five"],
      [caller({}), "none"],
    ] as const) {
      for (const [method, path] of [
        ["POST", cdrApi.callDetail.path],
        ["POST", cdrApi.callTrack.path],
        ["POST", callLegApi.list.path],
        ["GET", cdrApi.playRecording.path],
        ["GET", cdrApi.recordingPeaks.path],
      ] as const) {
        expect((await request(who, method, path, { callId })).json()).toMatchObject({ code: 404, data: null });
      }
    }
  });

  test("its legs, in their order, the customer's number masked where it is hidden", async () => {
    const of = async (who: Caller) =>
      (
        (await request(who, "POST", callLegApi.list.path, { callId: "one" })).json() as {
          data: ReplyOf<typeof callLegApi.list>;
        }
      ).data.map((l) => [l.role, l.agentName, l.number, l.talkS, l.holdS, l.result, l.left]);
    const rung = ["agent", "坐席1002", "", 0, 0, 594, "noAnswer"];
    const took = ["agent", "坐席1001", "", 11, 1, 200, "customerHungUp"];
    expect(await of(caller({}))).toEqual([["customer", null, "13812345678", 11, 1, 200, "customerHungUp"], rung, took]);
    expect((await of(agent("1002", { isHiddenNum: true })))[0]?.[2]).toBe("138****5678");
  });

  test("the track in words, masked like the rest", async () => {
    const reply = await request(agent("1001", { isHiddenNum: true }), "POST", cdrApi.callTrack.path, { callId: "one" });
    const track = (
      reply.json() as {
        data: {
          action: string;
          actionType: number;
          info: string;
          offsetMs: number;
          at: string;
          agentId: string | null;
        }[];
      }
    ).data;
    expect(track.map((t) => `${t.action}：${(JSON.parse(t.info) as { content?: string }).content ?? ""}`)).toEqual([
      "客户来电：主叫138****5678，被叫4001",
      "播放欢迎语：",
      "进入排队：客服_一组，前面有1位客户",
      "播报排队位置：前面还有1位客户",
      "分配坐席：坐席1002（坐席1002），已空闲1分1秒，振铃时限20秒，原因：空闲最久的坐席优先",
      "未接通坐席：坐席1002（坐席1002），原因：振铃超时未接",
      "分配坐席：坐席1001（坐席1001），已空闲5秒，振铃时限20秒，原因：空闲最久的坐席优先",
      "接听：坐席1001（坐席1001）",
      "开始录音：双声道：左声道客户，右声道坐席",
      "通话保持：坐席1001（坐席1001），对方听保持音乐",
      "取回通话：坐席1001（坐席1001）",
      "按键：客户按键 3 位",
      "按键：坐席按键 1 位",
      "坐席连接中断：坐席1001（坐席1001），对方听保持音乐，等待坐席恢复",
      "坐席恢复通话：坐席1001（坐席1001）",
      "客户挂断：正常挂断",
      "通话结束：正常结束",
      "录音已保存：时长2秒",
    ]);
    expect(track[7]).toEqual({
      seq: 8,
      offsetMs: 7_000,
      at: "2026-03-02 09:00:07",
      agentId: "1001",
      action: "接听",
      actionType: 14,
      caller: "138****5678",
      callee: "1001",
      info: '{"content":"坐席1001（坐席1001）","lineupTotalTime":5}',
      route: "",
    });
    expect(track[0]).toMatchObject({ callee: "4001", info: expect.stringContaining('"isCallout":0') });
    expect(track[2]).toMatchObject({ route: "技能组「客服_一组」", callee: "4001" });
    expect(track[4]).toMatchObject({ route: "坐席1002", callee: "1002" });
    expect(JSON.parse(track[11]!.info)).toEqual({ data: "3 位", content: "客户按键 3 位" });
    expect(reply.body).not.toContain("13812345678");
  });

  test("every step of the track is a call-trace record of realtime.md, section 3", async () => {
    const reply = await request(agent("1001"), "POST", cdrApi.callTrack.path, { callId: "one" });
    const track = (reply.json() as { data: Record<string, unknown>[] }).data;
    expect(track).toHaveLength(18);
    const infoKeys =
      "data content nodeId nodeName nextNodeId tempId lineupTotalTime isCallout intentionLevel intentionName " +
      "intentionMinScore intentionMaxScore jumpScore";
    for (const { action, actionType, caller, callee, info, route } of track) {
      expect([action, caller, callee, info, route].map((text) => typeof text)).toEqual(Array(5).fill("string"));
      expect(action).not.toBe("");
      expect([caller, callee]).not.toContain("");
      expect(Number.isInteger(actionType)).toBe(true);
      expect(infoKeys.split(" ")).toEqual(expect.arrayContaining(Object.keys(JSON.parse(String(info)) as object)));
    }
    expect(new Set(track.map(({ actionType }) => actionType)).size).toBe(new Set(track.map((t) => t["action"])).size);
  });

  test("keys that were pressed: administrators read them, agents and monitors only their number (K8)", async () => {
    const keys = async (who: Caller) => {
      const reply = await request(who, "POST", cdrApi.callTrack.path, { callId: "one" });
      return (reply.json() as { data: { action: string; info: string }[] }).data
        .filter((t) => t.action === "按键")
        .map((t) => (JSON.parse(t.info) as { content: string }).content);
    };
    for (const roleType of [1, 4] as const)
      expect(await keys(caller({ roleType }))).toEqual(["客户按键565", "坐席按键9"]);
    for (const who of [agent("1001"), caller({ roleType: 3, agentId: "1005", groupId: "a" })])
      expect(await keys(who)).toEqual(["客户按键 3 位", "坐席按键 1 位"]);
  });

  test("the recording whole and in ranges", async () => {
    const file = recording();
    const get = (range?: string) =>
      request(agent("1001"), "GET", cdrApi.playRecording.path, { callId: "one" }, range ? { range } : {});
    const whole = await get();
    expect([
      whole.statusCode,
      whole.headers["content-type"],
      whole.headers["accept-ranges"],
      Number(whole.headers["content-length"]),
    ]).toEqual([200, "audio/wav", "bytes", file.length]);
    expect(whole.rawPayload.equals(file)).toBe(true);
    for (const [range, start, end] of [
      ["bytes=0-43", 0, 43],
      ["bytes=64000-", 64_000, file.length - 1],
      ["bytes=-100", file.length - 100, file.length - 1],
      ["bytes=100-999999", 100, file.length - 1],
    ] as const) {
      const part = await get(range);
      expect([range, part.statusCode, part.headers["content-range"]]).toEqual([
        range,
        206,
        `bytes ${start}-${end}/${file.length}`,
      ]);
      expect(part.rawPayload.equals(file.subarray(start, end + 1))).toBe(true);
    }
    const beyond = await get("bytes=999999-");
    expect([beyond.statusCode, beyond.headers["content-range"]]).toEqual([416, `bytes */${file.length}`]);
    for (const odd of ["bytes=5-3", "items=0-1", "bytes=0-1,5-6", "bytes=-"])
      expect((await get(odd)).statusCode).toBe(200);
    expect((await request(caller({}), "GET", cdrApi.playRecording.path, { callId: "two" })).json()).toMatchObject({
      code: 404,
      msg: "录音不存在或已被清理",
    });
  });

  test("peaks: 400 of each channel", async () => {
    for (let i = 0; i < 2; i++) {
      const { data } = (await request(agent("1001"), "GET", cdrApi.recordingPeaks.path, { callId: "one" })).json() as {
        data: { durationMs: number; left: number[]; right: number[] };
      };
      expect([data.durationMs, data.left.length, data.right.length]).toEqual([2_000, 400, 400]);
      expect(data.left[0]).toBeLessThan(0.01);
      expect(data.left[399]).toBeCloseTo(0.977, 2);
      expect([data.right[0], data.right[399]]).toEqual([0.5, 0]);
    }
  });
});
