import { seedFlow } from "../../modules/flows/index.ts";
import { mark, type AreaProbes } from "./types.ts";

const node = (nodeId: string, nodeType: string, nextNodeId: string) => ({
  nodeId,
  nodeName: mark,
  nodeType,
  nextNodeId,
  x: 0,
  y: 0,
  size: { width: 180, height: 64 },
  branch: [],
  talkings: [],
  flowId: "",
  sensitive: false,
  remark: "",
  config: {},
});
const body = {
  nodes: [
    {
      subProcess: {
        subProcessId: "main",
        subProcessName: mark,
        classification: 1 as const,
        flow: { nodes: [node("start", "start", "end"), node("end", "hangup", "")], edges: [], groups: [] },
      },
    },
  ],
  qaNodes: [],
  globals: { unknown: { talkings: [], limit: 3 }, timeout: { talkings: [], limit: 3 } },
  collectVariable: [],
  removeIds: { talkIds: [], wordIds: [], nodeIds: [] },
  variableFormConf: {},
  variableForm: "",
};
const flow = JSON.stringify(body);
const of = (ids: Readonly<Record<string, string>>) => ({ body: { flowId: ids["voiceFlow"] } });

const tableText = JSON.stringify({ columns: ["键", "值"], rows: [["1", mark]] });
const table = (ids: Readonly<Record<string, string>>) => ({ body: { id: ids["lookUpTable"] } });

const promptText = JSON.stringify({ wordings: [{ language: "zh", text: mark, voiceId: "" }] });
const prompt = (ids: Readonly<Record<string, string>>) => ({ body: { id: ids["sharedPrompt"] } });
const contents = {
  lookUpTable: [tableText, { columns: ["键", "值"], rows: 1 }],
  sharedPrompt: [promptText, { languages: ["zh"], text: mark, voices: [] }],
} as const;

