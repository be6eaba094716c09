import { queriesOf } from "@liantai/api/client";
import { chatAgentApi, chatSessionApi, chatUserApi } from "@liantai/api/contract/im";

export const sessions = queriesOf(chatSessionApi);
export const agents = queriesOf(chatAgentApi);
export const visitors = queriesOf(chatUserApi);
