/** The sockets of this process, by themselves and by the agent that is signed in over them. */
import type { Link } from "./link.ts";

export const agentKey = (a: { readonly compId: string; readonly agentId: string | null }) => `${a.compId}/${a.agentId}`;

export function createLinks() {
  const links = new Map<string, Link>();
  const byAgent = new Map<string, Set<Link>>();

  function index(link: Link): void {
    if (!link.who || link.who.agentId === null) return;
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
