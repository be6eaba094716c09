/** Area 'chats': web chat sites, the agent's desk, and the visitor's page (screens.md, im; decision 105). */
import { defineArea } from "../area.ts";
import { crudButtons } from "../buttons.ts";
import { rowsOf } from "../tab-row.ts";
import { chatWords } from "./log-words.ts";
import { chatAgentApi, chatSessionApi, chatUserApi } from "./sessions.ts";
import { chatSiteApi } from "./sites.ts";
import { chatVisitorApi } from "./visitors.ts";

export * from "./chat.ts";
export * from "./sessions.ts";
export * from "./sites.ts";
export * from "./visitors.ts";

const row = rowsOf("im", "im");

export const chatsTabs = [
  row("/chateditor", "在线会话", "SM", { param: "state" }),
  row("/accessmode", "接入方式", "A"),
];

export const chatsArea = /* #__PURE__ */ defineArea(() => ({
  tabs: chatsTabs,
  resources: [chatSiteApi, chatSessionApi, chatAgentApi, chatUserApi, chatVisitorApi],
  buttons: { "/accessmode": crudButtons("chatSite", ["A"]) },
  logWords: chatWords,
}));
