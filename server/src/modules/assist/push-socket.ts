/**
 * /assist/v1/push: the sound of a telephone whose media the switch does not carry (docs/protocol.md, A7), one binary message a second of
 * 8,000 Hz, 16 bit, mono, little-endian, which goes on to the engine that has the call and ends with it; and the voice of who speaks in
 * an audition (A12).
 */
import { isSeat, socketCloses } from "@liantai/api/contract";
import { assistCloses, assistPush } from "@liantai/api/contract/assist";
import { auditionPush } from "@liantai/api/contract/flow-editor";
import type { WebSocket } from "ws";
import type { SocketInfo, SocketRoute } from "../../http/module.ts";
import type { Caller } from "../../http/routes.ts";
import type { Broker } from "../../ports/broker.ts";
import type { Clock } from "../../ports/clock.ts";
import type { EngineClient } from "../../ports/engine.ts";
import { frameMs } from "../../ports/speech-listening.ts";
import type { Tickets } from "../auth/index.ts";
import { createEndedSessions } from "../ended-sessions.ts";
import type { Voice } from "../telephony/index.ts";
import { subscribe } from "../topics.ts";

interface PushSocketDeps {
  readonly tickets: Pick<Tickets, "redeem">;
  readonly engine: Pick<EngineClient, "assist">;
  readonly clock: Clock;
  readonly broker: Broker;
  /** Absent: there are no auditions. */
  readonly ears?: AuditionEars | undefined;
}

export interface PushSocket {
  readonly route: SocketRoute;
  /** From now on a session that ends takes its sockets with it (S4). */
  start(): Promise<void>;
  /** Closes them: the client comes back (S4). */
  stop(): Promise<void>;
}

/** Who speaks in auditions, wherever they run. */
export interface AuditionEars {
  /** Whether it runs and is this account's. */
  own(caller: Pick<Caller, "userId">, msgId: string): Promise<boolean>;
  /** False: it is over. `audio`: whole frames. */
  hear(caller: Pick<Caller, "userId">, msgId: string, audio: Buffer): Promise<boolean>;
}

type Close = readonly [code: number, why: string];

/** Where the sound of a socket goes. */
interface Admitted {
  readonly caller: Caller;
  readonly aheadMs: number;
  /** Of what a message holds; undefined: it is none of this socket. */
  lengthOf(bytes: Buffer): number | undefined;
  /** Undefined: it was taken. */
  send(bytes: Buffer): Promise<Close | undefined>;
}

const overClose: Close = [assistCloses.callOver, "the call is over, or another's"];
const closes: Readonly<Record<number, Close>> = {
  [-404]: overClose,
  [-403]: [assistCloses.carried, "the switch hears this call itself"],
};

const idOf = (url: URL, name: "callId" | "msgId"): string => (url.searchParams.get(name) ?? "").slice(0, 64);

/** Who has a telephone. */
const voices: readonly Voice[] = ["customer", "agent"];

function sideOf(url: URL): Voice | undefined {
  const side = url.searchParams.get("side") ?? "agent";
  return voices.find((each) => each === side);
}

export function createPushSocket({ tickets, engine, clock, broker, ears }: PushSocketDeps): PushSocket {
  const open = new Map<WebSocket, string>();
  const ended = createEndedSessions<"ended">(clock);
  let ends = async (): Promise<void> => undefined;

  async function telephone(url: URL, caller: Caller): Promise<Admitted | false> {
    const [callId, side] = [idOf(url, "callId"), sideOf(url)];
    if (!isSeat(caller) || caller.agentId === null || callId === "" || !side) return false;
    const { agentId, compId } = caller;
    const { code } = await engine.assist(compId, agentId, callId, { do: "own" }).catch(() => ({ code: -404 }));
    if (code !== 1) return false;
    return {
      caller,
      aheadMs: assistPush.ahead * assistPush.chunkMs,
      lengthOf: ({ length }) => (length === assistPush.chunkBytes ? assistPush.chunkMs : undefined),
      async send(bytes) {
        const order = { do: "audio", side, audio: bytes.toString("base64") } as const;
        const answer = await engine.assist(compId, agentId, callId, order);
        return answer.code === 1 ? undefined : (closes[answer.code] ?? [assistCloses.failed, "nothing recognises it"]);
      },
    };
  }

  async function audition(url: URL, caller: Caller): Promise<Admitted | false> {
    const msgId = idOf(url, "msgId");
    if (!ears || !(await ears.own(caller, msgId))) return false;
    const { frameBytes, mostBytes, aheadMs } = auditionPush;
    return {
      caller,
      aheadMs,
      lengthOf: ({ length }) =>
        length > 0 && length <= mostBytes && length % frameBytes === 0 ? (length / frameBytes) * frameMs : undefined,
      send: async (bytes) => ((await ears.hear(caller, msgId, bytes)) ? undefined : overClose),
    };
  }

  async function authorise({ url }: SocketInfo): Promise<Admitted | false> {
    const ticket = url.searchParams.get("token");
    const speaks = url.searchParams.has("msgId");
    // Whatever becomes of it, a ticket that was shown is spent.
    const caller = ticket ? await tickets.redeem(ticket, speaks ? "audition" : "assist") : undefined;
    if (!caller) return false;
    return speaks ? audition(url, caller) : telephone(url, caller);
  }

  const accept: SocketRoute["accept"] = (socket, _info, authorised) => {
    const { caller, aheadMs, lengthOf, send } = authorised as Admitted;
    open.set(socket, caller.sessionId);
    socket.on("close", () => open.delete(socket));
    if (ended.why(caller.sessionId)) socket.close(socketCloses.sessionEnded, "session ended");
    const began = clock.now();
    let said = 0;
    /** One after the other: a sentence is made of its pieces in order. */
    let sent: Promise<unknown> = Promise.resolve();
    socket.on("message", (data, isBinary) => {
      const bytes = data as Buffer;
      const length = isBinary ? lengthOf(bytes) : undefined;
      if (length === undefined) return socket.close(1009, "a message of another length");
      said += length;
      if (said > clock.now() - began + aheadMs) return socket.close(1008, "faster than it was said");
      sent = sent
        .then(() => send(bytes))
        .then(
          (close) => close && socket.close(...close),
          () => socket.close(assistCloses.failed, "no engine"),
        );
    });
    // 'close' follows; without a listener a reset connection would end the process.
    socket.on("error", () => undefined);
  };
  return {
    route: { path: assistPush.path, authorise, accept },
    async start() {
      ends = await subscribe(broker, "session.ended", ({ sessionId }) => {
        ended.add(sessionId, "ended");
        for (const [socket, of] of open) if (of === sessionId) socket.close(socketCloses.sessionEnded, "session ended");
      });
    },
    async stop() {
      await ends();
      for (const socket of open.keys()) socket.close(1001, "server stops");
    },
  };
}
