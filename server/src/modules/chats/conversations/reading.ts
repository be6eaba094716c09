/** What administrators and seats read of conversations and visitors. */
import { AppError, formatTime, isAdministrator, parseTime, type BodyOf } from "@liantai/api/contract";
import { chatPageSize, chatSessionApi, chatUserApi } from "@liantai/api/contract/im";
import { compOf } from "../../../http/company.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import { route, type Caller, type RequestContext, type Route } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { ConversationsDeps } from "./deps.ts";
import { writtenInChat } from "./gathered-repository.ts";
import { messageRow } from "./present.ts";
import { hasPart, listSessions } from "./list-repository.ts";
import { findSession, messagesBefore, trackOf } from "./repository.ts";
import { findVisitor, sessionsOfVisitor, updateVisitor } from "./visitors-repository.ts";
import { cleanText } from "./words.ts";

type Deps = Pick<ConversationsDeps, "ports" | "audit">;

/** Of whom all is his to read; else the seat whose own it must be. */
function readerOf(caller: Caller): { readonly agentId?: string } {
  if (isAdministrator(caller)) return {};
  // '' is whose conversations nobody has.
  if (caller.agentId === null) throw new AppError("forbidden");
  return { agentId: caller.agentId };
}

/** What visitors write is between them and their enterprise (J19). */
function companyOf(caller: Caller, named: string | undefined): string {
  if (caller.entered) throw new AppError("forbidden", "会话内容仅企业自己的账号可以查看");
  return compOf(caller, named);
}

const timeOr = (text: string | undefined, at: Date | undefined = undefined): Date | undefined =>
  text ? parseTime(text) : at;

async function list({ ports }: Deps, body: BodyOf<typeof chatSessionApi.list>, caller: Caller) {
  const compId = companyOf(caller, body.compId);
  const { webId, status, nick, startTime, endTime, pageNo, pageSize } = body;
  const filters = { webId, status, nick, from: timeOr(startTime), to: timeOr(endTime), ...readerOf(caller) };
  const { rows, total } = await ports.database.tenant(compId, (trx) =>
    listSessions(trx, compId, { pageNo, pageSize, ...filters }),
  );
  return {
    list: rows.map((row) => ({
      id: row.id,
      webId: row.siteId,
      webName: row.webName ?? "已删除",
      userId: row.visitorId,
      nick: row.nick,
      status: row.status,
      flowName: row.flowName,
      skillGroupName: row.groupName ?? "",
      agentId: row.agentId,
      agentName: row.agentName ?? "",
      startTime: formatTime(row.startedAt),
      answerTime: row.answeredAt ? formatTime(row.answeredAt) : "",
      endTime: row.endedAt ? formatTime(row.endedAt) : "",
      reason: row.endReason,
      messages: row.lastSeq,
      score: row.score,
    })),
    ...{ total, pageNo, pageSize },
  };
}

async function messages({ ports }: Deps, body: BodyOf<typeof chatSessionApi.messages>, caller: Caller) {
  const compId = companyOf(caller, body.compId);
  const { agentId } = readerOf(caller);
  return ports.database.tenant(compId, async (trx) => {
    const session = await findSession(trx, compId, body.sessionId);
    const may = session && (agentId === undefined || (await hasPart(trx, compId, agentId, { sessionId: session.id })));
    if (!session || !may) throw new AppError("notFound", "会话不存在");
    const { rows, more } = await messagesBefore(trx, session, body.before, chatPageSize);
    // Steps before the first message stand on the first page, those of a page after its messages.
    const from = more ? (rows[0]?.seq ?? 0) : 0;
    const written = body.before === undefined ? await writtenInChat(trx, compId, session.id) : [];
    const track = await trackOf(trx, session, from, body.before ?? session.lastSeq + 1);
    return {
      messages: rows.map((row) => messageRow(row, session)),
      track: track.map(({ n, seq, createdAt, nodeId, nodeName, action, text }) => ({
        ...{ n, seq, createTime: formatTime(createdAt), nodeId, nodeName, action, text },
      })),
      forms: written.map(({ formId, formName, recordId, refusal, writtenAt, formType, orderId }) => ({
        ...{ formId, formName, refusal, recordId: formType === null ? "" : recordId, formType: formType ?? "" },
        ...{ orderId: orderId ?? "", createTime: writtenAt ? formatTime(writtenAt) : "" },
      })),
      more: more ? (1 as const) : (0 as const),
    };
  });
}

async function visitorOf(trx: Trx, caller: Caller, compId: string, id: string) {
  const visitor = await findVisitor(trx, compId, id);
  const { agentId } = readerOf(caller);
  const may = visitor && (agentId === undefined || (await hasPart(trx, compId, agentId, { visitorId: id })));
  if (!visitor || !may) throw new AppError("notFound", "访客不存在");
  return visitor;
}

async function info({ ports }: Deps, userId: string, caller: Caller) {
  const compId = companyOf(caller, undefined);
  return ports.database.tenant(compId, async (trx) => {
    const { nick, page, device, firstAt } = await visitorOf(trx, caller, compId, userId);
    const sessions = await sessionsOfVisitor(trx, compId, userId);
    return { userId, nick, page, device, firstTime: formatTime(firstAt), sessions };
  });
}

async function saveNickName(
  { ports, audit }: Deps,
  { userId, nickName }: BodyOf<typeof chatUserApi.saveNickName>,
  context: RequestContext,
): Promise<null> {
  const { caller } = context;
  const compId = companyOf(caller, undefined);
  const nick = cleanText(nickName);
  if (nick === "") throw fieldRefusal("nickName", "访客名称", "请输入访客名称");
  await ports.database.tenant(compId, async (trx) => {
    const visitor = await visitorOf(trx, caller, compId, userId);
    await updateVisitor(trx, compId, userId, { nick });
    await audit.write(trx, context, {
      ...{ compId, action: "update", object: "chatUser", id: userId, name: nick },
      ...{ before: { nickName: visitor.nick }, after: { nickName: nick } },
    });
  });
  return null;
}

export const readingRoutes = (d: Deps): readonly Route[] => [
  route(chatSessionApi.list, ({ body }, { caller }) => list(d, body, caller)),
  route(chatSessionApi.messages, ({ body }, { caller }) => messages(d, body, caller)),
  route(chatUserApi.info, ({ query }, { caller }) => info(d, query.userId, caller)),
  route(chatUserApi.saveNickName, ({ body }, context) => saveNickName(d, body, context)),
];
