/** The words of web chats in 操作日志, which another app shows. */
import type { LogWords } from "../area.ts";

export const chatWords: LogWords = {
  objects: { chatSite: "聊天网站", chatSession: "会话", chatUser: "访客" },
  actions: { endChat: "结束会话" },
  fields: {
    webName: "网站名称",
    "chatSite.title": "窗口标题",
    "chatSite.color": "主题色",
    "chatSite.greeting": "欢迎语",
    "chatSite.targetKind": "接待方式",
    "chatSite.targetId": "接待目标",
    "chatSite.timeRuleId": "服务时间",
    "chatSite.offWords": "非服务时间提示",
    "chatSite.idleMinutes": "无消息自动结束（分钟）",
    "chatSite.maxWaiting": "排队上限",
    "chatSite.webKey": "网站标识",
    "chatUser.nickName": "访客名称",
  },
};
