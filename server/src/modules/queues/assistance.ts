/**
 * 举手求助: asked in a talk, told to the monitors of the seat, over with the talk. How long the agent waited for the first answer stands in
 * the operation log.
 */
import { AppError, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { assistanceWays, type assistanceApi } from "@liantai/api/contract/admin";
import { compOf } from "../../http/company.ts";
import type { Caller, RequestContext } from "../../http/routes.ts";
import type { AdministrationDeps } from "../deps.ts";
import { monitorsSeeing } from "../seats/index.ts";
import { serviceOf } from "../service.ts";
import { publish, subscribe } from "../topics.ts";
import {
  answerAssistance,
  endAssistance,
  everyOpen,
  insertAssistance,
  openAssistance,
  ownAssistance,
  type AssistanceRow,
} from "./assistance-repository.ts";
import { within } from "./group-monitor.ts";

type Api = typeof assistanceApi;

/** Calls of the seats that ask for help, as this process knows them. */
type Open = Map<string, { readonly compId: string; readonly agentId: string; readonly callId: string }>;
interface Deps extends AdministrationDeps {
  readonly open: Open;
}

const key = (compId: string, agentId: string) => `${compId}/${agentId}`;

const seatOf = ({ agentId }: Caller): string => {
  if (agentId === null) throw new AppError("forbidden");
  return agentId;
};

/** Every process keeps in mind who asks; the monitors are told. */
async function tell(
  { ports }: Deps,
  compId: string,
  agentId: string,
  about: { readonly state: "asked" | "answered" | "over"; readonly callId: string; readonly text: string },
): Promise<void> {
  const { database, broker } = ports;
  await publish(broker, "assistance.changed", { compId, agentId, callId: about.state === "over" ? "" : about.callId });
  const monitors = await database.tenant(compId, (trx) => monitorsSeeing(trx, compId, agentId));
  const { state, text } = about;
  for (const seat of monitors)
    if (seat !== agentId)
      await publish(broker, "message.send", {
        to: { compId, agentId: seat },
        message: { type: "assistanceChanged", agentId, state, text },
      });
}

async function ask(deps: Deps, { callId, text }: BodyOf<Api["ask"]>, { caller }: RequestContext): Promise<null> {
  const { compId } = caller;
  const agentId = seatOf(caller);
  const { database, clock, random } = deps.ports;
  if (!(await deps.engine.inCall(compId, agentId))) throw new AppError("refused", "通话中才能求助");
  const row = { compId, id: random.id(), agentId, callId, text, askedAt: new Date(clock.now()) };
  const made = await database.tenant(compId, (trx) => insertAssistance(trx, row));
  if (!made) throw new AppError("refused", "您已经求助，请等待班长应答");
  await tell(deps, compId, agentId, { state: "asked", callId, text });
  return null;
}

async function over(deps: Deps, compId: string, agentId: string): Promise<void> {
  const { database, clock } = deps.ports;
  const ended = await database.tenant(compId, (trx) => endAssistance(trx, compId, agentId, new Date(clock.now())));
  if (ended.length > 0) await tell(deps, compId, agentId, { state: "over", callId: "", text: "" });
}

async function takeBack(deps: Deps, _body: BodyOf<Api["takeBack"]>, { caller }: RequestContext): Promise<null> {
  await over(deps, caller.compId, seatOf(caller));
  return null;
}

const present = (row: Omit<AssistanceRow, "name">) => ({
  text: row.text,
  askedAt: row.askedAt.getTime(),
  answeredAt: row.answeredAt?.getTime() ?? null,
  answeredBy: row.answeredBy,
  way: row.way as keyof typeof assistanceWays | "",
  line: row.line,
});

const mine = (deps: Deps, { callId }: BodyOf<Api["mine"]>, { caller }: RequestContext): Promise<ReplyOf<Api["mine"]>> =>
  deps.ports.database.tenant(caller.compId, async (trx) =>
    (await ownAssistance(trx, caller.compId, seatOf(caller), callId)).map(present),
  );

function list(deps: Deps, body: BodyOf<Api["list"]>, { caller }: RequestContext): Promise<ReplyOf<Api["list"]>> {
  const compId = compOf(caller, body.compId);
  return deps.ports.database.tenant(compId, async (trx) =>
    (await openAssistance(trx, compId, { within: await within(trx, compId, caller) })).map((row) => ({
      id: row.id,
      agentId: row.agentId,
      name: row.name ?? "",
      ...present(row),
    })),
  );
}

/** Listens, whispers or joins from the own seat; a line needs none. */
async function act(deps: Deps, compId: string, caller: Caller, row: AssistanceRow, body: BodyOf<Api["answer"]>) {
  if (body.way === "line") {
    if (body.line.trim() === "") throw new AppError("invalid", "请输入回复内容");
    return;
  }
  if (caller.agentId === null) throw new AppError("refused", "监听、密语和强插需要坐席话机，您可以回复一句话");
  const { code, msg } = await deps.engine.join(compId, caller.agentId, row.agentId, body.way);
  if (code !== 1) throw new AppError("refused", msg ?? "当前状态不能执行此操作");
}

async function answer(deps: Deps, body: BodyOf<Api["answer"]>, context: RequestContext): Promise<null> {
  const { caller } = context;
  const compId = compOf(caller, body.compId);
  const { database, clock, broker } = deps.ports;
  const [row] = await database.tenant(compId, async (trx) =>
    openAssistance(trx, compId, { within: await within(trx, compId, caller), id: body.id }),
  );
  if (!row) throw new AppError("notFound", "该求助已结束或已撤回");
  await act(deps, compId, caller, row, body);
  const at = clock.now();
  const line = body.way === "line" ? body.line.trim() : "";
  const { nickName: by } = caller;
  await database.tenant(compId, async (trx) => {
    const first = await answerAssistance(trx, compId, row.id, { at: new Date(at), by, way: body.way, line });
    await deps.audit.write(trx, context, {
      compId,
      object: "assistance",
      action: "answerAssistance",
      id: row.id,
      name: row.agentId,
      after: {
        callId: row.callId,
        way: assistanceWays[body.way],
        ...(line ? { line } : {}),
        ...(first ? { waitS: Math.round((at - row.askedAt.getTime()) / 1_000) } : {}),
      },
    });
  });
  await publish(broker, "message.send", {
    to: { compId, agentId: row.agentId },
    message: { type: "assistanceAnswered", by, way: assistanceWays[body.way], line },
  });
  await tell(deps, compId, row.agentId, { state: "answered", callId: row.callId, text: row.text });
  return null;
}

export function createAssistance(given: AdministrationDeps) {
  const open: Open = new Map();
  const deps: Deps = { ...given, open };
  const { broker, database, logger } = given.ports;
  let ends: (() => unknown)[] = [];
  const end = (compId: string, agentId: string) =>
    void over(deps, compId, agentId).catch((error: unknown) => {
      logger.warn({ error, agentId }, "a request for help could not be ended");
    });
  return {
    ...serviceOf(deps, { ask, takeBack, mine, list, answer }),
    async start(): Promise<void> {
      ends = [
        await subscribe(broker, "assistance.changed", ({ compId, agentId, callId }) => {
          if (callId === "") open.delete(key(compId, agentId));
          else open.set(key(compId, agentId), { compId, agentId, callId });
        }),
        // Only a seat that asks costs a look at the database.
        await subscribe(broker, "agent.changed", ({ compId, agentId, state }) => {
          const asked = open.get(key(compId, agentId));
          if (!asked || (state.kind === "engaged" && state.callId === asked.callId)) return;
          open.delete(key(compId, agentId));
          end(compId, agentId);
        }),
      ];
      for (const asked of await database.system(everyOpen)) open.set(key(asked.compId, asked.agentId), asked);
    },
    async stop(): Promise<void> {
      for (const each of ends.splice(0)) await each();
    },
  };
}
