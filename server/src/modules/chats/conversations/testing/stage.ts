/**
 * A server of conversations, as visitors' pages and readers reach it, over the flows of calls. Who takes conversations is played by the
 * test: that part has tests of its own.
 */
import type { ArgOf, Endpoint, Envelope, ReplyOf } from "@liantai/api/contract";
import { chatVisitorApi } from "@liantai/api/contract/im";
import { flowTypes, type FlowBody, type FlowType } from "@liantai/api/flows";
import type { Insertable } from "kysely";
import { buildApp, type App } from "../../../../app.ts";
import type { Caller } from "../../../../http/routes.ts";
import type { ChatSiteTable } from "../../../../ports/schema/chats.ts";
import { createTestPorts, type TestPorts } from "../../../../testing/index.ts";
import { injection, Refusal } from "../../../../testing/office.ts";
import { skillGroupRow } from "../../../../testing/skill-group.ts";
import { createAudit } from "../../../audit/index.ts";
import { createCallsInFlows } from "../../../calls-in-flows.ts";
import { seedFlow } from "../../../flows/index.ts";
import { sealerOf } from "../../../system/index.ts";
import type { FlowPort } from "../../../telephony/index.ts";
import { subscribe } from "../../../topics.ts";
import { noPages, type Assignment, type Told, type Wait } from "../../types.ts";
import { createConversations, type ConversationsPart } from "../index.ts";

export const compId = "100001";
export const foreignId = "100002";
export const sealer = sealerOf(Buffer.alloc(32, 3));

const reader = (roleType: Caller["roleType"], more: Partial<Caller> = {}): Caller => ({
  ...{ sessionId: `s${roleType}`, userId: `u${roleType}`, userName: "u", nickName: "用户", roleType, roleId: "r" },
  ...{ compId, agentId: null, groupId: null, isHiddenNum: false, hiddenGlobalPhone: false, empower: {} },
  operator: false,
  ...more,
});

/** By token; 16 characters at least. */
const callers: Readonly<Record<string, Caller>> = {
  "administrator-token": reader(1),
  "entered-operator-token": reader(1, { entered: true }),
  "seat-1001-token-token": reader(2, { agentId: "a1" }),
  "seat-1002-token-token": reader(2, { agentId: "a2" }),
  "foreign-administrator": reader(1, { compId: foreignId }),
  "seat-without-a-seat": reader(2),
};
export type Who =
  | "administrator-token"
  | "entered-operator-token"
  | "seat-1001-token-token"
  | "seat-1002-token-token"
  | "foreign-administrator"
  | "seat-without-a-seat";

/** One process of it. */
export interface Process {
  readonly app: App;
  readonly part: ConversationsPart;
  call<E extends Endpoint>(endpoint: E, input: Partial<ArgOf<E>>, who?: Who): Promise<ReplyOf<E>>;
  bytes<E extends Endpoint>(endpoint: E, input: Partial<ArgOf<E>>): Promise<Buffer>;
  /** As a process that is killed: nothing of it goes on. */
  kill(): Promise<void>;
}

