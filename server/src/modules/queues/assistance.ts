/**
 * 举手求助: asked in a talk, told to the monitors of the seat and to administrators, over with the talk. How long the agent waited for the
 * first answer stands in the operation log.
 */
import { AppError, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { assistancePages, assistanceWays, type AssistanceWay, type assistanceApi } from "@liantai/api/contract/admin";
import { compOf } from "../../http/company.ts";
import type { Caller, RequestContext } from "../../http/routes.ts";
import type { Doer } from "../audit/index.ts";
import type { AdministrationDeps } from "../deps.ts";
import { administratorsWith } from "../organisation/index.ts";
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
import { within } from "./scope.ts";

type Api = typeof assistanceApi;

/** Calls of the seats that ask for help, as this process knows them. */
type Open = Map<string, { readonly compId: string; readonly agentId: string; readonly callId: string }>;
interface Deps extends AdministrationDeps {
  readonly open: Open;
}
export interface AnswerDeps extends Pick<AdministrationDeps, "audit"> {
  readonly ports: Pick<AdministrationDeps["ports"], "database" | "broker" | "clock">;
  readonly organisation: Pick<AdministrationDeps["organisation"], "menus">;
}

const key = (compId: string, agentId: string) => `${compId}/${agentId}`;

const seatOf = ({ agentId }: Caller): string => {
  if (agentId === null) throw new AppError("forbidden");
  return agentId;
};

/** Every process keeps in mind who asks; monitors of the seat are told, and administrators who may supervise and see who asks. */
async function tell(
  { ports, organisation }: AnswerDeps,
  compId: string,
  agentId: string,
  about: {
    readonly id: string;
    readonly state: "asked" | "answered" | "over";
    readonly callId: string;
    readonly text: string;
  },
): Promise<void> {
  const { database, broker } = ports;
  await publish(broker, "assistance.changed", { compId, agentId, callId: about.state === "over" ? "" : about.callId });
  const monitors = await database.tenant(compId, (trx) => monitorsSeeing(trx, compId, agentId));
  const { menus } = organisation;
  const administrators = await administratorsWith({ database, menus }, compId, {
    pages: assistancePages,
    purview: "monitor",
  });
  const { id, state, text } = about;
  for (const to of [
    ...monitors.filter((seat) => seat !== agentId).map((seat) => ({ compId, agentId: seat })),
    ...administrators.map(({ id }) => ({ accountId: id })),
  ])
    await publish(broker, "message.send", { to, message: { type: "assistanceChanged", id, agentId, state, text } });
}

async function ask(deps: Deps, { callId, text }: BodyOf<Api["ask"]>, { caller }: RequestContext): Promise<null> {
  const { compId } = caller;
  const agentId = seatOf(caller);
  const { database, clock, random } = deps.ports;
  if (!(await deps.engine.inCall(compId, agentId))) throw new AppError("refused", "通话中才能求助");
  const row = { compId, id: random.id(), agentId, callId, text, askedAt: new Date(clock.now()) };
  const made = await database.tenant(compId, (trx) => insertAssistance(trx, row));
  if (!made) throw new AppError("refused", "您已经求助，请等待班长应答");
  await tell(deps, compId, agentId, { id: row.id, state: "asked", callId, text });
  return null;
}

async function over(deps: Deps, compId: string, agentId: string): Promise<void> {
  const { database, clock } = deps.ports;
  const ended = await database.tenant(compId, (trx) => endAssistance(trx, compId, agentId, new Date(clock.now())));
  for (const { id } of ended) await tell(deps, compId, agentId, { id, state: "over", callId: "", text: "" });
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

/** Listens, whispers or joins from the own seat; a line needs none, and neither does help in person. */
async function act(deps: Deps, compId: string, caller: Caller, row: AssistanceRow, body: BodyOf<Api["answer"]>) {
  if (body.way === "done") return;
  if (body.way === "line") {
    if (body.line.trim() === "") throw new AppError("invalid", "请输入回复内容");
    return;
  }
  if (caller.agentId === null)
    throw new AppError("refused", "没有坐席的账号请从话务工具条监听、密语或强插，这里可以回复一句话");
  const { code, msg } = await deps.engine.join(compId, caller.agentId, row.agentId, body.way);
  if (code !== 1) throw new AppError("refused", msg ?? "当前状态不能执行此操作");
}

/** Kept with who did it; the agent and the others are told. */
async function note(
  deps: AnswerDeps,
  doer: Doer,
  row: AssistanceRow,
  { way, line, firstAlone }: { readonly way: AssistanceWay; readonly line: string; readonly firstAlone?: true },
): Promise<void> {
  const { database, clock, broker } = deps.ports;
  const { compId, agentId, callId, text, askedAt } = row;
  const { nickName: by } = doer.caller;
  const at = clock.now();
  const told = await database.tenant(compId, async (trx) => {
    const first = await answerAssistance(trx, compId, row.id, { at: new Date(at), by, way, line });
    if (!first && firstAlone) return false;
    await deps.audit.write(trx, doer, {
      compId,
      object: "assistance",
      action: "answerAssistance",
      id: row.id,
      name: agentId,
      after: {
        callId,
        way: assistanceWays[way],
        ...(line ? { line } : {}),
        ...(first ? { waitS: Math.round((at - askedAt.getTime()) / 1_000) } : {}),
      },
    });
    return true;
  });
  if (!told) return;
  await publish(broker, "message.send", {
    to: { compId, agentId },
    message: { type: "assistanceAnswered", by, way: assistanceWays[way], line },
  });
  await tell(deps, compId, agentId, { id: row.id, state: "answered", callId, text });
}

async function answer(deps: Deps, body: BodyOf<Api["answer"]>, context: RequestContext): Promise<null> {
  const { caller } = context;
  const compId = compOf(caller, body.compId);
  const [row] = await deps.ports.database.tenant(compId, async (trx) =>
    openAssistance(trx, compId, { within: await within(trx, compId, caller), id: body.id }),
  );
  if (!row) throw new AppError("notFound", "该求助已结束或已撤回");
  await act(deps, compId, caller, row, body);
  await note(deps, context, row, { way: body.way, line: body.way === "line" ? body.line.trim() : "" });
  return null;
}

/** Somebody listens, whispers or joins, not from the requests: one of that seat which nobody has answered yet is answered by it. */
export async function heardBy(
  deps: AnswerDeps,
  doer: Doer,
  { compId, agentId, way }: { readonly compId: string; readonly agentId: string; readonly way: AssistanceWay },
): Promise<void> {
  const [row] = await deps.ports.database.tenant(compId, (trx) => openAssistance(trx, compId, { agentId }));
  if (row?.answeredAt === null) await note(deps, doer, row, { way, line: "", firstAlone: true });
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
