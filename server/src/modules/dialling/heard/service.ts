/**
 * 误判: an agent, or who listened to the recording, says who answered. A person who was taken for a machine, and whom nobody had, was
 * abandoned (inventory dialling.md C6).
 */
import { AppError, type BodyOf } from "@liantai/api/contract";
import type { Heard, previewTaskApi, taskPhoneApi } from "@liantai/api/contract/admin";
import { compOf } from "../../../http/company.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { AdministrationDeps } from "../../deps.ts";
import { publish } from "../../topics.ts";
import { appendLedger } from "../ledger/repository.ts";
import { taskFor, taskIn, type PhonesDeps } from "../phones/access.ts";
import { numberOfCall } from "../preview/list-repository.ts";
import { countProgress } from "../progress-repository.ts";
import { lockAttempt, lockCall, setHeard, type HeardAttempt } from "./repository.ts";

type Deps = Pick<AdministrationDeps, "ports" | "audit">;

const missing = () => new AppError("notFound", "呼叫不存在");

/** Everybody else the engine leads on as a person (D10). */
const takenForMachine = (answerer: HeardAttempt["answerer"]): boolean => answerer === "machine" || answerer === "fax";

/** Of an agent who talks it is said before its end. */
async function note(
  { ports, audit }: Deps,
  trx: Trx,
  context: RequestContext,
  compId: string,
  attempt: HeardAttempt,
  heard: "" | Heard,
): Promise<string> {
  const { id, taskId, phoneId, answerer, connectedAt, endedAt } = attempt;
  const { settings, taskIdentity } = await taskIn(trx, compId, taskId);
  if (settings.amd !== 1) throw new AppError("refused", "任务没有启用应答检测");
  if (endedAt !== null && answerer === "") throw new AppError("refused", "该呼叫没有被接听");
  if (attempt.heard === heard) return taskId;
  const nobody = endedAt !== null && connectedAt === null && takenForMachine(answerer);
  const abandoned = nobody ? Number(heard === "person") : attempt.abandoned;
  await setHeard(trx, compId, attempt, { heard, heardBy: heard === "" ? "" : context.caller.nickName, abandoned });
  await countProgress(trx, compId, taskId, { abandoned: abandoned - attempt.abandoned });
  await appendLedger(trx, compId, new Date(ports.clock.now()), [
    { kind: "heard", taskId, phoneId, attemptId: id, body: { answerer, heard, abandoned: abandoned === 1 } },
  ]);
  await audit.write(trx, context, {
    ...{ compId, object: "taskPhone", action: "heard", id: taskId, name: taskIdentity },
    before: { heard: attempt.heard },
    after: { heard },
  });
  return taskId;
}

/** Pacing counts who was abandoned. */
const told = ({ ports }: Deps, compId: string, taskId: string) =>
  publish(ports.broker, "task.changed", { compId, taskId });

export async function heardOfAttempt(
  deps: PhonesDeps,
  { compId: named, taskId, id, heard }: BodyOf<typeof taskPhoneApi.heard>,
  context: RequestContext,
): Promise<null> {
  const compId = compOf(context.caller, named);
  await taskFor(deps, context.caller, compId, taskId, "keep");
  await deps.ports.database.tenant(compId, async (trx) => {
    const attempt = await lockAttempt(trx, compId, taskId, id);
    if (!attempt) throw missing();
    await note(deps, trx, context, compId, attempt, heard);
  });
  await told(deps, compId, taskId);
  return null;
}

/** A call that the caller's seat has, or had. */
export async function heardOfCall(
  deps: Deps,
  { compId: named, callId, heard }: BodyOf<typeof previewTaskApi.heard>,
  context: RequestContext,
): Promise<null> {
  const compId = compOf(context.caller, named);
  const { agentId } = context.caller;
  const taskId = await deps.ports.database.tenant(compId, async (trx) => {
    if (agentId === null || !(await numberOfCall(trx, compId, callId, agentId))) throw missing();
    const attempt = await lockCall(trx, compId, callId);
    if (!attempt) throw missing();
    return note(deps, trx, context, compId, attempt, heard);
  });
  await told(deps, compId, taskId);
  return null;
}
