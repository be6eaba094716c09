/**
 * Sockets of this process at an engine that does not know them: another one has taken over, or it took this process for dead. The pages
 * keep their sockets and are told the whole truth; no ticket is asked for.
 */
import type { Logger } from "../../../ports/logger.ts";
import type { AskEngine } from "../engine-replies.ts";
import type { AttachReply, AttachRequest } from "../topics.ts";
import { closeCodes, type Link } from "./link.ts";

export interface ReattachingDeps {
  readonly links: ReadonlyMap<string, Link>;
  readonly logger: Logger;
  readonly ask: AskEngine;
}

export interface Reattaching {
  /** All at once, a request an enterprise; only: of this one. */
  all(only?: string): Promise<void>;
  /** False: the engine does not take it, and it is closed. */
  one(link: Link): Promise<boolean>;
}

export function createReattaching({ links, logger, ask }: ReattachingDeps): Reattaching {
  const underWay = new Map<Link, Promise<boolean>>();

  function answered(link: Link, reply: AttachReply | undefined): boolean {
    if (reply?.code !== 1) link.close(closeCodes.restart, "unknown to the engine");
    else link.snapshot(reply.v, reply.events);
    return reply?.code === 1;
  }

  /** Of one enterprise. */
  function attach(list: readonly (Link & { readonly attached: AttachRequest })[]): Promise<unknown> {
    for (const link of list) link.expectSnapshot();
    const replies = ask({ verb: "reattach", links: list.map(({ attached }) => attached) }).catch((error: unknown) => {
      logger.warn(
        { error, links: list.length },
        "bars could not be attached again: their pages come back by themselves",
      );
      return [];
    });
    for (const [at, link] of list.entries()) {
      const done = replies.then((all) => answered(link, all[at]));
      underWay.set(link, done);
      void done.finally(() => underWay.delete(link));
    }
    return replies;
  }

  /** An administrator, who may be in a call. */
  async function hear(link: Link, compId: string, sessionId: string): Promise<void> {
    link.expectSnapshot();
    const heard = await ask({ verb: "hearing", compId, sessionId }).catch(() => undefined);
    answered(link, heard && { ...heard, code: 1 });
  }

  const isAttached = (link: Link): link is Link & { readonly attached: AttachRequest } => link.attached !== undefined;

  return {
    async all(only) {
      const enterprises = new Map<string, (Link & { readonly attached: AttachRequest })[]>();
      const work: Promise<unknown>[] = [];
      for (const link of links.values()) {
        if (only !== undefined && link.who?.compId !== only) continue;
        if (isAttached(link))
          enterprises.set(link.attached.compId, [...(enterprises.get(link.attached.compId) ?? []), link]);
        else if (link.who?.agentId === null) work.push(hear(link, link.who.compId, link.who.sessionId));
      }
      await Promise.all([...work, ...Array.from(enterprises.values(), attach)]);
    },
    async one(link) {
      if (!isAttached(link)) return false;
      if (!underWay.has(link)) void attach([link]);
      return underWay.get(link) ?? false;
    },
  };
}
