/** Area 'flows': flows of calls: their life, their tests, audition. */
import { defineArea } from "../area.ts";
import { rowsOf } from "../tab-row.ts";
import { auditionApi } from "./audition.ts";
import { lookUpSheetApi, lookUpTableApi, sharedPromptApi } from "./contents/index.ts";
import { flowApi } from "./flows.ts";
import { flowWords } from "./log-words.ts";
import { flowReplayApi } from "./replays.ts";
import { robotGroupApi } from "./robot-groups.ts";
import { flowSurveyApi } from "./survey.ts";
import { flowTestApi } from "./tests.ts";
import { assignedVariableApi, recordSetApi } from "./variables.ts";
import { flowResolvingApi, flowVersionApi } from "./versions.ts";

export * from "./audition.ts";
export * from "./contents/index.ts";
export { diffFlows } from "./diff.ts";
export type { FlowDiff } from "./diff-reply.ts";
export { broughtKinds, flowApi, type BroughtKind, type FlowConflict } from "./flows.ts";
export { flowLimits, flowPages } from "./parts.ts";
export * from "./replays.ts";
export * from "./robot-groups.ts";
export { flowSurveyApi } from "./survey.ts";
export { flowTestFault } from "./test-schema.ts";
export { flowTestApi, type FlowTestBody } from "./tests.ts";
export * from "./variables.ts";
export * from "./versions.ts";
export {
  lackingText,
  reachedIn,
  readZipChoices,
  readZipReferences,
  type ZipChoice,
  type ZipReference,
} from "./zip-choices.ts";

const row = rowsOf("flow-editor", "flow-editor");

/** The state of a tab of the editor is the flow that is open in it: id=…. */
export const flowsTabs = [
  row("/processconfig", "流程配置", "A"),
  row("/knownnav", "流程编辑", "A", { param: "state" }),
  row("/satisfaction/knownnav", "满意度流程", "A", { param: "state" }),
];

export const flowsArea = /* #__PURE__ */ defineArea(() => ({
  tabs: flowsTabs,
  resources: [
    flowApi,
    flowVersionApi,
    flowTestApi,
    flowReplayApi,
    flowResolvingApi,
    assignedVariableApi,
    recordSetApi,
    robotGroupApi,
    flowSurveyApi,
    auditionApi,
    lookUpTableApi,
    lookUpSheetApi,
    sharedPromptApi,
  ],
  buttons: {
    "/processconfig": [
      { code: "flow.add", name: "新增", who: ["A"] },
      { code: "flow.edit", name: "编辑", who: ["A"] },
      { code: "flow.publish", name: "发布", who: ["A"] },
      { code: "flow.delete", name: "删除", who: ["A"] },
      { code: "flow.import", name: "导入", who: ["A"] },
      { code: "flow.export", name: "导出", who: ["A"] },
    ],
  },
  logWords: flowWords,
}));