export interface Stage {
  readonly ports: TestPorts;
  readonly told: Told[];
  /** What the next assignments say; by default nobody is at chats. */
  refusal: (wait: Wait) => Awaited<ReturnType<Assignment["refusal"]>>;
  readonly voices: Map<string, string>;
  /** Visitors whose pages are open. */
  readonly here: Set<string>;
  process(change?: (flows: FlowPort) => FlowPort): Promise<Process>;
  flow(id: string, body: FlowBody, flowType?: FlowType): Promise<void>;
  site(webKey: string, more?: Partial<Insertable<ChatSiteTable>>): Promise<void>;
  close(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const ports = await createTestPorts();
  const { database, clock } = ports;
  await database.system(async (trx) => {
    await trx
      .insertInto("enterprise")
      .values([
        { compId, name: "测试企业" },
        { compId: foreignId, name: "别的企业" },
      ])
      .execute();
  });
  await database.system(async (trx) => {
    for (const [comp, id] of [
      [compId, "g1"],
      [foreignId, "g9"],
    ] as const)
      await trx
        .insertInto("skill_group")
        .values(skillGroupRow({ compId: comp, id, name: id }))
        .execute();
  });
  const told: Told[] = [];
  const unhear = await subscribe(ports.broker, "chat.told", (news) => void told.push(...news.told));
  const processes: Process[] = [];
  const stage: Stage = {
    ports,
    told,
    refusal: () => "absent",
    voices: new Map(),
    here: new Set(),
    async process(change = (flows) => flows) {
      const { world } = createCallsInFlows({
        ...{ ports, sealer, mayPress: async () => true },
        voice: async (_comp, id) => stage.voices.get(id),
      });
      const assignment: Assignment = {
        assign: async () => undefined,
        refusal: async (_trx, _comp, wait) => stage.refusal(wait),
        position: async () => 3,
      };
      const part = createConversations({
        ...{ ports, sealer, flows: change(world), audit: createAudit(ports) },
        assignment: () => assignment,
        pages: () => ({ ...noPages, visitorHere: async (_comp, visitorId) => stage.here.has(visitorId) }),
        tickets: () => ({ issue: async (_comp, visitorId, sessionId) => `${visitorId}/${sessionId}` }),
      });
      const app = await buildApp(
        ports,
        { host: "127.0.0.1", port: 0, publicUrl: undefined, tls: undefined },
        {
          modules: [{ name: "chats", routes: part.routes, start: async () => part.start(), stop: () => part.stop() }],
          endpoints: part.routes.map(({ endpoint }) => endpoint),
          sessions: { resolve: async (token) => callers[token] ?? { refused: "noSession" } },
          ...{ mayPress: async () => true, maySee: async () => true },
          ...{ checkReplies: true, patience: 10 },
        },
      );
      await app.start();
      const process: Process = {
        app,
        part,
        async call(endpoint, input, who = "administrator-token") {
          const reply = await app.fastify.inject(await injection(endpoint, input, who));
          const envelope = reply.json<Envelope>();
          if (reply.statusCode !== 200 || envelope.code !== 1) throw new Refusal(reply.statusCode, envelope);
          return envelope.data as never;
        },
        async bytes(endpoint, input) {
          return (await app.fastify.inject(await injection(endpoint, input, "administrator-token"))).rawPayload;
        },
        kill: () => app.stop(),
      };
      processes.push(process);
      return process;
    },
    flow: (id, body, flowType = flowTypes.ivr) =>
      database.system((trx) =>
        seedFlow(trx, compId, { id, versionId: `${id}-v1`, name: `流程${id}`, body, at: new Date(0), flowType }),
      ),
    site: (webKey, more = {}) =>
      database.system(async (trx) => {
        const names = { webName: `网站${webKey}`, title: "在线咨询", color: "#1f6feb" };
        const own = {
          compId,
          id: `site-${webKey}`,
          webKey,
          ...names,
          targetKind: "flow",
          createdAt: new Date(clock.now()),
        };
        await trx
          .insertInto("chat_site")
          .values({ ...own, targetId: "f", ...more })
          .execute();
      }),
    async close() {
      for (const process of processes) await process.app.stop();
      await unhear();
      await ports.close();
    },
  };
  return stage;
}

let guids = 0;

/** Somebody at a site's page. */
export async function visit(
  stage: Stage,
  process: Process,
  webKey: string,
  more: { visitor?: string; page?: string } = {},
) {
  const opened = await process.call(chatVisitorApi.open, { body: { webKey, ...more } });
  const { userId: visitorId, sessionId } = opened;
  const by = { visitorId };
  return {
    opened,
    visitorId,
    sessionId,
    /** What came since the last time that was asked, by who said it. */
    async types(content: string, { guid = `g${(guids += 1)}`, key = false, over = process } = {}) {
      const from = await last(stage, sessionId);
      const said = await over.part.conversations.said(compId, sessionId, { by, guid, content, key });
      await stage.ports.clock.settle();
      return { said, came: await since(stage, sessionId, "refused" in said ? from : from + 1) };
    },
    session: () =>
      stage.ports.database.system((trx) =>
        trx.selectFrom("chat_session").selectAll().where("id", "=", sessionId).executeTakeFirstOrThrow(),
      ),
    since: (seq: number) => since(stage, sessionId, seq),
    by,
  };
}

const last = async (stage: Stage, sessionId: string): Promise<number> =>
  (
    await stage.ports.database.system((trx) =>
      trx.selectFrom("chat_session").select("lastSeq").where("id", "=", sessionId).executeTakeFirstOrThrow(),
    )
  ).lastSeq;

export const since = async (stage: Stage, sessionId: string, seq: number): Promise<readonly string[]> =>
  (
    await stage.ports.database.system((trx) =>
      trx
        .selectFrom("chat_message")
        .selectAll()
        .where("sessionId", "=", sessionId)
        .where("seq", ">", seq)
        .orderBy("seq")
        .execute(),
    )
  ).map(({ content }) => content);
