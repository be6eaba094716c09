/** The SIP user agent of the local soft phone: one registration, one call at a time, real audio. */
import { randomUUID } from "node:crypto";
import { localPhoneNews, localPhoneOrders } from "@liantai/api/contract/local-phone";
import type { LocalPhoneFrame, LocalPhoneOrder } from "@liantai/api/contract/local-phone";
import { SipClient } from "../../testing/sip/sip-client.ts";
import { LegMeter } from "./quality.ts";

type SipCall = Awaited<ReturnType<SipClient["incoming"]>>;
type Credentials = Extract<LocalPhoneOrder, { type: 701 }>;

interface Leg {
  readonly call: SipCall;
  readonly callId: string;
  readonly meter: LegMeter;
  /** The switch wants it answered at once. */
  readonly autoAnswer: boolean;
  up: boolean;
  over: boolean;
}

export interface SoftphoneAgent {
  order(order: LocalPhoneOrder): Promise<LocalPhoneFrame | undefined>;
  close(): Promise<void>;
}

const anyTime = 2_000_000_000;
const busyHere = 486;
/** A person said no: called no more (docs/protocol.md T6), where 486 is only busy now. */
const decline = 603;

/** Rings, and where it was answered that too: a page that came in the middle of a call hears of it as the one before did. */
function tellLeg({ call, callId, autoAnswer, up }: Leg, tell: (frame: LocalPhoneFrame) => void): void {
  const number = call.request?.from.uri.user ?? "";
  tell({ type: localPhoneNews.incoming, callId, number, autoAnswer });
  if (up) tell({ type: localPhoneNews.connected, callId });
}

const headerOf = ({ request }: SipCall, name: string): string => request?.getHeader(name) ?? "";

/** Its audio goes on being measured, whether or not it is the leg by then. */
async function isUp(leg: Leg): Promise<void> {
  const { answered, peer } = leg.call;
  await answered;
  await peer.connected;
  leg.up = true;
  leg.meter.begin(peer.ears.heard);
}

/** 0: nothing is measured without a call. -1: the registration is gone, or no audio comes. */
const levelOf = (registered: boolean, leg: Leg | undefined): number =>
  registered ? (leg?.up ? leg.meter.level(leg.call.peer.ears.heard) : 0) : -1;

/** `socket`: the console's own SIP socket; a page cannot send the client anywhere else. */
export function createSoftphoneAgent(
  socket: string,
  toneHz: number | undefined,
  tell: (frame: LocalPhoneFrame) => void,
): SoftphoneAgent {
  let client: SipClient | undefined;
  let options: { url: string; user: string; password: string; realm: string; toneHz?: number } | undefined;
  let leg: Leg | undefined;

  function offered(call: SipCall): void {
    const callId = headerOf(call, "X-Liantai-Call") || randomUUID();
    const autoAnswer = headerOf(call, "X-Liantai-Auto-Answer") === "1";
    const before = leg;
    // The switch brings the same call back, and ends the leg before once this one is up. A goodbye of ours would end the call.
    if (before && !(autoAnswer && before.callId === callId)) return call.refuse(busyHere);
    const mine: Leg = {
      call,
      callId,
      meter: new LegMeter(() => performance.now()),
      autoAnswer,
      up: false,
      over: false,
    };
    leg = mine;
    call.ring();
    tellLeg(mine, tell);
    void isUp(mine).then(() => leg === mine && tell({ type: localPhoneNews.connected, callId }));
    void call.ended.then(({ status }) => {
      mine.over = true;
      if (leg !== mine) return;
      leg = before?.over ? undefined : before;
      if (!leg) tell({ type: localPhoneNews.ended, callId, code: status ?? 0 });
    });
  }

  async function listen(from: SipClient): Promise<void> {
    for (;;) {
      const call = await from.incoming(anyTime).catch(() => undefined);
      if (!call || from !== client) return;
      offered(call);
    }
  }

  async function leave(): Promise<void> {
    const before = client;
    client = undefined;
    leg?.call.bye();
    await before?.close();
  }

  /** The same user again proves itself with the next ticket; its calls go on. */
  async function login({ user, realm, ticket, seq }: Credentials): Promise<LocalPhoneFrame> {
    try {
      if (client && options?.user === user) options.password = ticket;
      else {
        await leave();
        options = { url: socket, user, realm, password: ticket, ...(toneHz === undefined ? {} : { toneHz }) };
        const next = await SipClient.connect(options);
        client = next;
        void listen(next);
        void next.closed.then(() => {
          if (client !== next) return;
          client = undefined;
          tell({ type: localPhoneNews.unregistered });
        });
      }
      await client.register();
      if (leg) tellLeg(leg, tell);
      return { type: localPhoneNews.registered, seq };
    } catch (error) {
      await leave();
      const code = (error as { readonly status?: number }).status ?? 0;
      return { type: localPhoneNews.refused, seq, code, msg: code ? "注册被拒绝" : "无法连接服务器" };
    }
  }

  async function order(given: LocalPhoneOrder): Promise<LocalPhoneFrame | undefined> {
    const { type, seq } = given;
    switch (type) {
      case localPhoneOrders.login:
        return login(given);
      case localPhoneOrders.answer:
        if (leg?.callId === given.callId && !leg.up) await leg.call.answer();
        return undefined;
      case localPhoneOrders.hangup:
        if (leg?.callId !== given.callId) return undefined;
        if (leg.up) leg.call.bye();
        else leg.call.refuse(decline);
        return undefined;
      case localPhoneOrders.logout:
        await client?.register(0).catch(() => undefined);
        await leave();
        return { type: localPhoneNews.unregistered, seq };
      case localPhoneOrders.network:
        return { type: localPhoneNews.network, seq, level: levelOf(client !== undefined, leg) };
    }
  }
  return { order, close: leave };
}
