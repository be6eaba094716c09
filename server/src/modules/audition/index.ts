/** 试听: flows with a browser as their line. The only face of this module. */
import { AppError, formatTime } from "@liantai/api/contract";
import { auditionApi, type BackEvent } from "@liantai/api/contract/flow-editor";
import { promptsIn, type Program, type Values } from "@liantai/api/flows";
import { compOf } from "../../http/company.ts";
import type { Module } from "../../http/module.ts";
import { route, type RequestContext } from "../../http/routes.ts";
import type { Ports } from "../../ports/index.ts";
import { BrokerError } from "../../ports/broker.ts";
import type { AuthModule } from "../auth/index.ts";
import type { AuditionEars } from "../assist/index.ts";
import { listenInFlow, type FlowPort } from "../telephony/index.ts";
import { publish } from "../topics.ts";
import type { Saying, SessionDeps } from "./session-types.ts";
import { AuditionSession } from "./session.ts";
import { soundOf } from "./sound.ts";

export { nodeIn, noteText } from "./words.ts";

export interface AuditionOptions {
  readonly ports: Pick<Ports, "clock" | "random" | "broker" | "logger">;
  /** As calls ask it. */
  readonly flows: FlowPort;
  readonly mayPress: AuthModule["mayPress"];
  readonly provinceOf: SessionDeps["provinceOf"];
  /** The draft of a flow, or a text instead of it. undefined: there is no such flow. Throws AppError for a text that is none. */
  readonly draft: (
    compId: string,
    flowId: string,
    given: { readonly flow?: string | undefined; readonly tts?: string | undefined },
  ) => Promise<Program | undefined>;
}

interface Running {
  readonly session: AuditionSession;
  readonly compId: string;
  readonly userId: string;
}

const systemOf = (
  { clock, flows }: { readonly clock: Ports["clock"]; readonly flows: Pick<FlowPort, "place"> },
  msgId: string,
  caller: string,
): Values => ({
  ...flows.place(caller),
  caller,
  callee: "",
  customerNumber: caller,
  accessNumber: "",
  callId: msgId,
  now: formatTime(clock.now()),
  taskId: "",
});

/** Auditions of one account at a time; who begins another ends the oldest. */
const mostOfAccount = 5;
const askMs = 15_000;
const gone = (): AppError => new AppError("notFound", "试听已结束");

const topicOf = (msgId: string): string => `audition.${msgId}`;
interface OwnSaying extends Saying {
  readonly compId: string;
}

/** Asked of the process that has it. */
type Asked = { readonly userId: string } & (
  | {
      readonly do: "back";
      readonly eventId: string;
      readonly flowId: string;
      readonly type: BackEvent;
      readonly data: string;
    }
  | { readonly do: "says"; readonly eventId: string }
  | { readonly do: "own" }
  /** Base64 of whole frames. */
  | { readonly do: "audio"; readonly audio: string }
);

/** Shared prompts as they are when the audition begins. */
const withPrompts = async (flows: FlowPort, compId: string, program: Program, at: number) => ({
  program,
  prompts: await flows.prompts(compId, promptsIn(program), at),
});

function createAuditions({ ports, flows, draft, mayPress, provinceOf }: AuditionOptions) {
  const { clock, random, broker } = ports;
  const running = new Map<string, Running>();
  const serving = new Map<string, () => Promise<void>>();

  function answer(msgId: string, asked: Asked): boolean | OwnSaying | null {
    const own = running.get(msgId);
    // A stranger learns nothing of it.
    if (!own || own.userId !== asked.userId) throw gone();
    if (asked.do === "says") {
      const says = own.session.says(asked.eventId);
      return says ? { compId: own.compId, ...says } : null;
    }
    if (asked.do === "own") return true;
    if (asked.do === "audio") {
      own.session.hear(samplesIn(Buffer.from(asked.audio, "base64")));
      return true;
    }
    if (own.session.flowId !== asked.flowId) throw gone();
    return own.session.back(asked.type, asked.eventId, asked.data);
  }

  async function begin(
    body: {
      readonly compId?: string | undefined;
      readonly flowId: string;
      readonly flow?: string | undefined;
      readonly tts?: string | undefined;
      readonly isText: boolean;
      readonly real: boolean;
      readonly caller: string;
      readonly socketId?: string | undefined;
    },
    { caller: who }: RequestContext,
  ): Promise<{ msgId: string }> {
    const compId = compOf(who, body.compId);
    // What is really sent costs, and others get it.
    if (body.real && !(await mayPress(who, "flow.edit"))) throw new AppError("forbidden");
    const program = await draft(compId, body.flowId, body);
    if (!program) throw new AppError("notFound", "流程不存在");
    const began = clock.now();
    const begins = await withPrompts(flows, compId, program, began);
    const msgId = random.id();
    const { userId } = who;
    const own = [...running].filter(([, each]) => each.userId === userId);
    for (const [, oldest] of own.slice(0, Math.max(0, own.length - mostOfAccount + 1)))
      oldest.session.end("已开始新的试听");
    const by = {
      ...{ compId, callId: msgId, began, flowId: body.flowId, versionId: "", caller: body.caller },
      ...{ sensitive: false, audition: true as const },
    } as const;
    const session = new AuditionSession(
      {
        clock,
        tools: flows.tools,
        provinceOf,
        tell: (type, content) =>
          void publish(broker, "message.send", {
            to: { accountId: userId, socketId: body.socketId },
            message: { type, ...content },
          }).catch((error: unknown) => ports.logger.warn({ error, msgId }, "a page was not told of its audition")),
        ask: (id, ask, nodeId) =>
          flows.ask({ ...by, nodeId, nodeName: "", key: `${msgId}:${id}` }, ask).catch(() => undefined),
        load: async (flowId) => {
          const found = await flows.resolve(compId, flowId, body.caller);
          return found && withPrompts(flows, compId, found, began);
        },
        listen: (effect, line) =>
          void listenInFlow({ flows, logger: ports.logger }, effect, { ...line, compId, callId: msgId }),
        over: () => forget(msgId),
      },
      {
        msgId,
        ...begins,
        vars: systemOf({ clock, flows }, msgId, body.caller),
        isText: body.isText,
        real: body.real,
        seed: random.int(2 ** 31),
      },
    );
    running.set(msgId, { session, compId, userId });
    serving.set(msgId, await broker.serve(topicOf(msgId), async (asked) => answer(msgId, asked as Asked)));
    session.start();
    return { msgId };
  }

  function forget(msgId: string): void {
    running.delete(msgId);
    const end = serving.get(msgId);
    serving.delete(msgId);
    void end?.().catch(() => undefined);
  }

  return { running, begin };
}

