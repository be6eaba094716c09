/**
 * Callers in flows over the wire who are led to agents, or leave a message for them (acceptance checks E15 and E16 of flows): a server
 * process with its own switch, real telephones on both sides, what each of them hears, what is stored.
 */
import type { ReplyOf } from "@liantai/api/contract";
import { voicemailApi } from "@liantai/api/contract/admin";
import { demoPassword } from "./modules/system/index.ts";
import { body, node, sounding, variables } from "./testing/flow-calls/drawing.ts";
import type { FlowCaller } from "./testing/flow-calls/flow-caller.ts";
import { Hearing, isLoud, isTone, packetMs } from "./testing/flow-calls/hearing.ts";
import { Studio } from "./testing/flow-calls/studio.ts";
import type { Agent } from "./testing/hosts/people.ts";
import { until } from "./testing/processes.ts";
import { toneShare } from "./testing/sip/goertzel.ts";
import { stereoOf } from "./testing/sip/wav-file.ts";

/** What agents and those who are to talk with them say, Hz. */
const tone = { agent: 500, customer: 1_100 } as const;

let studio: Studio;
beforeAll(async () => {
  studio = await Studio.open();
});
afterAll(() => studio?.close());

describe("E15", () => {
  const hz = { absent: 1_300, timeout: 1_500, full: 1_700, key: 1_900, menu: 300 };
  const ends = Object.keys(hz).slice(0, 4) as ("absent" | "timeout" | "full" | "key")[];
  let number: string;
  let agent: Agent;

  beforeAll(async () => {
    const { id } = await studio.group();
    const says = async (name: keyof typeof hz) => sounding(await studio.voice({ hz: hz[name], ms: 400 }));
    const to = Object.fromEntries(ends.map((exit) => [exit, exit]));
    const group = (nodeId: string, name: string, maxWaitSeconds: number) =>
      node(nodeId, name, "skillGroup", {
        config: {
          targetId: id,
          leaveKey: "0",
          maxWaitSeconds,
          whisper: "金卡贵宾客户来电，请尽快处理",
          data: ["grade", "lastKeys"],
        },
        to,
      });
    number = await studio.number(
      await studio.flow(
        body(
          [
            node("start", "开始", "start", { to: { next: "grade" } }),
            node("grade", "等级", "variable", {
              config: { assign: [{ vName: "grade", value: "金卡" }] },
              to: { next: "menu" },
            }),
            node("menu", "菜单", "keyNav", {
              says: [await says("menu")],
              config: { keys: ["1", "2"], firstSeconds: 30 },
              to: { "key-1": "short", "key-2": "long" },
            }),
            group("short", "转客服", 2),
            group("long", "转客服久等", 600),
            ...(await Promise.all(
              ends.map(async (exit) => node(exit, exit, "play", { says: [await says(exit)], to: { next: "end" } })),
            )),
            node("end", "挂机", "hangup"),
          ],
          { collectVariable: variables("grade") },
        ),
      ),
    );
  });

  const tones = Object.values(hz);
  async function into(key: string): Promise<FlowCaller> {
    const caller = await studio.caller(number, tone.customer);
    await caller.hearing.tone(hz.menu, 0);
    await caller.press(key);
    return caller;
  }
  /** The node that he came to behind the group's, and its wording at his ear. */
  async function cameTo(caller: FlowCaller, exit: (typeof ends)[number]): Promise<void> {
    await caller.hungUp();
    const { callId } = await studio.record(caller);
    const { steps } = await studio.track(callId);
    const left = steps.find(({ actionType, nodeName }) => actionType === 115 && nodeName.startsWith("转客服"));
    expect(left).toMatchObject({ nextNodeId: exit });
    expect(caller.hearing.order(tones).at(-1)).toBe(hz[exit]);
  }
  const queued = (caller: FlowCaller) => studio.trackHas(caller, ({ actionType }) => actionType === 4);

  test("E15 nobody is there, the wait is over, a key leads out, the queue is full: each by its exit", async () => {
    await cameTo(await into("1"), "absent");
    // Signed in and not ready.
    agent = await studio.people.agent(studio.url, {
      account: "1001",
      roleType: 2,
      password: demoPassword,
      toneHz: tone.agent,
    });
    const [late, leaving] = await Promise.all([into("1"), into("2")]);
    await queued(leaving);
    await leaving.press("0");
    await Promise.all([cameTo(late, "timeout"), cameTo(leaving, "key")]);
    await studio.changeGroup({ queueLimit: 1 });
    const waiting = await into("2");
    await queued(waiting);
    await cameTo(await into("2"), "full");
    waiting.call.bye();
    await studio.changeGroup({ queueLimit: 50 });
  });

  test("E15 an agent answers: the whisper is heard on his leg alone, and what the flow knows comes up with the call", async () => {
    const popups: { readonly phase: string; readonly callData: Record<string, string> }[] = [];
    agent.link.onEvent(
      (event, { json }) => event === "call" && popups.push(JSON.parse(json ?? "{}") as (typeof popups)[0]),
    );
    const caller = await into("2");
    await queued(caller);
    const answering = agent.phone.incoming(60_000);
    expect((await agent.link.command("setState", { state: "1" }))["code"]).toBe("1");
    const leg = await answering;
    const heard = new Hearing(leg.peer);
    const from = caller.hearing.now;
    await leg.answer();
    const hears = await caller.hearing.tone(tone.agent, from, 10);
    // Speech, for a second at the least. That it comes before the customer's first word is flows.test.ts's: a busy machine is late with it.
    const whispered = () => heard.packets.filter((packet) => isLoud(packet) && !isTone(packet, tone.customer)).length;
    await until("the whisper", () => whispered() * packetMs > 1_000);
    await heard.tone(tone.customer);
    // All that the customer hears from then on is the agent; what was between is the music that ended.
    const during = caller.hearing.packets.slice(hears + 10).filter((packet) => isLoud(packet));
    const agentAlone = during.filter((packet) => isTone(packet, tone.agent));
    expect(during.length * packetMs).toBeGreaterThan(1_000);
    expect(agentAlone.length / during.length).toBeGreaterThan(0.95);
    expect(popups[0]).toMatchObject({ callData: { grade: "金卡", lastKeys: "2" } });
    caller.call.bye();
    await leg.ended;
    expect(await studio.record(caller)).toMatchObject({ cause: "completed", agentId: "1001" });
  });
});

