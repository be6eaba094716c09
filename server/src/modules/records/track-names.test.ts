/** A call through several groups, as its track names them and whoever could have had it. */
import { cdrApi } from "@liantai/api/contract";
import type { CallFact, Entry } from "../event-log/index.ts";
import { caller, eventLog, openCalls, own, ports, request } from "./testing/calls.ts";

openCalls();

const agent = (agentId: string, idleMs: number) => ({ agentId, idleMs, calls: 2, level: 1, turn: 0 });
const decided = { type: "decision", agentId: "1001", skillGroupId: "g" } as const;
const facts: readonly (readonly [CallFact, string?])[] = [
  [{ type: "created", direction: "inbound", caller: "13800138000", callee: "4001", accessNumber: "4001" }],
  [{ type: "queued", skillGroupId: "g", position: 0 }],
  [
    {
      ...decided,
      among: "agents",
      strategy: "longest-idle",
      agents: [agent("1001", 61_000), agent("1003", 5_000), agent("1999", 4_000)],
      idle: 3,
      beyond: 1,
      notReady: 3,
      excluded: [
        { agentId: "1002", why: "level", level: 3 },
        { agentId: "1004", why: "state", code: 8, reason: "answered" },
        { agentId: "1005", why: "state", code: 2, reason: "byAgent", customStatusName: "培训" },
      ],
    },
  ],
  [{ type: "offered", agentId: "1001", ringMs: 20_000, idleMs: 61_000, skillGroupId: "g" }, "longestIdle"],
  [{ type: "offerEnded", agentId: "1001" }, "noAnswer"],
  [{ type: "overflowed", kind: "skillGroup", id: "h", name: "售后" }, "queueTimeout"],
  [{ type: "queued", skillGroupId: "h", position: 0 }],
  [
    {
      ...decided,
      agentId: "1002",
      skillGroupId: "h",
      among: "callers",
      callers: [{ callId: "several", skillGroupId: "h", scoreMs: 60_000 }],
      waiting: 1,
      others: 2,
      excluded: [
        { agentId: "1001", why: "state", code: 2, reason: "noAnswer" },
        { agentId: "1003", why: "noTelephone" },
      ],
    },
  ],
  [{ type: "offered", agentId: "1002", ringMs: 20_000, idleMs: 0, skillGroupId: "h" }, "nextFree"],
  [{ type: "answered", agentId: "1002" }],
  [{ type: "ended" }, "completed"],
];

test("every group and every agent has its name, those who were only to choose from as well; who is gone has his number", async () => {
  for (const [i, [fact, reason]] of facts.entries())
    void eventLog.append({
      stream: "contact",
      kind: "call",
      compId: own,
      id: "several",
      at: ports.clock.now() + i * 1_000,
      actor: "engine",
      ...(reason ? { reason } : {}),
      fact,
    } as Entry);
  await eventLog.flush();
  const reply = await request(caller({}), "POST", cdrApi.callTrack.path, { callId: "several" });
  const { data } = reply.json() as { data: { action: string; info: string; route: string }[] };
  expect(data.map((t) => [t.action, (JSON.parse(t.info) as { content?: string }).content ?? "", t.route])).toEqual([
    ["客户来电", "主叫13800138000，被叫4001", ""],
    ["进入排队", "客服_一组，排在第一位", "技能组「客服_一组」"],
    [
      "为何分配给该坐席",
      "空闲坐席3人，按“空闲最久优先”选择：1001（坐席1001，空闲1分1秒，今日接听2，级别1）、" +
        "1003（坐席1003，空闲5秒，今日接听2，级别1）、1999（空闲4秒，今日接听2，级别1）；未参与：扩展步骤之外1人，已签入但不空闲3人：" +
        "1002（坐席1002，级别3，扩展步骤未到）、1004（通话中，接听）、1005（坐席1005，培训）等4人",
      "",
    ],
    ["分配坐席", "坐席1001（坐席1001），客服_一组，已空闲1分1秒，振铃时限20秒，原因：空闲最久的坐席优先", "坐席1001"],
    ["未接通坐席", "坐席1001（坐席1001），原因：振铃超时未接", ""],
    ["溢出转移", "转技能组「售后」，原因：排队超时", "技能组「售后」"],
    ["进入排队", "售后，排在第一位", "技能组「售后」"],
    [
      "为何分配给该坐席",
      "坐席空闲时售后有1位客户排队，本通得分1分，没有其他客户可选（得分=已等待+优先级）" +
        "；其他已签入坐席2人未参与：1001（坐席1001，忙碌，振铃超时未接）、1003（坐席1003，空闲，话机未注册）",
      "",
    ],
    ["分配坐席", "坐席1002（坐席1002），售后，已空闲0秒，振铃时限20秒，原因：客户在排队，坐席转为空闲", "坐席1002"],
    ["接听", "坐席1002（坐席1002）", ""],
    ["通话结束", "正常结束", ""],
  ]);
});