/** Asks the process that has it. */
const asking =
  ({ broker }: Pick<Ports, "broker">) =>
  (msgId: string, asked: Asked): Promise<unknown> =>
    broker.request(topicOf(msgId), asked, askMs).catch((error: unknown) => {
      if (error instanceof BrokerError && error.code !== "timeout") throw gone();
      throw error;
    });

const samplesIn = (bytes: Buffer): Int16Array =>
  Int16Array.from({ length: bytes.length >> 1 }, (_, n) => bytes.readInt16LE(n * 2));

/** The voices of who listens, in whichever process they come (docs/protocol.md, A12). */
export function createEars(ports: Pick<Ports, "broker">): AuditionEars {
  const ask = asking(ports);
  const taken = (answer: Promise<unknown>): Promise<boolean> =>
    answer.then(
      (value) => value === true,
      (error: unknown) => {
        if (error instanceof AppError) return false;
        throw error;
      },
    );
  return {
    own: ({ userId }, msgId) => taken(ask(msgId, { do: "own", userId })),
    hear: ({ userId }, msgId, audio) => taken(ask(msgId, { do: "audio", userId, audio: audio.toString("base64") })),
  };
}

/** What the page's requests ask, in whichever process they come. */
function createAsking({ ports }: Pick<AuditionOptions, "ports">) {
  const ask = asking(ports);

  async function told(
    body: {
      readonly type: BackEvent;
      readonly eventData: string;
      readonly msgId: string;
      readonly eventId: string;
      readonly flowId: string;
    },
    { caller }: RequestContext,
  ): Promise<{ code: number; msg: string }> {
    const { msgId, flowId, type, eventId, eventData } = body;
    const asked: Asked = { do: "back", userId: caller.userId, flowId, type, eventId, data: eventData };
    const taken = await ask(msgId, asked);
    // What comes too late, or twice, is nothing to complain about.
    return { code: 1, msg: taken === true ? "" : "已忽略" };
  }

  /** What the message of type 2 with this event says. */
  async function says(msgId: string, eventId: string, { caller }: RequestContext): Promise<OwnSaying> {
    const found = await ask(msgId, { do: "says", userId: caller.userId, eventId });
    if (found === null) throw gone();
    return found as OwnSaying;
  }

  return { told, says };
}

export function createAuditionModule(options: AuditionOptions): Module {
  const { flows } = options;
  const { running, begin } = createAuditions(options);
  const { told, says } = createAsking(options);
  return {
    name: "audition",
    routes: [
      route(auditionApi.play, ({ body }, context) =>
        begin({ ...body, isText: body.isText ?? true, real: body.real ?? false, caller: body.caller ?? "" }, context),
      ),
      route(auditionApi.backEvent, ({ body }, context) =>
        told(
          { ...body, type: body.type as BackEvent, eventData: body.eventData ?? "", eventId: body.eventId ?? "" },
          context,
        ),
      ),
      route(auditionApi.voice, async ({ query: { msgId, eventId } }, context) => {
        const { compId, ...said } = await says(msgId, eventId, context);
        return { binary: await soundOf(flows, compId, said), contentType: "audio/wav" };
      }),
    ],
    stop() {
      for (const { session } of [...running.values()]) session.end("服务正在停止，试听已结束");
      return Promise.resolve();
    },
  };
}
