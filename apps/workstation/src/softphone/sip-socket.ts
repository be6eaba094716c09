/**
 * SIP over WebSocket (RFC 7118) as JsSIP wants it, with two things of our own: it can be opened before JsSIP is there, and
 * it can leave quietly.
 */
import type { Socket } from "jssip";

export type OpenSip = (url: string) => WebSocket;

const openSip: OpenSip = (url) => new WebSocket(url, "sip");

/** ms that a socket opened early waits to be used. */
const patience = 10_000;

let early: { readonly url: string; readonly socket: WebSocket } | undefined;

/**
 * Opens the socket of a page that is about to register: while it connects, the credentials are on their way. One that
 * nobody uses is closed.
 */
export function openEarly(url: string, open: OpenSip = openSip): void {
  if (early) return;
  const mine = { url, socket: open(url) };
  early = mine;
  setTimeout(() => {
    if (early !== mine) return;
    early = undefined;
    mine.socket.close();
  }, patience);
}

function take(url: string): WebSocket | undefined {
  const found = early;
  early = undefined;
  if (found?.url === url && found.socket.readyState <= WebSocket.OPEN) return found.socket;
  found?.socket.close();
  return undefined;
}

export class SipSocket implements Socket {
  readonly url: string;
  readonly sip_uri: string;
  via_transport: string;
  onconnect: Socket["onconnect"] = () => undefined;
  ondisconnect: Socket["ondisconnect"] = () => undefined;
  ondata: Socket["ondata"] = () => undefined;
  private readonly open: OpenSip;
  private socket: WebSocket | undefined;
  private quiet = false;

  constructor(url: string, open: OpenSip = openSip) {
    const { host, protocol } = new URL(url);
    this.url = url;
    this.sip_uri = `sip:${host};transport=ws`;
    this.via_transport = protocol === "wss:" ? "WSS" : "WS";
    this.open = open;
  }

  connect(): void {
    if (this.isConnected() || this.isConnecting()) return;
    const socket = take(this.url) ?? this.open(this.url);
    this.socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onopen = () => this.onconnect();
    socket.onmessage = ({ data }) => this.ondata(data);
    socket.onclose = ({ wasClean, code, reason }) => this.ondisconnect(!wasClean, code, reason);
    // One that was opened early may be open already; JsSIP hears of it in the next turn, as it would of any other.
    if (socket.readyState === WebSocket.OPEN) queueMicrotask(() => this.socket === socket && this.onconnect());
  }

  disconnect(): void {
    const { socket } = this;
    this.socket = undefined;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  /**
   * Nothing leaves any more. JsSIP says BYE and un-REGISTER when it stops; a tab that lost the media to another tab must
   * not, or it would end a call that goes on there.
   */
  silence(): void {
    this.quiet = true;
  }

  send(message: string | ArrayBufferLike | Blob | ArrayBufferView): boolean {
    if (this.quiet) return true;
    if (!this.isConnected()) return false;
    this.socket!.send(message as string);
    return true;
  }

  isConnected(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  isConnecting(): boolean {
    return this.socket?.readyState === WebSocket.CONNECTING;
  }
}
