/** What the numbers of a seat are called. */

/** Terminal types 0, 1, 2, 4 (realtime.md section 4): the bar's soft phone serves 2 and 4. */
export const terminalTypeTexts: Readonly<Record<number, string>> = {
  0: "外线电话",
  1: "硬件话机",
  2: "网页软电话",
  4: "客户端软电话",
};
/** isAutoAnswer: 1 the bar answers while ringing, 2 the device answers at once (realtime.md section 4). */
export const autoAnswerTexts: Readonly<Record<number, string>> = {
  0: "手动接听",
  1: "工具条自动接听",
  2: "话机自动应答",
};
export const callStyleTexts: Readonly<Record<number, string>> = { 0: "按终端类型", 1: "固定外呼方式" };
/** What a seat is for chats after sign-in (console.md section 4). */
export const loginAgentStateTexts: Readonly<Record<number, string>> = { 0: "签入", 1: "签出" };
export const seatRoleTexts: Readonly<Record<number, string>> = { 2: "坐席", 3: "班长" };
/** 2: disabled while in a call, which goes on to its end. */
export const seatEnableTexts: Readonly<Record<number, string>> = { 0: "停用", 1: "启用", 2: "停用中" };