export const flowsProbes: AreaProbes = {
  probes: {
    flowList: (_, own) => ({ body: { compId: own, pageSize: 200 } }),
    flowSatisficingList: (_, own) => ({ body: { compId: own, pageSize: 200 } }),
    flowFind: (ids) => ({ params: { id: ids["voiceFlow"]! } }),
    flowCreate: (_, own) => ({ body: { compId: own, name: "外来", flowType: 1 } }),
    flowUpdate: (ids) => ({ body: { id: ids["voiceFlow"], name: "外来" } }),
    flowSave: (ids) => ({ body: { id: ids["voiceFlow"], revision: 1, flow } }),
    flowDelete: (ids) => ({ params: { id: ids["voiceFlow"]! } }),
    flowClone: (ids) => ({ body: { id: ids["voiceFlow"], name: "外来的副本" } }),
    flowTrain: (ids) => ({ params: { id: ids["voiceFlow"]! } }),
    flowExportZip: (ids) => ({ query: { id: ids["voiceFlow"]! } }),
    flowImportZip: (_, own) => ({ body: { compId: own } }),
    flowPlanZip: (_, own) => ({ body: { compId: own } }),
    flowValidate: (ids) => ({ body: { id: ids["voiceFlow"] } }),
    flowPublish: (ids) => ({ body: { id: ids["voiceFlow"], revision: 1 } }),
    flowVersions: (ids) => ({ body: { id: ids["voiceFlow"] } }),
    flowVersionFind: (ids) => ({ body: { versionId: ids["voiceFlowVersion"] } }),
    flowRollback: (ids) => ({ body: { versionId: ids["voiceFlowVersion"] } }),
    flowDiff: (ids) => ({ body: { id: ids["voiceFlow"], a: ids["voiceFlowVersion"], b: "" } }),
    flowDependents: (_, own) => ({ body: { compId: own, kind: "voice", dependencyId: "foreign" } }),
    flowShare: (ids) => ({ body: { id: ids["voiceFlow"], versions: [] } }),
    flowTestList: of,
    flowTestAdd: (ids) => ({ body: { flowId: ids["voiceFlow"], name: "外来", test: { steps: [] } } }),
    flowTestUpdate: (ids) => ({ body: { id: ids["voiceFlowTest"], name: "外来", test: { steps: [] } } }),
    flowTestDelete: (ids) => ({ body: { ids: [ids["voiceFlowTest"]] } }),
    flowTestRun: of,
    flowTestAudioAdd: of,
    flowTestAudioPlay: (ids) => ({ query: { flowId: ids["voiceFlow"]!, id: "foreign" } }),
    flowCounters: of,
    flowOutcomes: of,
    flowCalls: of,
    flowReplay: (ids) => ({ body: { flowId: ids["voiceFlow"], callId: "foreign" } }),
    flowResolvingTransfer: of,
    flowDelCacheRedis: (ids) => ({ body: { pricessIds: [ids["voiceFlow"]] } }),
    assignedVariable: of,
    recordSet: of,
    recordSetSave: (ids) => ({
      body: { flowId: ids["voiceFlow"], revision: 1, wordings: [{ talkKey: "one", audios: [] }] },
    }),
    robotGroupCreate: (ids) => ({ body: { flowId: ids["voiceFlow"], robotIds: ["foreign"] } }),
    robotGroupFindByFlowId: of,
    robotGroupOptions: of,
    robotGroupDelByFlowId: of,
    flowSurveyFind: (_, own) => ({ body: { compId: own } }),
    flowSurveySave: (ids, own) => ({ body: { compId: own, flowId: ids["voiceFlow"] } }),
    lookUpTableList: (_, own) => ({ body: { compId: own } }),
    lookUpTableFind: table,
    lookUpTableVersions: table,
    lookUpTableAdd: (_, own) => ({ body: { compId: own, name: "外来", content: tableText } }),
    lookUpTableUpdate: (ids) => ({ body: { id: ids["lookUpTable"], version: 1, name: "外来", content: tableText } }),
    lookUpTableRollback: (ids) => ({ body: { id: ids["lookUpTable"], versionId: ids["lookUpTableVersion"] } }),
    lookUpTableDelete: (ids) => ({ body: { ids: [ids["lookUpTable"]] } }),
    lookUpTableReadSheet: (_, own) => ({ body: { compId: own } }),
    lookUpTableSheet: (ids) => ({ query: { id: ids["lookUpTable"]! } }),
    lookUpTableTemplate: (_, own) => ({ query: { compId: own, columns: '["键","值"]' } }),
    sharedPromptList: (_, own) => ({ body: { compId: own } }),
    sharedPromptVoices: (_, own) => ({ body: { compId: own } }),
    sharedPromptFind: prompt,
    sharedPromptVersions: prompt,
    sharedPromptAdd: (_, own) => ({ body: { compId: own, name: "外来", content: promptText } }),
    sharedPromptUpdate: (ids) => ({ body: { id: ids["sharedPrompt"], version: 1, name: "外来", content: promptText } }),
    sharedPromptRollback: (ids) => ({ body: { id: ids["sharedPrompt"], versionId: ids["sharedPromptVersion"] } }),
    sharedPromptDelete: (ids) => ({ body: { ids: [ids["sharedPrompt"]] } }),
    auditionPlay: of,
    auditionBackEvent: (ids) => ({ body: { type: "hangup", msgId: "foreign", flowId: ids["voiceFlow"] } }),
    auditionVoice: () => ({ query: { msgId: "foreign", eventId: "foreign" } }),
  },
  async fixtures(trx, own, { random, clock }) {
    const [id, versionId, test] = [random.id(), random.id(), random.id()];
    const at = new Date(clock.now());
    await seedFlow(trx, own, { id, versionId, name: mark, body, at });
    await trx
      .insertInto("voice_flow_test")
      .values({ compId: own, id: test, flowId: id, name: mark, test: "{}", createdAt: at, updatedAt: at })
      .execute();
    const contentIds: Record<string, string> = {};
    for (const [kind, [text, summary]] of Object.entries(contents)) {
      const [contentId, contentVersion] = [random.id(), random.id()];
      const row = { compId: own, id: contentId, kind, name: mark, version: 1, createdAt: at, updatedAt: at };
      await trx
        .insertInto("flow_content")
        .values({ ...row, summary: JSON.stringify(summary) })
        .execute();
      const version = { compId: own, id: contentVersion, contentId, version: 1, content: text, createdAt: at };
      await trx.insertInto("flow_content_version").values(version).execute();
      Object.assign(contentIds, { [kind]: contentId, [`${kind}Version`]: contentVersion });
    }
    const flowIds = { voiceFlow: id, voiceFlowVersion: versionId, voiceFlowTest: test };
    return { ...flowIds, ...contentIds };
  },
};
