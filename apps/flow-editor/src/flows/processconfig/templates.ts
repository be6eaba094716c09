/** What a new flow may begin with. Targets (skill groups, time rules) are the enterprise's own: they are chosen in the editor. */
import { flowTypes, type Branch, type FlowBody, type FlowNode, type FlowType, type Talking } from "@liantai/api/flows";

export type TemplateKey = "empty" | "menu" | "hours" | "satisfaction";

export interface Template {
  readonly key: TemplateKey;
  readonly name: string;
  readonly hint: string;
  /** absent: any. */
  readonly flowTypes?: readonly FlowType[];
}

export const templates: readonly Template[] = [
  { key: "empty", name: "空白流程", hint: "只有开始和挂机两个节点" },
  { key: "menu", name: "欢迎语+按键导航", hint: "播报欢迎语，按1转人工，按2重听后挂机" },
  { key: "hours", name: "工作时间", hint: "工作时间转技能组，其他时间播报后挂机" },
  { key: "satisfaction", name: "满意度", hint: "请客户按键评分", flowTypes: [flowTypes.satisfaction] },
];

/** Those that make sense for a type. */
export const templatesOf = (flowType: unknown): readonly Template[] =>
  Number(flowType) === flowTypes.shared
    ? [{ key: "empty", name: "空白流程", hint: "只有开始和结束两个节点" }]
    : Number(flowType) === flowTypes.satisfaction
      ? templates.filter(({ key }) => key === "empty" || key === "satisfaction")
      : templates.filter(({ flowTypes: own }) => own === undefined);

const say = (talkKey: string, text: string): Talking => ({
  ...{ talkKey, playType: "tts", variable: [], text, audios: [], tts: "", skills: {} },
});
const way = (id: string, nodeName: string, nodeId: string): Branch => ({ id, nodeName, nodeId, dictionariesId: "" });

const node = (nodeId: string, nodeType: string, nodeName: string, more: Partial<FlowNode>): FlowNode => ({
  ...{ nodeId, nodeType, nodeName, nextNodeId: "", x: 0, y: 0, size: { width: 180, height: 64 } },
  ...{ branch: [], talkings: [], flowId: "", sensitive: false, remark: "", config: {} },
  ...more,
});

const start = (nextNodeId: string) => node("start", "start", "开始", { x: 80, y: 160, nextNodeId });
const bye = (text: string, more: Partial<FlowNode> = {}) =>
  node("bye", "hangup", "结束语", { x: 680, y: 320, talkings: [say("t-bye", text)], ...more });
const service = (more: Partial<FlowNode> = {}) =>
  node("service", "skillGroup", "转人工", {
    ...{ x: 680, y: 80, talkings: [say("t-service", "正在为您转接人工服务，请稍候。")] },
    branch: [way("timeout", "等待超时", "bye"), way("full", "队列已满", "bye"), way("absent", "无人在线", "bye")],
    ...more,
  });

const nodesOf: Readonly<Record<Exclude<TemplateKey, "empty">, () => readonly FlowNode[]>> = {
  menu: () => [
    start("menu"),
    node("menu", "keyNav", "按键导航", {
      ...{ x: 360, y: 160, config: { keys: ["1", "2"], repeatKey: "*" } },
      talkings: [say("t-menu", "您好，欢迎致电。人工服务请按1，结束通话请按2，重听请按星号键。")],
      branch: [
        way("key-1", "按1", "service"),
        way("key-2", "按2", "bye"),
        way("timeout", "超时", "bye"),
        way("invalid", "按错", "bye"),
      ],
    }),
    service(),
    bye("感谢您的来电，再见。"),
  ],
  hours: () => [
    start("hours"),
    node("hours", "timeRoute", "工作时间", { x: 360, y: 160, branch: [way("else", "其他时间", "bye")] }),
    service(),
    bye("您好，现在是非工作时间，请在工作时间来电，再见。"),
  ],
  satisfaction: () => [
    start("rating"),
    node("rating", "satisfaction", "满意度评价", {
      ...{ x: 360, y: 160 },
      talkings: [say("t-rating", "请对本次服务评价，非常满意请按1，满意请按2，一般请按3，不满意请按4。")],
      branch: [way("rated", "已评价", "bye"), way("notRated", "未评价", "bye")],
    }),
    bye("感谢您的评价，再见。"),
  ],
};

/** JSON text; undefined: the server's empty one. */
export function templateText(key: TemplateKey): string | undefined {
  if (key === "empty") return undefined;
  const again = (key: string, text: string) => ({ talkings: [[say(`t-${key}`, text)]], limit: 3 });
  const body: FlowBody = {
    nodes: [
      {
        subProcess: {
          ...{ subProcessId: "main", subProcessName: "主流程", classification: 1 },
          flow: { nodes: nodesOf[key](), edges: [], groups: [] },
        },
      },
    ],
    globals: {
      unknown: again("unknown", "抱歉，您的输入有误，请重新输入。"),
      timeout: again("timeout", "抱歉，没有收到您的输入。"),
    },
    ...{ qaNodes: [], collectVariable: [], variableFormConf: {}, variableForm: "" },
    removeIds: { talkIds: [], wordIds: [], nodeIds: [] },
  };
  return JSON.stringify(body);
}
