/**
 * /assist/v1/push: the sound of a telephone whose media the switch does not carry (docs/protocol.md, A7). One binary frame a second of
 * 8,000 Hz, 16 bit, mono, little-endian; it goes on to the engine that has the call, and ends with it.
 */
import { isSeat, socketCloses } from "@liantai/api/contract";
import { assistCloses, assistPush } from "@liantai/api/contract/assist";
import type { WebSocket } from "ws";
import type { SocketInfo, SocketRoute } from "../../http/module.ts";
import type { Caller } from "../../http/routes.ts";
import type { Broker } from "../../ports/broker.ts";
import type { Clock } from "../../ports/clock.ts";
import type { CommandReply, EngineClient } from "../../ports/engine.ts";
import type { Tickets } from "../auth/index.ts";
import { createEndedSessions } from "../ended-sessions.ts";
import type { Voice } from "../telephony/index.ts";
import { subscribe } from "../topics.ts";

interface PushSocketDeps {
  readonly tickets: Pick<Tickets, "redeem">;
  readonly engine: Pick<EngineClient, "assist">;
  readonly clock: Clock;
  readonly broker: Broker;
}

export interface PushSocket {
  readonly route: SocketRoute;
  /** From now on a session that ends takes its sockets with it (S4). */
  start(): Promise<void>;
  /** Closes them: the client comes back (S4). */
  stop(): Promise<void>;
}

interface Admitted {
  readonly caller: Caller;
  readonly agentId: string;
  readonly callId: string;
  readonly side: Voice;
}

const closes: Readonly<Record<number, readonly [code: number, why: string]>> = {
  [-404]: [assistCloses.callOver, "the call is over, or another's"],
  [-403]: [assistCloses.carried, "the switch hears this call itself"],
};

const callOf = (url: URL): string => (url.searchParams.get("callId") ?? "").slice(0, 64);

/** Who has a telephone. */
const voices: readonly Voice[] = ["customer", "agent"];

function sideOf(url: URL): Voice | undefined {
  const side = url.searchParams.get("side") ?? "agent";
  return voices.find((each) => each === side);
}

export function createPushSocket({ tickets, engine, clock, broker }: PushSocketDeps): PushSocket {
  const open = new Map<WebSocket, string>();
  const ended = createEndedSessions<"ended">(clock);
  let ends = async (): Promise<void> => undefined;

  async function authorise({ url }: SocketInfo): Promise<Admitted | false> {
    const [ticket, callId, side] = [url.searchParams.get("token"), callOf(url), sideOf(url)];
    // Whatever becomes of it, a ticket that was shown is spent.
    const caller = ticket ? await tickets.redeem(ticket, "assist") : undefined;
    if (!caller || !isSeat(caller) || caller.agentId === null || callId === "" || !side) return false;
    const { agentId, compId } = caller;
    const { code } = await engine.assist(compId, agentId, callId, { do: "own" }).catch(() => ({ code: -404 }));
    return code === 1 && { caller, agentId, callId, side };
  }

  const accept: SocketRoute["accept"] = (socket, _info, authorised) => {
    const { caller, agentId, callId, side } = authorised as Admitted;
    open.set(socket, caller.sessionId);
    socket.on("close", () => open.delete(socket));
    if (ended.why(caller.sessionId)) socket.close(socketCloses.sessionEnded, "session ended");
    const began = clock.now();
    let chunks = 0;
    /** One after the other: a sentence is made of its chunks in order. */
    let sent: Promise<unknown> = Promise.resolve();
    const answered = ({ code }: CommandReply): void => {
      if (code === 1) return;
      const [close, why] = closes[code] ?? [assistCloses.failed, "nothing recognises it"];
      socket.close(close, why);
    };
    socket.on("message", (data, isBinary) => {
      const bytes = data as Buffer;
      if (!isBinary || bytes.length !== assistPush.chunkBytes) return socket.close(1009, "a frame has 16000 bytes");
      chunks += 1;
      if (chunks * assistPush.chunkMs > clock.now() - began + assistPush.ahead * assistPush.chunkMs)
        return socket.close(1008, "faster than it was said");
      const order = { do: "audio", side, audio: bytes.toString("base64") } as const;
      sent = sent
        .then(() => engine.assist(caller.compId, agentId, callId, order))
        .then(answered, () => socket.close(assistCloses.failed, "no engine"));
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
