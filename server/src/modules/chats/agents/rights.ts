/** Pages of agents whose sessions end, or who may be at chats no more (rule J21). */
import { chatCloses } from "@liantai/api/contract/im";
import type { Caller } from "../../../http/routes.ts";
import type { AuthModule, Sessions } from "../../auth/index.ts";
import type { Topics } from "../../topics.ts";
import type { Assigner } from "./assignment.ts";
import type { Beside } from "./beside.ts";
import { groupsOf, isAgents, type LocalPages, type Page } from "./pages.ts";
import { mayChat } from "./socket.ts";

export interface AgentPage {
  readonly page: Page;
  readonly compId: string;
  readonly agentId: string;
  readonly caller: Caller;
}

export interface Rights {
  ended(sessionId: string): void;
  changed(grants: Topics["grants.changed"]): void;
  /** Of these it is asked anew. */
  renew(which: (page: AgentPage) => boolean): void;
  /** Ends that this process did not hear of. */
  verify(): Promise<void>;
}

export const agentPages = (pages: Pick<LocalPages, "all">): readonly AgentPage[] =>
  pages.all().flatMap((page) => {
    const { whose } = page;
    return isAgents(whose) ? [{ page, ...whose }] : [];
  });

const end = ({ page }: AgentPage): void => page.close(chatCloses.sessionEnded, "session ended");

export function createRights({
  sessions,
  maySee,
  pages,
  agents,
  beside,
}: {
  readonly sessions: Pick<Sessions, "byId" | "endsOf">;
  readonly maySee: AuthModule["maySee"];
  readonly pages: Pick<LocalPages, "all">;
  readonly agents: Pick<Assigner, "leave">;
  readonly beside: Pick<Beside, "do">;
}): Rights {
  async function verify(): Promise<void> {
    const open = agentPages(pages);
    const ends = await sessions.endsOf([...new Set(open.map(({ caller }) => caller.sessionId))]);
    for (const one of open) if (ends.has(one.caller.sessionId)) end(one);
  }

  /** Closes pages of whom may be at chats no more, who is away then. */
  async function anew(whose: readonly AgentPage[]): Promise<void> {
    for (const [sessionId, own] of groupsOf(whose, ({ caller }) => caller.sessionId)) {
      const now = await sessions.byId(sessionId);
      if (!("refused" in now) && (await mayChat(maySee, now))) {
        for (const { page } of own) if (isAgents(page.whose)) page.whose.caller = now;
        continue;
      }
      own.forEach(end);
      for (const { compId, agentId } of own.slice(0, 1)) await agents.leave({ compId, agentId }, false);
    }
  }
  const begin = (whose: readonly AgentPage[]): void =>
    beside.do(() => anew(whose), "whether agents may still be at chats was not asked");

  function changed(grants: Topics["grants.changed"]): void {
    begin(
      agentPages(pages).filter(({ compId, caller }) => {
        if ("accountIds" in grants) return grants.accountIds.includes(caller.userId);
        if ("roleIds" in grants) return grants.roleIds.includes(caller.roleId);
        return "everyone" in grants || grants.compId === compId;
      }),
    );
  }

  return {
    changed,
    verify,
    ended(sessionId) {
      for (const one of agentPages(pages)) if (one.caller.sessionId === sessionId) end(one);
    },
    renew: (which) => begin(agentPages(pages).filter(which)),
  };
}
