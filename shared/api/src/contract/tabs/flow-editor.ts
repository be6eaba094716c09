import { row, type TabRow } from "./row.ts";

/** screens.md, "flow-editor". */
export const flowEditorTabs: readonly TabRow[] = [
  row("flow-editor", "flow-editor", "/processconfig", "流程配置", "A"),
  row("flow-editor", "flow-editor", "/knownnav", "流程编辑", "A"),
  row("flow-editor", "flow-editor", "/satisfaction/knownnav", "满意度流程", "A"),
  row("flow-editor", "flow-editor", "/robotmanage", "机器人管理", "O"),
  row("flow-editor", "flow-editor", "/robotList", "机器人列表", "A"),
  row("flow-editor", "flow-editor", "/robotmonitor", "机器人监控", "A"),
  row("flow-editor", "flow-editor", "/robotlearning", "机器人学习", "A"),
  row("flow-editor", "flow-editor", "/enginemanage", "引擎管理", "O"),
  row("flow-editor", "flow-editor", "/allocationEngine", "引擎分配", "O"),
  row("flow-editor", "flow-editor", "/regular", "正则管理", "A"),
  row("flow-editor", "flow-editor", "/knowledgebaseclassify", "知识库分类", "A"),
];
