/** The sockets of this process, by themselves and by the agent that is signed in over them. */
import type { Link } from "./link.ts";

/** What stands for the work number where an administrator's session is told something. */
export const sessionNoticeId = (sessionId: string): string => `@${sessionId}`;

interface Told {
  readonly compId: string;
  readonly agentId: string | null;
  readonly sessionId?: string;
}

export const agentKey = ({ compId, agentId, sessionId = "" }: Told): string =>
  `${compId}/${agentId ?? sessionNoticeId(sessionId)}`;

export function createLinks() {
  const links = new Map<string, Link>();
  const byAgent = new Map<string, Set<Link>>();

  function index(link: Link): void {
    if (!link.who) return;
    const key = agentKey(link.who);
    byAgent.set(key, (byAgent.get(key) ?? new Set()).add(link));
  }

  function unindex(link: Link, key: string): void {
    const set = byAgent.get(key);
    set?.delete(link);
    if (set?.size === 0) byAgent.delete(key);
  }

  return { links, byAgent, index, unindex };
}

export type Links = ReturnType<typeof createLinks>;
