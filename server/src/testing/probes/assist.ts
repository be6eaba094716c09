import { crudProbes, mark, type AreaProbes } from "./types.ts";

export const assistProbes: AreaProbes = {
  probes: {
    assistPush: (ids) => ({ query: { callId: ids["assistCall"]! } }),
    assistStop: (ids) => ({ query: { callId: ids["assistCall"]! } }),
    assistMsg: (ids) => ({ body: { callId: ids["assistCall"] } }),
    assistWarn: (ids) => ({ body: { callId: ids["assistCall"] } }),
    assistProcess: (ids) => ({ body: { callId: ids["assistCall"] } }),
    assistSetting: (_, own) => ({ body: { compId: own } }),
    assistSaveSetting: (_, own) => ({
      body: { compId: own, enabled: 1, silenceS: 10, speed: 300, chipin: 1, words: ["外来"] },
    }),
    assistRobotCode: (_, own) => ({ body: { compId: own } }),
    assistSaveRobotCode: (_, own) => ({ body: { compId: own, flowId: "外来" } }),
    ...crudProbes("assistKnowledge", "assistKnowledge", { sentence: "外来", content: "外来" }),
  },
  async fixtures(trx, own, { random, clock }) {
    const [callId, knowledge, entryId] = [random.id(), random.id(), random.id()];
    const at = new Date(clock.now());
    const of = { compId: own, callId, agentId: "7001" };
    await trx
      .insertInto("assist_knowledge")
      .values({ compId: own, id: knowledge, sentence: mark, content: mark })
      .execute();
    await trx.insertInto("assist_word").values({ compId: own, word: mark, place: 0 }).execute();
    await trx
      .insertInto("assist_setting")
      .values({ compId: own, enabled: 0, silenceS: 10, speed: 300, chipin: 1, flowId: mark })
      .execute();
    await trx
      .insertInto("assist_entry")
      .values({
        ...of,
        id: entryId,
        side: "customer",
        text: mark,
        confidence: 1,
        startedAt: at,
        endedAt: at,
        muteMs: 0,
        badWords: "[]",
        chipin: 0,
      })
      .execute();
    await trx
      .insertInto("assist_warning")
      .values({ ...of, id: random.id(), entryId, kind: "badWord", at, text: mark })
      .execute();
    await trx
      .insertInto("assist_process")
      .values({
        ...of,
        process: JSON.stringify({
          flowId: mark,
          flowData: { name: mark, steps: [] },
          nodeData: { nodeId: mark, content: mark },
        }),
      })
      .execute();
    return { assistCall: callId, assistKnowledge: knowledge };
  },
};
