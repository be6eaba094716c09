import { nodeTypeList, type NodeType } from "@liantai/api/flows";
import { ArrowRightLeft, Blocks, GitBranch, type LucideIcon, Volume2, Workflow } from "lucide-react";

export type Group = NodeType["group"];

/** Groups of the palette: their words, signs and colours, which the cards have as well. */
export const groups: Readonly<
  Record<Group, { readonly name: string; readonly icon: LucideIcon; readonly palette: string }>
> = {
  base: { name: "基础", icon: Workflow, palette: "blue" },
  voice: { name: "语音", icon: Volume2, palette: "green" },
  logic: { name: "逻辑", icon: GitBranch, palette: "orange" },
  transfer: { name: "转接", icon: ArrowRightLeft, palette: "purple" },
  service: { name: "服务", icon: Blocks, palette: "teal" },
};

export const byGroup = (Object.keys(groups) as Group[]).map(
  (group) => [group, nodeTypeList.filter((type) => type.group === group)] as const,
);
