/**
 * Frames between the page and the soft phone on the agent's machine (terminal type 4): JSON over ws://127.0.0.1:17010. The
 * specification numbers them (realtime.md section 7) and shows no format; ours is docs/protocol.md, section Local soft phone.
 */
export const localPhonePort = 17_010;
/** Prefix of the scripts of workers that may open the socket; a single-use ticket and .js follow. */
export const localPhoneScripts = "/local-phone/";

/** What the page orders. */
export const localPhoneOrders = { login: 701, answer: 702, hangup: 703, logout: 704, network: 502 } as const;

/** What the client answers and tells. */
export const localPhoneNews = {
  hello: 900,
  registered: 801,
  refused: 802,
  unregistered: 803,
  incoming: 901,
  connected: 902,
  ended: 903,
  network: 501,
} as const;

/** seq of the order that it answers; none: nobody asked. */
interface Numbered {
  readonly seq?: number;
}

export type LocalPhoneOrder = Required<Numbered> &
  (
    | {
        readonly type: 701;
        /** Of querySecretKey: the SIP user, its realm, and the password of the session, which is the ticket. */
        readonly user: string;
        readonly realm: string;
        readonly ticket: string;
      }
    | { readonly type: 702 | 703; readonly callId: string }
    | { readonly type: 704 | 502 }
  );

export type LocalPhoneFrame = Numbered &
  (
    | { readonly type: 900; readonly version: string }
    | { readonly type: 801 | 803 }
    /** code: the SIP status, 0 without one. */
    | { readonly type: 802; readonly code: number; readonly msg: string }
    | { readonly type: 901; readonly callId: string; readonly number: string; readonly autoAnswer: boolean }
    | { readonly type: 902; readonly callId: string }
    | { readonly type: 903; readonly callId: string; readonly code: number }
    /** Of realtime.md section 4: -1 to 4. */
    | { readonly type: 501; readonly level: number }
  );
