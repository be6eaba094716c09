/** What conversations say by themselves. */
import { chatTextMost, type ChatEnd } from "@liantai/api/contract/im";

/** off: the site's own words. */
const endWords: Readonly<Record<Exclude<ChatEnd, "off">, string>> = {
  visitor: "访客已结束会话",
  agent: "客服已结束会话，感谢您的咨询",
  flow: "会话已结束，感谢您的咨询",
  idle: "长时间没有新消息，会话已结束",
  full: "当前排队人数较多，请稍后再来咨询",
  absent: "当前没有客服人员在线，请稍后再来咨询",
  failed: "服务暂时出现异常，会话已结束，请稍后再来咨询",
};

export const wordsOfEnd = (reason: ChatEnd, offWords: string): string =>
  reason === "off" ? offWords || "您好，现在是非服务时间" : endWords[reason];

export const leftWords = "已收到您的留言，我们会尽快处理";
export const givenWords = (name: string): string => `客服${name}为您服务`;
export const takenBackWords = "客服暂时离开，正在为您重新安排客服";
export const starred = "******";

export const refusals = {
  over: "会话已结束",
  notYours: "会话已结束或已由他人接待",
  empty: "请输入消息内容",
  long: `消息内容最多${chatTextMost}个字`,
  often: "您发送得太快了，请稍后再发",
  guid: "消息标识不正确",
} as const;

/** Without control characters, which PostgreSQL partly cannot keep (NUL), and halves of characters; lines stay. */
export const kept = (text: string): string =>
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, "").toWellFormed();

/** The same of every text in it. */
export const keptJson = (value: object): string =>
  JSON.stringify(value, (_key, each: unknown) => (typeof each === "string" ? kept(each) : each));

export const cleanText = (text: string): string => kept(text).trim();

/** Of an http page its address without query and fragment; '' of any other. */
export function cleanPage(page: string): string {
  const text = cleanText(page);
  if (!URL.canParse(text)) return "";
  const { protocol, origin, pathname } = new URL(text);
  return protocol === "http:" || protocol === "https:" ? (origin + pathname).slice(0, 500) : "";
}

/** In one line. */
export const briefOf = (content: string, msgType: number): string =>
  msgType === 2 ? "[语音]" : content.replace(/\s+/g, " ").slice(0, 100);
