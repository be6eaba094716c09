/** The streams of this process, by their names and by who hears them. */
import { isAdministrator, isOperator, minuteMs, resumeBuffer, RoleTypes, socketCloses } from "@liantai/api/contract";
import type { AgentPull } from "@liantai/api/contract/admin";
import type { Caller } from "../http/routes.ts";
import type { Follower, MonitorModule } from "../modules/monitor/index.ts";
import type { Clock, Random } from "../ports/clock.ts";
import type { Flusher } from "./flusher.ts";
import { createStreamLog, type Body, type Limits, type StreamLog } from "./log.ts";
import type { Wire } from "./wire.ts";

export const hubLimits = {
  messages: resumeBuffer.messages,
  bytes: 1_048_576,
  keepMs: resumeBuffer.keepMs,
  /** A client that has sent nothing for so long (it pings every 20 s) is gone. */
  silenceMs: minuteMs,
  /** Bytes a client may lag behind. */
  backlog: 1_048_576,
  /** Behind so many bytes states of seats are not sent, but merged until the client has caught up. */
  pullBacklog: 65_536,
  streamsPerSession: 10,
} as const;
export type HubLimits = { readonly [K in keyof typeof hubLimits]: number };

/** Who gets a message: every key names a set of streams. */
export const audience = {
  everyone: "all",
  /** Inside an enterprise, too. */
  operators: "o",
  session: (id: string) => `s:${id}`,
  account: (id: string) => `u:${id}`,
  /** One page of an account, by the id that its socket-uuid named. Of another account's nobody hears. */
  socket: (accountId: string, id: string) => `w:${accountId}/${id}`,
  role: (id: string) => `r:${id}`,
  enterprise: (compId: string) => `c:${compId}`,
  group: (compId: string, groupId: string) => `g:${compId}/${groupId}`,
  agent: (compId: string, agentId: string) => `a:${compId}/${agentId}`,
  administrators: (compId: string) => `d:${compId}`,
  /** Administrators and monitors. */
  supervisors: (compId: string) => `m:${compId}`,
} as const;

export interface Stream {
  readonly id: string;
  readonly sessionId: string;
  /** Who opened it. */
  caller: Caller;
  /** Its audiences. */
  keys: readonly string[];
  readonly log: StreamLog;
  wire: Wire | undefined;
  /** Of seats' states; they are no part of the log. */
  readonly follower: Follower;
  heardAt: number;
  closedAt: number;
}

const supervising: readonly number[] = RoleTypes.supervisors;

function keysOf(caller: Caller): string[] {
  const keys = [
    audience.everyone,
    audience.session(caller.sessionId),
    audience.account(caller.userId),
    audience.role(caller.roleId),
    audience.enterprise(caller.compId),
  ];
  if (caller.agentId !== null) keys.push(audience.agent(caller.compId, caller.agentId));
  if (caller.groupId !== null) keys.push(audience.group(caller.compId, caller.groupId));
  if (isAdministrator(caller)) keys.push(audience.administrators(caller.compId));
  if (supervising.includes(caller.roleType)) keys.push(audience.supervisors(caller.compId));
  if (caller.operator || isOperator(caller)) keys.push(audience.operators);
  return keys;
}

export interface Connection {
  readonly stream: string;
  /** False: the stream is gone, or another socket has it. What this one says until it is closed is nobody's. */
  live(): boolean;
  /** The client said something: it lives. */
  heard(): void;
  acknowledge(seq: number): void;
  pong(): void;
  readonly follower: Follower;
  /** The socket is gone; the stream waits for a resume. */
  closed(): void;
}

export type Watches = MonitorModule["watches"];

export interface StreamsOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly flusher: Flusher;
  readonly watches: Watches;
  /** A page is connected no more. */
  readonly left?: (socketId: string) => void;
  /** A stream is gone, and nobody comes back to it. */
  readonly dropped?: (stream: string) => void;
  readonly limits?: HubLimits;
}

/** Whoever is away gets the whole when it is back (M10), and nothing is put behind what the network has not taken yet. */
function pull(wire: Wire | undefined, message: AgentPull, limits: HubLimits, flusher: Flusher): boolean {
  if (!wire || wire.backlog > limits.pullBacklog) return false;
  wire.control({ type: "AGENT_PULL", ...message });
  flusher.touch(wire);
  return true;
}

export function createStreams({ clock, random, flusher, watches, left, dropped, limits = hubLimits }: StreamsOptions) {
  const streams = new Map<string, Stream>();
  const byKey = new Map<string, Set<Stream>>();
  const logLimits: Limits = { messages: limits.messages, bytes: limits.bytes };

  function add(caller: Caller): Stream {
    const stream: Stream = {
      id: random.token(18),
      sessionId: caller.sessionId,
      caller,
      keys: [],
      log: createStreamLog(logLimits),
      wire: undefined,
      follower: {
        get caller() {
          return stream.caller;
        },
        pull: (message) => pull(stream.wire, message, limits, flusher),
      },
      heardAt: clock.now(),
      closedAt: clock.now(),
    };
    streams.set(stream.id, stream);
    index(stream);
    return stream;
  }

  function index(stream: Stream): void {
    stream.keys = [...keysOf(stream.caller), audience.socket(stream.caller.userId, stream.id)];
    for (const key of stream.keys) {
      const set = byKey.get(key);
      if (set) set.add(stream);
      else byKey.set(key, new Set([stream]));
    }
  }

  function drop(stream: Stream): void {
    streams.delete(stream.id);
    watches.unsubscribe(stream.follower);
    unindex(stream);
    if (stream.wire) left?.(stream.id);
    dropped?.(stream.id);
  }

  function unindex(stream: Stream): void {
    for (const key of stream.keys) {
      const set = byKey.get(key);
      set?.delete(stream);
      if (set?.size === 0) byKey.delete(key);
    }
  }

  function detach(stream: Stream): void {
    stream.wire = undefined;
    stream.closedAt = clock.now();
    left?.(stream.id);
  }

  /** A page that opens streams without end pushes out its own oldest. */
  function makeRoom(sessionId: string): void {
    const own = [...(byKey.get(audience.session(sessionId)) ?? [])];
    if (own.length < limits.streamsPerSession) return;
    const oldest = own.find((stream) => !stream.wire) ?? own[0]!;
    oldest.wire?.close(socketCloses.replaced, "too many streams");
    drop(oldest);
  }

  function put(stream: Stream, body: Body): void {
    const line = stream.log.append(body);
    const { wire } = stream;
    if (!wire) return;
    if (wire.backlog > limits.backlog) {
      // Keeping more would only move the queue from the network into our memory: it starts anew, with a refetch.
      wire.terminate();
      drop(stream);
      return;
    }
    wire.line(line);
    flusher.touch(wire);
  }

  function attach(stream: Stream, wire: Wire): Connection {
    stream.wire?.close(socketCloses.replaced, "connected again");
    stream.wire = wire;
    stream.heardAt = clock.now();
    const current = () => stream.wire === wire;
    return {
      stream: stream.id,
      live: () => current() && streams.has(stream.id),
      follower: stream.follower,
      heard: () => void (current() && (stream.heardAt = clock.now())),
      acknowledge: (seq) => void (current() && stream.log.acknowledge(seq)),
      pong: () => (wire.control({ type: "pong" }), flusher.touch(wire)),
      closed: () => void (current() && detach(stream)),
    };
  }

  return { limits, streams, byKey, add, index, unindex, drop, detach, makeRoom, put, attach };
}
