/**
 * A popup's window of its own (isTabs 0) has no station: no second CTI link, no second registration. The page that has the audio tells it
 * of the call over a channel of the session, and dials for it (docs/protocol.md, F85).
 */
import type { TelephonyChange, TelephonyState } from "@liantai/api/client";
import type { Bus, BusEvents } from "@liantai/bus";

/** Events of the station that a form in another window follows. */
const told = [
  "call.ringing",
  "call.dialling",
  "call.answered",
  "call.held",
  "call.resumed",
  "call.ended",
  "call.recorded",
  "workorder.changed",
  "presence.changed",
  "link.refetch",
] as const satisfies readonly (keyof BusEvents)[];

/** What a form reads of the station. */
const stateOf = ({ call, agent, callInfo: _, clockOffset, socketId }: TelephonyState): TelephonyChange => ({
  ...{ call, agent, clockOffset, socketId },
});

type Told = (typeof told)[number];
/** Of several names: one of their events, each with its own payload. */
type EventOf<N extends Told> = {
  readonly [K in N]: { readonly type: "event"; readonly name: K; readonly payload: BusEvents[K] };
}[N];

type Message =
  | EventOf<Told>
  | { readonly type: "state"; readonly part: TelephonyChange }
  | { readonly type: "ask" }
  | { readonly type: "dial"; readonly to: BusEvents["call.dial"] };

/** Of an event whose name is not known here, its payload is one of all. */
type Said = Message | { readonly type: "event"; readonly name: Told; readonly payload: BusEvents[Told] };

export interface WindowPorts {
  readonly bus: Bus;
  readonly channel: Pick<BroadcastChannel, "postMessage" | "addEventListener">;
  readonly telephony: () => TelephonyState;
}

const hear = ({ channel }: WindowPorts, heard: (message: Message) => void): void =>
  channel.addEventListener("message", ({ data }: MessageEvent<Message>) => heard(data));

/** What is joined for a session ends when the session is another or none (undefined). */
export function perSession(join: (sessionId: string) => () => void): (sessionId: string | undefined) => void {
  let joined: string | undefined;
  let end: (() => void) | undefined;
  return (sessionId) => {
    if (sessionId === joined) return;
    end?.();
    joined = sessionId;
    end = sessionId === undefined ? undefined : join(sessionId);
  };
}

/**
 * In pages with a station. Of several of one session the one that has the audio speaks and dials. Returns the end of its words; what it
 * hears ends with its channel.
 */
export function tellWindows(ports: WindowPorts, follow: (changed: () => void) => () => void): () => void {
  const { bus, channel, telephony } = ports;
  const post = (message: Said): void => void (telephony().ownsMedia && channel.postMessage(message));
  const tell = <N extends Told>(name: N) => bus.subscribe(name, (payload) => post({ type: "event", name, payload }));
  const ends = told.map((name) => tell(name));
  let last = "";
  const unfollow = follow(() => {
    const part = stateOf(telephony());
    const now = JSON.stringify(part);
    if (now === last) return;
    last = now;
    post({ type: "state", part });
  });
  hear(ports, (message) => {
    if (message.type === "ask") post({ type: "state", part: stateOf(telephony()) });
    if (message.type === "dial" && telephony().ownsMedia) bus.publish("call.dial", message.to);
  });
  return () => [...ends, unfollow].forEach((end) => end());
}

/** In a popup's window. Returns the end as above. */
export function followStation(ports: WindowPorts, change: (part: TelephonyChange) => void): () => void {
  const { bus, channel } = ports;
  const publish = <N extends Told>({ name, payload }: EventOf<N>) => bus.publish(name, payload);
  hear(ports, (message) => {
    if (message.type === "event") publish(message);
    if (message.type === "state") change(message.part);
  });
  const end = bus.subscribe("call.dial", (to) => channel.postMessage({ type: "dial", to } satisfies Message));
  channel.postMessage({ type: "ask" } satisfies Message);
  return end;
}
