/** Notices, trying of rules, and figures of dialling. */
import { probedCallId } from "./privacy.ts";
import { crudProbes, mark, type AreaProbes } from "./types.ts";

const stretch = { startTime: "2020-01-01 00:00:00", endTime: "2030-01-01 00:00:00" };
const listed = (own: string) => ({ body: { compId: own, ...stretch, pageSize: 200 } });
const band = { name: "高", minScore: 0, maxScore: 100 };

export const diallingFiguresProbes: AreaProbes = {
  probes: {
    ...crudProbes("voiceNotice", "voiceNotice", { name: "外来", text: "您好" }),
    voiceNoticeVoices: (_, own) => ({ body: { compId: own } }),
    voiceNoticePreview: (_, own) => ({ query: { compId: own, text: "您好" } }),
    carrierPromptList: (_, own) => ({ body: { compId: own, pageSize: 200 } }),
    carrierPromptAdd: (_, own) => ({ body: { compId: own, name: "外来", code: 581, carrier: "mobile" } }),
    carrierPromptUpdate: (ids) => ({
      body: { id: ids["carrierPrompt"], name: "外来", code: 581, carrier: "mobile" },
    }),
    carrierPromptDelete: (ids) => ({ body: { ids: [ids["carrierPrompt"]] } }),
    carrierPromptPlay: (ids) => ({ query: { id: ids["carrierPrompt"]! } }),
    carrierPromptSources: (_, own) => ({ body: { compId: own, source: "early" } }),
    carrierPromptSource: (_, own) => ({ query: { compId: own, source: "early", callId: mark } }),
    carrierPromptCut: (_, own) => ({
      body: {
        ...{ compId: own, name: "外来", code: 581, carrier: "mobile", source: "early", callId: mark },
        ...{ from: 0, to: 2 },
      },
    }),
    carrierPromptTry: (_, own) => ({ body: { compId: own } }),
    intentionRuleTry: (_, own) => ({ body: { compId: own, levels: [band] } }),
    callTaskCdrList: (ids, own) => ({ body: { ...listed(own).body, taskId: ids["figuresTask"] } }),
    robotTaskCdrList: (_, own) => listed(own),
    robotCdrList: (_, own) => listed(own),
    ivrCallCdrList: (_, own) => listed(own),
    ivrKeyList: (_, own) => ({ body: { ...listed(own).body, pageNo: 1 } }),
    intentionLevelFigures: (_, own) => ({ body: { compId: own, ...stretch } }),
    commonFeeList: (_, own) => ({ body: { compId: own, ...stretch } }),
    robotTaskList: (_, own) => ({ body: { compId: own, pageSize: 200 } }),
  },
  async fixtures(trx, own, { random, clock }) {
    const [voiceNotice, figuresTask, carrierPrompt] = [random.id(), random.id(), random.id()];
    const at = new Date(clock.now());
    await trx
      .insertInto("notice_template")
      .values({ compId: own, id: voiceNotice, name: mark, text: mark, replies: "[]", updatedAt: at })
      .execute();
    await trx
      .insertInto("carrier_prompt")
      .values({
        ...{ compId: own, id: carrierPrompt, name: mark, code: 581, carrier: "mobile", durationMs: 1_000, bytes: 1 },
        ...{ blobKey: "carrier-prompts/secret.wav", print: "", createdAt: at },
      })
      .execute();
    const task = { compId: own, id: figuresTask };
    await trx
      .insertInto("task")
      .values({ ...task, taskIdentity: `${mark}图`, ftype: 1 })
      .execute();
    await trx
      .insertInto("dial_task")
      .values({ ...task, settings: "{}", createdAt: at })
      .execute();
    const number = { taskId: figuresTask, phoneId: "of-it", batchId: "none", phone: "13812345678" };
    await trx
      .insertInto("dial_attempt")
      .values({ compId: own, id: random.id(), ...number, ftype: 1, attempt: 1, callId: mark, startedAt: at })
      .execute();
    await trx
      .insertInto("early_sound")
      .values({ compId: own, callId: mark, at, durationMs: 2_000, blobKey: "recordings/early/secret.wav" })
      .execute();
    await trx
      .insertInto("call_score")
      .values({ compId: own, callId: probedCallId, at, taskId: figuresTask, level: mark, score: 1, addends: "[]" })
      .execute();
    return { voiceNotice, figuresTask, carrierPrompt };
  },
};
