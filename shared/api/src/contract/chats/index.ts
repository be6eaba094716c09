/** Area 'chats': web chat sites, the agent's desk, and the visitor's page (screens.md, im; decision 105). */
import { defineArea } from "../area.ts";
import { crudButtons } from "../buttons.ts";
import { rowsOf } from "../tab-row.ts";
import { chatAgentApi, chatSessionApi, chatUserApi } from "./sessions.ts";
import { chatSiteApi } from "./sites.ts";
import { chatVisitorApi } from "./visitors.ts";

export * from "./chat.ts";
export * from "./sessions.ts";
export * from "./sites.ts";
export * from "./visitors.ts";

const row = rowsOf("im", "im");

export const chatsTabs = [row("/chateditor", "在线会话", "SM"), row("/accessmode", "接入方式", "A")];

export const chatsArea = /* #__PURE__ */ defineArea(() => ({
  tabs: chatsTabs,
  resources: [chatSiteApi, chatSessionApi, chatAgentApi, chatUserApi, chatVisitorApi],
  buttons: { "/accessmode": crudButtons("chatSite", ["A"]) },
  logWords: {
    objects: { chatSite: "聊天网站", chatSession: "会话", chatUser: "访客" },
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
      nickName: "访客名称",
    },
  },
}));
