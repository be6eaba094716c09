/** The Phone over JsSIP 3.13: SIP over WebSocket, digest, one registration a browser tab. */
import { UA } from "jssip";
import type { RTCSession, RTCSessionEventMap } from "jssip/lib/RTCSession.js";
import type { IncomingRTCSessionEvent, OutgoingRTCSessionEvent } from "jssip/lib/UA.js";
import { handlersOf, JssipCall } from "./jssip-call.ts";
import type { OpenPhone, Phone, PhoneConfig } from "./ports.ts";
import { SipSocket } from "./sip-socket.ts";

/** Each handler at the event that it is named after. */
function listen(session: RTCSession, handlers: Partial<RTCSessionEventMap>): void {
  const one = <K extends keyof RTCSessionEventMap>(name: K): void => {
    const handler = handlers[name];
    if (handler) session.on(name, handler);
  };
  for (const name of Object.keys(handlers) as (keyof RTCSessionEventMap)[]) one(name);
}

export const openJssip: OpenPhone = (config, events) => {
  const socket = new SipSocket(config.socketUrl);
  const ua = new UA({
    sockets: [socket],
    uri: `sip:${config.user}@${config.realm}`,
    authorization_user: config.user,
    password: config.password,
    realm: config.realm,
    instance_id: config.instance,
    register: true,
    register_expires: 600,
    session_timers: false,
    connection_recovery_min_interval: 2,
    connection_recovery_max_interval: 10,
    user_agent: "Liantai workstation",
  });
  const pcConfigOf = ({ iceServers = [] }: PhoneConfig): RTCConfiguration => ({ iceServers });
  let pcConfig = pcConfigOf(config);
  let over = false;
  const live = new Set<RTCSession>();

  ua.on("connecting", () => over || events.state("connecting"));
  ua.on("registered", () => over || events.state("up"));
  ua.on("unregistered", () => over || events.state("down"));
  ua.on("disconnected", () => over || events.state("down", "socket"));
  ua.on("registrationFailed", ({ cause }) => over || events.state("down", String(cause ?? "refused")));
  ua.on("newRTCSession", ({ originator, session, request }: IncomingRTCSessionEvent | OutgoingRTCSessionEvent) => {
    if ((originator as string) !== "remote" || over) return;
    const call = new JssipCall(session, (name) => request.getHeader(name), pcConfig);
    live.add(session);
    const handlers = handlersOf(events.incoming(call), () => live.delete(session));
    listen(session, handlers);
  });
  ua.start();
  // JsSIP waits for up to 10 s before it tries again, whatever the browser says of the network.
  const online = () => socket.connect();
  addEventListener("online", online);
  const close = () => {
    over = true;
    removeEventListener("online", online);
  };

  const phone: Phone = {
    isRegistered: () => ua.isRegistered(),
    renew(next) {
      pcConfig = pcConfigOf(next);
      // Where there is a password JsSIP forgets what it made of the one before.
      ua.set("password", next.password);
    },
    register() {
      if (ua.isConnected()) ua.register();
      else ua.start();
    },
    call(number, stream, callEvents) {
      const session = ua.call(`sip:${number}@${config.realm}`, {
        mediaStream: stream,
        pcConfig,
        eventHandlers: handlersOf(callEvents, () => live.delete(session)),
      });
      live.add(session);
      return new JssipCall(session, () => undefined);
    },
    stop() {
      close();
      ua.stop();
    },
    abandon() {
      close();
      socket.silence();
      ua.stop();
      for (const session of live) session.connection?.close();
      socket.disconnect();
    },
  };
  return phone;
};
