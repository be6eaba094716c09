/** What a visitor's page asks: his conversation is opened, shown and ended, and voices of it are heard. */
import { hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { AppError, hourMs, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { chatPageSize, chatVisitorApi } from "@liantai/api/contract/im";
import { networkOf } from "../../../http/address.ts";
import { route, type RequestContext, type Route } from "../../../http/routes.ts";
import { timeRuleNow } from "../../numbers/index.ts";
import { enterpriseOfSite, holdSite, siteByKey, type ChatSiteRow } from "../sites/found-repository.ts";
import type { ChatSessionRow, Conversations } from "../types.ts";
import type { ConversationsDeps } from "./deps.ts";
import { begin, enteringOf, waitForGroup, type Entering } from "./leading.ts";
import { messageRow, robotName, stageOf } from "./present.ts";
import { nameOfFlow, nameOfSeat } from "./names-repository.ts";
import { insertSession, lastSession, lockSession, messagesBefore } from "./repository.ts";
import {
  findVisitor,
  insertVisitor,
  updateVisitor,
  visitorsByHash,
  voiceOfMessage,
  type ChatVisitorRow,
} from "./visitors-repository.ts";
import { Turn } from "./turn.ts";
import type { Turns } from "./turns.ts";
import { cleanPage, cleanText } from "./words.ts";

type Api = typeof chatVisitorApi;
type Context = Pick<RequestContext, "address" | "device">;

/** New visitors of one address in an hour: a page that forgets who it is, or somebody who fills the list. */
const newPerHour = 200;
/** Conversations that one visitor begins in an hour. */
const opensPerHour = 20;

const noSite = () => new AppError("notFound", "网站不存在或已停用");
const noSession = () => new AppError("notFound", "会话不存在");

const hashOf = (secret: string): string => hash("sha256", secret, "hex");

interface Deps extends ConversationsDeps {
  readonly turns: Turns;
  readonly conversations: Conversations;
}

async function siteFor({ ports }: Deps, webKey: string): Promise<ChatSiteRow> {
  const site = await siteByKey(ports.database, webKey);
  if (!site) throw noSite();
  return site;
}

/** Of this enterprise; whoever is another's, or nobody's, is somebody new here. */
const known = async (
  { ports }: Deps,
  compId: string,
  secret: string | undefined,
): Promise<ChatVisitorRow | undefined> =>
  secret
    ? ports.database.tenant(compId, async (trx) =>
        (await visitorsByHash(trx, hashOf(secret))).find((visitor) => visitor.compId === compId),
      )
    : undefined;

async function newVisitor(d: Deps, compId: string, page: string, { address, device }: Context) {
  const { broker, clock, database, random } = d.ports;
  if ((await broker.increment(`chat:visitors:${networkOf(address)}`, hourMs)) > newPerHour)
    throw new AppError("tooMany", "当前网络的访客过多，请稍后再试");
  const secret = random.token(32);
  const at = new Date(clock.now());
  const visitor: ChatVisitorRow = {
    ...{ compId, id: random.id(), secretHash: hashOf(secret), page: cleanPage(page), firstAt: at, lastAt: at },
    nick: `访客${String(random.int(10_000)).padStart(4, "0")}`,
    device: cleanText(device).slice(0, 200),
  };
  await database.tenant(compId, (trx) => insertVisitor(trx, visitor));
  return { visitor, secret };
}

/** Where it begins: what its site leads to, as it is now. */
async function beginning(d: Deps, site: ChatSiteRow, visitorId: string) {
  const { compId, timeRuleId, targetKind, targetId } = site;
  const now = d.ports.clock.now();
  const serves =
    timeRuleId === "" ||
    (await d.ports.database.tenant(compId, (trx) => timeRuleNow(trx, compId, [timeRuleId], now))) !== "";
  const entering = serves && targetKind === "flow" ? await enteringOf(d, compId, targetId, visitorId, now) : undefined;
  return { serves, entering };
}

async function lead(
  d: Deps,
  turn: Turn,
  site: ChatSiteRow,
  { serves, entering }: { readonly serves: boolean; readonly entering: Entering | undefined },
): Promise<void> {
  if (!serves) return turn.close("off");
  if (site.greeting !== "") turn.say({ sender: "robot", senderName: robotName, content: site.greeting });
  if (site.targetKind === "skillGroup") {
    const refused = await waitForGroup(d, turn, [site.targetId], { priorityMs: 0, mostMs: 0 });
    return refused === undefined ? undefined : turn.close(refused);
  }
  if (!entering) return turn.close("failed");
  const { flowId, versionId } = entering.program;
  turn.set({ flowId, flowVersionId: versionId, flowName: await nameOfFlow(turn.trx, site.compId, flowId) });
  await begin(d, turn, entering);
}

/** A conversation of his, with the one that is open already where two pages ask at once. */
async function openNew(d: Deps, site: ChatSiteRow, { id: visitorId }: ChatVisitorRow): Promise<void> {
  const { compId, id: siteId } = site;
  const { broker, database, clock, random } = d.ports;
  if ((await broker.increment(`chat:opens:${compId}:${visitorId}`, hourMs)) > opensPerHour)
    throw new AppError("tooMany", "您发起会话过于频繁，请稍后再试");
  const where = await beginning(d, site, visitorId);
  const at = new Date(clock.now());
  const id = random.id();
  const done = await database.tenant(compId, async (trx) => {
    if (!(await holdSite(trx, compId, siteId))) throw noSite();
    const row = { compId, id, siteId, visitorId, status: "flow", startedAt: at, heardAt: at, lastAt: at };
    if (!(await insertSession(trx, row))) return undefined;
    const session = await lockSession(trx, compId, id);
    if (!session) return undefined;
    const turn = new Turn(d, trx, session, site);
    turn.touch();
    await lead(d, turn, site, where);
    return d.turns.finished(turn, undefined);
  });
  if (done) await d.turns.after(done);
}

/** Of what his page shows. */
function shown(d: Deps, { compId, id: siteId }: ChatSiteRow, visitorId: string) {
  return d.ports.database.tenant(compId, async (trx) => {
    const session = await lastSession(trx, compId, siteId, visitorId);
    if (!session) return undefined;
    const { rows, more } = await messagesBefore(trx, session, undefined, chatPageSize);
    const waits = session.status === "waiting" && session.leftMessage === 0;
    const position = waits ? await d.assignment().position(trx, session) : undefined;
    const agent = session.agentId === "" ? "" : await nameOfSeat(trx, compId, session.agentId);
    return {
      session,
      stage: stageOf(session, position, agent),
      messages: rows.map((row) => messageRow(row, session)),
      more,
    };
  });
}

const looksOf = ({ title, color }: ChatSiteRow) => ({ title, color });
const nothing: Omit<ReplyOf<Api["open"]>, "visitor" | "userId" | "title" | "color"> = {
  ticket: "",
  sessionId: "",
  status: "closed",
  reason: "",
  messages: [],
  more: 0,
};

const isOpen = (session: ChatSessionRow): boolean => session.status !== "closed" && session.leftMessage === 0;

async function open(d: Deps, body: BodyOf<Api["open"]>, context: Context): Promise<ReplyOf<Api["open"]>> {
  const site = await siteFor(d, body.webKey);
  const { compId } = site;
  const before = await known(d, compId, body.visitor);
  if (!before && !body.begin) return { visitor: "", userId: "", ...looksOf(site), ...nothing };
  const { visitor, secret } = before
    ? { visitor: before, secret: body.visitor ?? "" }
    : await newVisitor(d, compId, body.page, context);
  if (before) await seen(d, before, body.page);
  let found = await shown(d, site, visitor.id);
  if (body.begin && (!found || !isOpen(found.session))) {
    await openNew(d, site, visitor);
    found = await shown(d, site, visitor.id);
  }
  const own = { visitor: secret, userId: visitor.id, ...looksOf(site) };
  if (!found) return { ...own, ...nothing };
  const { session, stage, messages, more } = found;
  return {
    ...own,
    ticket: isOpen(session) ? await d.tickets().issue(compId, visitor.id, session.id) : "",
    sessionId: session.id,
    status: stage.status,
    ...(stage.position !== undefined && { position: stage.position }),
    ...(stage.agent !== undefined && { agent: stage.agent }),
    reason: stage.reason ?? "",
    messages: [...messages],
    more: more ? 1 : 0,
  };
}

async function seen({ ports }: Deps, { compId, id, page: before }: ChatVisitorRow, page: string): Promise<void> {
  const changes = { page: cleanPage(page) || before, lastAt: new Date(ports.clock.now()) };
  await ports.database.tenant(compId, (trx) => updateVisitor(trx, compId, id, changes));
}

async function close(d: Deps, { webKey, visitor: secret, sessionId }: BodyOf<Api["close"]>): Promise<null> {
  // His own he can always end.
  const compId = await enterpriseOfSite(d.ports.database, webKey);
  if (compId === undefined) throw noSite();
  const visitor = await known(d, compId, secret);
  if (!visitor) throw noSession();
  // Of one that is over nobody need be told.
  await d.conversations.close(compId, sessionId, { visitorId: visitor.id });
  return null;
}

async function voice(d: Deps, { visitor: secret, id }: BodyOf<Api["voice"]>) {
  const { database } = d.ports;
  // system: whose he is is what his secret says.
  const [visitor] = await database.system((trx) => visitorsByHash(trx, hashOf(secret)));
  const voiceId =
    visitor &&
    (await database.tenant(visitor.compId, async (trx) =>
      (await findVisitor(trx, visitor.compId, visitor.id))
        ? voiceOfMessage(trx, visitor.compId, visitor.id, id)
        : undefined,
    ));
  const path = voiceId && visitor ? await d.flows.voice(visitor.compId, voiceId) : undefined;
  if (path === undefined || path === "") throw new AppError("notFound", "语音不存在或已被删除");
  return { binary: createReadStream(path), contentType: "audio/wav" };
}

export const visitorRoutes = (d: Deps): readonly Route[] => [
  route(chatVisitorApi.open, ({ body }, context) => open(d, body, context)),
  route(chatVisitorApi.close, ({ body }) => close(d, body)),
  route(chatVisitorApi.voice, ({ body }) => voice(d, body)),
];
