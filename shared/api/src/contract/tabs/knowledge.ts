import { row, type TabRow } from "./row.ts";

/** screens.md, "knowledge". */
export const knowledgeTabs: readonly TabRow[] = [
  row("knowledge", "knowledge", "/knowledgesearch", "知识搜索", "ASM"),
  row("knowledge", "knowledge", "/knowledgesearchresult", "搜索结果", "ASM"),
  row("knowledge", "knowledge", "/knowledgebrowse", "知识浏览", "ASM"),
  row("knowledge", "knowledge", "/knowledgemanagement", "知识管理", "A"),
  row("knowledge", "knowledge", "/knowledgetemplate", "知识模板", "A"),
  row("knowledge", "knowledge", "/allocationTemplate", "模板分配", "A"),
  row("knowledge", "knowledge", "/knowledgelog", "知识日志", "A"),
  row("knowledge", "knowledge", "/knowledgesearchstatistics", "知识搜索统计", "A"),
  row("knowledge", "knowledge", "/knowledgefeedback", "知识反馈处理", "A"),
  row("knowledge", "knowledge", "/roletypeknowledge", "知识窗口", "SM"),
];
