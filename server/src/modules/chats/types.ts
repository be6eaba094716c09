/** What the parts of this module are to one another. */
import type { ChatEnd, ChatMessage, ChatServerFrame, ChatStage } from "@liantai/api/contract/im";
import type { Selectable } from "kysely";
import type { RequestContext } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import type { ChatSessionTable } from "../../ports/schema/chats.ts";

export type ChatSessionRow = Selectable<ChatSessionTable>;

/** Somebody's pages, in whichever process they are connected; not `but`, which knows it already. */
export type Told = { readonly frame: ChatServerFrame; readonly but?: string } & (
  { readonly visitorId: string } | { readonly agentId: string }
);

/** A refusal in words for who sent it (12 with code 0). */
export interface Refused {
  readonly refused: string;
}

export interface Saying {
  readonly by: { readonly visitorId: string } | { readonly agentId: string };
  readonly guid: string;
  readonly content: string;
  /** A key of the question was pressed; its name is shown. */
  readonly key?: boolean;
}

export interface ToldSaid {
  readonly message: ChatMessage;
  /** A page of the other side is open. */
  readonly heard: boolean;
}

/** Whose pages are open, in whichever process they are connected. */
export interface Pages {
  visitorHere(compId: string, visitorId: string): Promise<boolean>;
  agentHere(compId: string, agentId: string): Promise<boolean>;
}

/** Where nobody knows of pages. */
export const noPages: Pages = { visitorHere: async () => false, agentHere: async () => false };

/** Every change of a conversation: in one transaction that has its row locked, what it says told afterwards. */
export interface Conversations {
  /** Of a message that came before with this guid, that message. */
  said(compId: string, sessionId: string, saying: Saying): Promise<ToldSaid | Refused>;
  /** Up to which message the other's words were read. Never goes back. */
  read(compId: string, sessionId: string, by: Saying["by"], seq: number): Promise<void>;
  /** false: it is over, or not his. */
  close(compId: string, sessionId: string, by: Saying["by"]): Promise<boolean>;
  /** By an administrator, whoever has it; logged. false: it is over, or none of the enterprise. */
  end(sessionId: string, context: RequestContext): Promise<boolean>;
  /**
   * Within the transaction of the assignment, which has the enterprise's chats locked: the agent has it from now on. The flow is left; both
   * are told. here: a page of its visitor was open just before, as the agent is shown it; nobody else is asked while the lock is held.
   */
  give(trx: Trx, session: ChatSessionRow, agent: ChatAgent, here?: boolean): Promise<readonly Told[]>;
  /** The same: its agent is gone; it waits again, as long as it has since it began to wait. */
  takeBack(trx: Trx, session: ChatSessionRow): Promise<readonly Told[]>;
  stageOf(session: ChatSessionRow, position: number | undefined, agentName: string): ChatStage;
}

export interface ChatAgent {
  readonly agentId: string;
  readonly name: string;
}

/** Who takes conversations. Decisions are made one at a time in an enterprise. */
export interface Assignment {
  /** Gives what waits to who is free, until nobody or nothing is left. Never rejects: it is asked again by whatever changes next. */
  assign(compId: string): Promise<void>;
  /**
   * Whether it makes sense to wait: 'absent', nobody of the group (or not that seat) is at chats; 'full', as many wait as may; 'busy', that
   * seat has as many as it may have. undefined: yes. Asked with the conversation's row locked: it reads, and locks nothing.
   */
  refusal(trx: Trx, compId: string, wait: Wait): Promise<Extract<ChatEnd, "absent" | "full"> | "busy" | undefined>;
  /** From 1; of a conversation that waits. */
  position(trx: Trx, session: ChatSessionRow): Promise<number>;
}

export interface Wait {
  /** '': for one seat. */
  readonly skillGroupId: string;
  readonly agentId: string;
  readonly maxWaiting: number;
}

/** Single-use tickets of visitors' pages for the chat socket, 30 s. */
export interface VisitorTickets {
  issue(compId: string, visitorId: string, sessionId: string): Promise<string>;
  /** undefined: it is spent, late, or none. Spends it. */
  redeem(ticket: string): Promise<VisitorOf | undefined>;
}

/** Whose page it is, and of which conversation: it hears of no other. */
export interface VisitorOf {
  readonly compId: string;
  readonly visitorId: string;
  readonly sessionId: string;
}
