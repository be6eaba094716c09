/** The two paths of the message socket: ticket, resume parameters, the client's frames. */
import { parseClientMessage, socketPath } from "@liantai/api/contract";
import type { SocketInfo, SocketRoute } from "../http/module.ts";
import type { Caller } from "../http/routes.ts";
import type { Tickets } from "../modules/auth/index.ts";
import type { Follower } from "../modules/monitor/index.ts";
import type { Clock } from "../ports/clock.ts";
import { readAssistFollow, readRelay } from "./assist-frames.ts";
import type { AssistRoom } from "./assist.ts";
import { readFollow, type Follow } from "./follow.ts";
import { readFrame, type Frame } from "./frames.ts";
import type { Hub, Resume } from "./hub.ts";
import type { Watches } from "./streams.ts";
import { readRobotFollow, type RobotRoom } from "./robots.ts";
import { readTaskFollow, type TaskRoom } from "./tasks.ts";
import { createWire } from "./wire.ts";

/** The specification's second message socket: the same door, the same lock. */
const paths = [socketPath, "/msg/api/v1/socket"] as const;
const maxFrame = 4_096;
/** AGENT_SUBSCRIBE names every seat. */
const maxSubscription = 65_536;
/** A client sends a ping every 20 s and an acknowledgement now and then. */
const frameLimit = { count: 200, windowMs: 10_000 } as const;

interface Admitted {
  readonly caller: Caller;
  readonly resume: Resume | undefined;
}

export function readResume(url: URL): Resume | undefined {
  const stream = url.searchParams.get("resume");
  const last = url.searchParams.get("last") ?? "";
  // A number that makes no sense reaches the hub as one that was never sent: the page is told to fetch again.
  return stream ? { stream, last: /^\d{1,15}$/.test(last) ? Number(last) : -1 } : undefined;
}

interface MessageSocketDeps {
  readonly hub: Hub;
  readonly tickets: Tickets;
  readonly clock: Clock;
  readonly watches: Watches;
  readonly opened: (caller: Caller) => void;
  readonly assist: Pick<AssistRoom, "follow" | "relay" | "refuse">;
  readonly robots: Pick<RobotRoom, "follow">;
  readonly tasks: Pick<TaskRoom, "follow">;
}

export function messageSockets({
  hub,
  tickets,
  clock,
  watches,
  opened,
  assist,
  robots,
  tasks,
}: MessageSocketDeps): readonly SocketRoute[] {
  async function authorise({ url }: SocketInfo): Promise<Admitted | false> {
    const ticket = url.searchParams.get("token");
    const caller = ticket ? await tickets.redeem(ticket, "message") : undefined;
    return caller ? { caller, resume: readResume(url) } : false;
  }

  /** Only for oneself; a frame in another's name does nothing. */
  function followed(follower: Follower, { userId, compId, agents }: Follow): void {
    const { caller } = follower;
    if (userId !== caller.userId || compId !== caller.compId) return;
    if (agents === undefined) watches.unsubscribe(follower);
    else watches.subscribe(follower, agents);
  }

  /** True: the frame was one of the assist's, or of those who follow robots or tasks. */
  function assisted(stream: string, caller: Caller, frame: Frame): boolean {
    const follow = readAssistFollow(frame);
    if (follow) return (assist.follow(stream, caller, follow), true);
    const robot = readRobotFollow(frame);
    if (robot) return (robots.follow(stream, caller, robot), true);
    const task = readTaskFollow(frame);
    if (task) return (tasks.follow(stream, caller, task), true);
    const relay = readRelay(frame);
    if (!relay) return false;
    if ("refused" in relay) assist.refuse(caller, relay.refused);
    else void assist.relay(caller, relay).catch(() => assist.refuse(caller, "there is no engine"));
    return true;
  }

  const accept: SocketRoute["accept"] = (socket, info, authorised) => {
    const { caller, resume } = authorised as Admitted;
    const connection = hub.open(caller, createWire(socket, info.request.socket), resume);
    opened(caller);
    let frames = 0;
    let windowFrom = clock.now();
    socket.on("message", (data, isBinary) => {
      if (!connection.live()) return;
      const bytes = data as Buffer;
      // What is longer than a frame may be is read for one thing alone.
      const readable = bytes.length <= maxFrame || (bytes.length <= maxSubscription && bytes.includes("AGENT_"));
      const frame = !isBinary && readable ? readFrame(bytes) : undefined;
      const follow = frame && readFollow(frame);
      if (isBinary || bytes.length > (follow ? maxSubscription : maxFrame))
        return socket.close(1009, "frame too large");
      if (clock.now() - windowFrom > frameLimit.windowMs) [frames, windowFrom] = [0, clock.now()];
      if ((frames += 1) > frameLimit.count) return socket.close(1008, "too many frames");
      connection.heard();
      if (follow) return followed(connection.follower, follow);
      if (frame && assisted(connection.stream, connection.follower.caller, frame)) return;
      const message = parseClientMessage(bytes.toString("utf8"));
      if (message?.type === "ping") connection.pong();
      else if (message?.type === "ack") connection.acknowledge(message.seq);
    });
    socket.on("close", () => connection.closed());
    // 'close' follows; without a listener a reset connection would end the process.
    socket.on("error", () => undefined);
  };

  return paths.map((path) => ({ path, authorise, accept }));
}
