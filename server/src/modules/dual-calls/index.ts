/** 双呼: two numbers are called and talk, once for every key (realtime.md section 7, dualcall). The only face of this module. */
import { createHash } from "node:crypto";
import { AppError, hourMs, ctiErrors, readCallData, type BodyOf } from "@liantai/api/contract";
import { dualCallApi, dualKeyHours } from "@liantai/api/contract/admin";
import { compOf } from "../../http/company.ts";
import type { Module } from "../../http/module.ts";
import { route, type RequestContext } from "../../http/routes.ts";
import type { AdministrationDeps } from "../deps.ts";
import { publish } from "../topics.ts";
import { findQuestion, forgetQuestions, keepQuestion } from "./repository.ts";

type Deps = Pick<AdministrationDeps, "ports" | "audit" | "engine">;
type Asked = BodyOf<typeof dualCallApi.dial>;

const digestOf = ({ compId: _, idempotencyKey: __, ...asked }: Asked): string =>
  createHash("sha256")
    .update(JSON.stringify(Object.entries(asked).sort()))
    .digest("hex");

const lineOf = (compId: string, id: string) => ({ compId, object: "dualCall", action: "call", id });

/** The call's id is fixed with the key, before anything is dialled: whoever asks again asks about the same call. */
async function callOf({ ports, audit }: Deps, compId: string, asked: Asked, context: RequestContext) {
  const { database, clock, random } = ports;
  const key = asked.idempotencyKey;
  const row = { compId, key, callId: random.id(), digest: digestOf(asked), askedAt: new Date(clock.now()) };
  return database.tenant(compId, async (trx) => {
    await forgetQuestions(trx, compId, new Date(clock.now() - dualKeyHours * hourMs));
    if (await keepQuestion(trx, row)) {
      await audit.write(trx, context, lineOf(compId, row.callId));
      return { callId: row.callId, recorded: false };
    }
    const before = await findQuestion(trx, compId, key);
    if (!before || before.digest !== row.digest)
      throw new AppError("refused", "该幂等键已用于另一次双呼，请更换后重试");
    // The first time it was refused, or nobody knows: this is another try.
    if (!before.recorded) await audit.write(trx, context, lineOf(compId, before.callId));
    return before;
  });
}

async function dial(deps: Deps, asked: Asked, context: RequestContext): Promise<{ callId: string }> {
  const { caller } = context;
  const compId = compOf(caller, asked.compId);
  const { callId, recorded } = await callOf(deps, compId, asked, context);
  if (recorded) return { callId };
  const { agentId = "", callerDisplay = "", calleeDisplay = "" } = asked;
  const callData = readCallData(asked.callData || "{}");
  const { code, msg } = await deps.engine.dualCall({
    compId,
    callId,
    caller: asked.caller ?? "",
    callee: asked.callee,
    callerDisplay,
    calleeDisplay,
    agentId,
    ...(callData && Object.keys(callData).length > 0 ? { callData } : {}),
  });
  if (code !== 1) {
    const why = msg ?? ctiErrors[code] ?? "";
    const line = { ...lineOf(compId, callId), action: "refused", name: why };
    await deps.ports.database.tenant(compId, (trx) => deps.audit.write(trx, context, line));
    throw new AppError("refused", why);
  }
  await publish(deps.ports.broker, "message.send", {
    to: { accountId: caller.userId },
    message: { type: "callBackCallId", callId },
  });
  return { callId };
}

export const createDualCallsModule = (deps: Deps): Module => ({
  name: "dual-calls",
  routes: [route(dualCallApi.dial, ({ body }, context) => dial(deps, body, context))],
});
