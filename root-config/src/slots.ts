/** Each slot's bundle, its element in root-config/page/index.html and the name that people know it by. */
import { contentApps, type Slot } from "./routes.ts";

export interface SlotInfo {
  readonly slot: Slot;
  readonly specifier: string;
  readonly elementId: string;
  readonly title: string;
  /** Whether a newer version may replace it in a living page. The shell and the bar never are. */
  readonly swappable: boolean;
}

const titles: Record<Slot, string> = {
  signin: "登录页",
  customer: "通话页",
  "shell-nav": "导航",
  workstation: "坐席工具条",
  admin: "管理",
  workorder: "工单",
  "flow-editor": "流程",
  knowledge: "知识库",
  im: "在线客服",
};

export const slots: readonly SlotInfo[] = (Object.keys(titles) as Slot[]).map((slot) => ({
  slot,
  specifier: `@liantai/${slot}`,
  elementId: `app-${slot}`,
  title: titles[slot],
  swappable: slot !== "shell-nav" && slot !== "workstation",
}));

export function isContent(slot: Slot): boolean {
  return (contentApps as readonly Slot[]).includes(slot);
}
