/**
 * An operator enters an enterprise and returns (console.md section 4). Inside he has a session of his own account that acts in
 * the enterprise (session.entered_comp_id); his own session waits outside and ends the one inside when it ends.
 */
import { AppError, operatorCode, type authApi, type ReplyOf } from "@liantai/api/contract";
import { compOf } from "../../http/company.ts";
import type { Caller, RequestContext } from "../../http/routes.ts";
import type { Ports } from "../../ports/index.ts";
import { createAudit } from "../audit/index.ts";
import type { Sealer } from "../system/index.ts";
import { lockEnterprise } from "./entered-repository.ts";
import { endSessions, findSession, insertSession } from "./session-repository.ts";
import type { SessionStore } from "./sessions.ts";
import { makeTokens, presentTokens, sessionEnd, storedTokens } from "./tokens.ts";

export interface Entering {
  /** Tokens of a session inside; whoever was inside is pushed out. Throws AppError. */
  enter(context: RequestContext, compId: string): Promise<ReplyOf<typeof authApi.reUser>>;
  /** Ends what was entered from the caller's session. */
  leave(caller: Caller): Promise<null>;
}

export interface EnteringDeps {
  readonly ports: Pick<Ports, "database" | "clock" | "random">;
  readonly sealer: Sealer;
  readonly sessions: SessionStore;
  readonly sessionDays: number;
}

const deviceLength = 300;

export function createEntering({ ports, sealer, sessions, sessionDays }: EnteringDeps): Entering {
  const { database, clock, random } = ports;
  const audit = createAudit(ports);
  return {
    async enter(context, named) {
      const { caller, address, device } = context;
      const compId = compOf(caller, named);
      const id = random.id();
      const tokens = makeTokens(id, random, sealer);
      const now = new Date(clock.now());
      // system: the session is an operator's, the enterprise is not.
      const { pushed, left, endsAt } = await database.system(async (trx) => {
        const enterprise = await lockEnterprise(trx, compId);
        if (!enterprise) throw new AppError("notFound", "企业不存在");
        // It is as old as the operator's own session, and no renewal makes it younger.
        const outside = await findSession(trx, caller.sessionId);
        const endsAt = sessionEnd(outside?.createdAt ?? now, sessionDays);
        const left = await endSessions(trx, { enteredFrom: caller.sessionId }, "logout", now);
        const pushed = await endSessions(trx, { enteredCompId: compId }, "pushedOut", now);
        await insertSession(trx, {
          ...storedTokens(tokens, now.getTime(), endsAt),
          id,
          compId: operatorCode,
          accountId: caller.userId,
          createdAt: now,
          endedAt: null,
          endReason: null,
          address,
          device: device.slice(0, deviceLength),
          enteredCompId: compId,
          enteredFrom: caller.sessionId,
          endsAfterCall: 0,
        });
        await audit.write(trx, context, {
          compId,
          action: "enter",
          object: "enterprise",
          id: compId,
          name: enterprise.name,
          after: { address },
        });
        return { pushed, left, endsAt };
      });
      await sessions.announce(left, "logout");
      await sessions.announce(pushed, "pushedOut");
      return presentTokens(tokens, now.getTime(), endsAt);
    },
    async leave(caller) {
      await sessions.end({ enteredFrom: caller.sessionId }, "logout");
      return null;
    },
  };
}