describe("E16", () => {
  const hz = { ask: 600, left: 1_500, short: 1_900, beep: 1_000 };
  const own = 440;
  let number: string;
  beforeAll(async () => {
    const { id } = await studio.group();
    const [ask, left, short] = await Promise.all(
      [hz.ask, hz.left, hz.short].map((each) => studio.voice({ hz: each, ms: 400 })),
    );
    const flow = await studio.flow(
      body([
        node("start", "开始", "start", { config: { recording: false }, to: { next: "mail" } }),
        node("mail", "留言", "voiceMessage", {
          says: [sounding(ask!)],
          config: { toId: id, minSeconds: 2, silenceSeconds: 2, endKey: "#" },
          to: { left: "left", tooShort: "short" },
        }),
        node("left", "已留言", "play", { says: [sounding(left!)], to: { next: "end" } }),
        node("short", "太短了", "play", { says: [sounding(short!)], to: { next: "end" } }),
        node("end", "挂机", "hangup"),
      ]),
    );
    number = await studio.number(flow);
  });

  /** Says a tone of so long after the beep; with a key behind it, or without. */
  async function leaves(ms: number, key: string) {
    const caller = await studio.caller(number);
    await caller.hearing.silence(100, 30_000, await caller.hearing.tone(hz.beep, 0, 15));
    caller.call.peer.say(
      Int16Array.from({ length: ms * 8 }, (_, n) => 8_000 * Math.sin((2 * Math.PI * own * n) / 8_000)),
    );
    await new Promise((resolve) => setTimeout(resolve, ms));
    await caller.press(key);
    await caller.hungUp();
    const { callId } = await studio.record(caller);
    const { list } = await studio.admin.post<ReplyOf<typeof voicemailApi.list>>(voicemailApi.list.path, {
      pageNo: 1,
      pageSize: 50,
    });
    const { steps } = await studio.track(callId);
    return {
      heard: caller.hearing.order(Object.values(hz)),
      next: steps.find(({ actionType, nodeId }) => actionType === 115 && nodeId === "mail")?.nextNodeId,
      message: list.find((each) => each.callId === callId),
      /** s, as the track has it. */
      length: Number(/时长(\d+)秒/.exec(steps.find(({ actionType }) => actionType === 73)?.content ?? "")?.[1]),
      /** s of the caller's tone on what is stored. */
      stored: async () => {
        const { left } = stereoOf(await studio.recording(callId));
        return (toneShare(left, own) * left.length) / 8_000;
      },
    };
  }

  test("E16 a tone is stored with its length, ended by key or silence, and lies with the group; a short one has its exit", async () => {
    const [byKey, bySilence, short] = await Promise.all([leaves(5_000, "#"), leaves(4_000, ""), leaves(500, "#")]);
    for (const [left, seconds] of [
      [byKey!, 5],
      [bySilence!, 4],
    ] as const) {
      expect(left.next).toBe("left");
      expect(left.heard).toEqual([hz.ask, hz.beep, hz.left]);
      expect(left.message).toMatchObject({ groupName: (await studio.group()).name, state: "open" });
      // A second more than was said is what a busy machine takes to press or to notice.
      expect(left.length).toBeGreaterThanOrEqual(seconds);
      expect(left.length).toBeLessThanOrEqual(seconds + 1);
      expect(Math.abs((await left.stored()) - seconds)).toBeLessThan(1);
    }
    expect(short!.next).toBe("short");
    expect(short!.heard).toEqual([hz.ask, hz.beep, hz.short]);
    expect(short!.message).toBeUndefined();
  });
});
