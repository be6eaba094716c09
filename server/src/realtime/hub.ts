/**
 * The streams of this process: one a signed-in session and browser tab. A stream outlives its socket for a while and numbers
 * what happens meanwhile, so that a page that comes back has lost nothing (docs/protocol.md, section Messages).
 */
import { socketCloses, type OutgoingMessage } from "@liantai/api/contract";
import type { Caller } from "../http/routes.ts";
import { createEndedSessions } from "../modules/ended-sessions.ts";
import { encodeBody } from "./log.ts";
import { audience, createStreams, type Connection, type StreamsOptions } from "./streams.ts";
import type { Wire } from "./wire.ts";

export { audience, hubLimits, type Connection } from "./streams.ts";

export interface Resume {
  readonly stream: string;
  readonly last: number;
}

export interface Hub {
  open(caller: Caller, wire: Wire, resume?: Resume): Connection;
  /** To the union of the audiences, each stream once. */
  send(audiences: readonly string[], message: OutgoingMessage): void;
  /** Whether this process has a stream of the audience. */
  hears(audience: string): boolean;
  /** Whether a page of the audience is connected to this process now. */
  connected(audience: string): boolean;
  /** Who of the audience has a stream here. */
  listeners(audience: string): readonly Caller[];
  /** Who opened the streams of a session is another now: another role, say. */
  update(caller: Caller): void;
  /** Ends the streams of a session: says so, closes, forgets. */
  endSession(sessionId: string, msg: string): void;
  /** Silent clients and streams past their time. */
  sweep(): void;
  readonly sessionIds: readonly string[];
  readonly stats: { readonly streams: number; readonly sockets: number };
  stop(): void;
}

export function createHub(options: StreamsOptions): Hub {
  const { clock, flusher, watches } = options;
  const { limits, streams, byKey, add, index, unindex, drop, detach, makeRoom, put, attach } = createStreams(options);
  const ended = createEndedSessions<string>(clock);
  const hub: Hub = {
    open(caller, wire, resume) {
      const known = resume && streams.get(resume.stream);
      // A stream belongs to its session: another one that learnt the id gets nothing of it.
      const missed = known?.sessionId === caller.sessionId ? known.log.since(resume!.last) : undefined;
      if (known && !missed && known.sessionId === caller.sessionId) {
        known.wire?.close(socketCloses.replaced, "connected again");
        drop(known);
      }
      if (!missed) makeRoom(caller.sessionId);
      const stream = known && missed ? known : add(caller);
      // Its ticket is of now: what he may see may have changed while it was away.
      if (missed) hub.update(caller);
      const connection = attach(stream, wire);
      // Before the new stream's name: a page that learnt the name but lost the connection here would never fetch again.
      if (resume && !missed) wire.control({ type: "refetch" });
      wire.control({ type: "socket-uuid", data: { time: clock.now(), socketId: stream.id, stream: stream.id } });
      if (missed) wire.control({ type: "resumed", from: resume!.last });
      for (const line of missed ?? []) wire.line(line);
      flusher.touch(wire);
      if (missed) watches.again(stream.follower);
      // Its ticket was good; the session ended before there was a stream to end.
      const end = ended.why(caller.sessionId);
      if (end !== undefined) hub.endSession(caller.sessionId, end);
      return connection;
    },
    send(audiences, message) {
      const body = encodeBody(message);
      const [first, ...others] = audiences.map((key) => byKey.get(key));
      for (const stream of [...(first ?? [])]) put(stream, body);
      if (others.length === 0) return;
      const done = new Set(first);
      for (const set of others) {
        for (const stream of [...(set ?? [])]) {
          if (done.has(stream)) continue;
          done.add(stream);
          put(stream, body);
        }
      }
    },
    hears: (key) => byKey.has(key),
    connected: (key) => [...(byKey.get(key) ?? [])].some(({ wire }) => wire !== undefined),
    listeners: (key) => [...(byKey.get(key) ?? [])].map(({ caller }) => caller),
    update(caller) {
      for (const stream of [...(byKey.get(audience.session(caller.sessionId)) ?? [])]) {
        unindex(stream);
        stream.caller = caller;
        index(stream);
        watches.again(stream.follower);
      }
    },
    endSession(sessionId, msg) {
      ended.add(sessionId, msg);
      const body = encodeBody({ type: "loginOut", msg });
      for (const stream of [...(byKey.get(audience.session(sessionId)) ?? [])]) {
        put(stream, body);
        stream.wire?.close(socketCloses.sessionEnded, "session ended");
        drop(stream);
      }
    },
    sweep() {
      const now = clock.now();
      for (const stream of [...streams.values()]) {
        if (stream.wire && now - stream.heardAt > limits.silenceMs) {
          stream.wire.terminate();
          detach(stream);
        } else if (!stream.wire && now - stream.closedAt > limits.keepMs) drop(stream);
      }
    },
    get sessionIds() {
      return [...new Set([...streams.values()].map((stream) => stream.sessionId))];
    },
    get stats() {
      let sockets = 0;
      for (const stream of streams.values()) if (stream.wire) sockets += 1;
      return { streams: streams.size, sockets };
    },
    stop() {
      for (const stream of streams.values()) {
        stream.wire?.close(1001, "server stops");
        watches.unsubscribe(stream.follower);
      }
      streams.clear();
      byKey.clear();
    },
  };
  return hub;
}
