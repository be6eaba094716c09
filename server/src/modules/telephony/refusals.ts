/** How customers say that they want no calls any more: by words, or by a key that the flow takes for it. Pure. */
import { own, type FlowEvent, type FlowState } from "@liantai/api/flows";

/** A flow says so by this variable; whatever key, answer or condition led there. */
export const refusedVariable = "refused";

const calls = "(?:打电话|来电话|来电|打|骚扰)";
/** 不要再打了, 别给我打电话, 以后不要骚扰我, 把我拉黑, 加入黑名单. What asks for another time is none: 现在别打, 晚点打. */
const words = new RegExp(
  `(?:不要|别|不许|禁止|停止)(?:再|老|总|一直)*(?:给我|跟我|向我)?(?:再|老|总|一直)*${calls}|拉黑|黑名单|谢绝来电|投诉你们`,
);
const later = /(?:现在|今天|这会儿|上班时间|中午|晚上|早上|这个时候)(?:先)?(?:不要|别)/;

/** The words with which he refuses; undefined: he does not. */
export function refusingWords(text: string): string | undefined {
  const plain = text.replace(/[\s，。！？、,.!?]/g, "");
  return later.test(plain) ? undefined : words.exec(plain)?.[0];
}

const yes: ReadonlySet<unknown> = new Set([true, 1, "true", "1", "是"]);

/** How he does in this step, as the log says it. */
export function refusalIn(event: FlowEvent, { vars }: Pick<FlowState, "vars">): string | undefined {
  const said = event.type === "heard" ? refusingWords(event.text) : undefined;
  if (said !== undefined) return `客户说“${said}”`;
  if (!yes.has(own(vars, refusedVariable))) return undefined;
  const key = own(vars, "lastKeys");
  return typeof key === "string" && key !== "" ? `客户按键“${key}”` : "流程判定客户谢绝来电";
}
