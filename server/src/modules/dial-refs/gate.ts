/** References of the CTI link: who asks is looked at anew for each, and each stands in the operation log. */
import { isSeat, maskPhone } from "@liantai/api/contract";
import type { Caller } from "../../http/routes.ts";
import type { Ports } from "../../ports/index.ts";
import type { Audit } from "../audit/index.ts";
import type { DialGate } from "../telephony/index.ts";
import type { DialRefs } from "./refs.ts";

export interface DialGateDeps {
  readonly ports: Pick<Ports, "database">;
  readonly audit: Audit;
  readonly refs: DialRefs;
  /** The caller of a live session, as he is now. */
  caller(sessionId: string): Promise<Caller | undefined>;
}

const barHeaders = { module: encodeURIComponent("话务工具条") };

/** Blacklists and limits are asked by the call itself, as for a number that is typed. */
export function createDialGate({ ports, audit, refs, caller: callerOf }: DialGateDeps): DialGate {
  return {
    async numberOf(sessionId, ref) {
      const caller = await callerOf(sessionId);
      if (!caller) return { code: -402 };
      const { compId, agentId } = caller;
      if (!isSeat(caller) || agentId === null) return { code: -403, msg: "您没有坐席，不能执行此操作" };
      const found = refs.open({ compId, agentId }, ref);
      if (!found) return { code: -403, msg: "号码引用无效或已过期，请刷新列表后再呼叫" };
      const { number, object, id, name } = found;
      await ports.database.tenant(compId, (trx) =>
        audit.write(
          trx,
          { caller, address: "", headers: barHeaders },
          { compId, object, action: "dialReference", id, name: `${name} ${maskPhone(number)}`.trim() },
        ),
      );
      return { number };
    },
  };
}
