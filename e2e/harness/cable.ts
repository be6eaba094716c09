/**
 * The network of one person's machine, which can be taken away: every connection of the page and all its audio go through relays in
 * this process, as they go through a router at home. A page's calls know the relays' addresses alone, and the server knows no address
 * of the page.
 */
import { createSocket, type RemoteInfo, type Socket as Datagrams } from "node:dgram";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import type { Page } from "puppeteer";

declare global {
  interface Window {
    /** The port of 127.0.0.1 behind which this address of the server's is. */
    audioRelay(address: string, port: number): Promise<number>;
  }
}

/** cut: every connection breaks and the browser knows that it is offline. silent: nothing arrives any more, and nobody says so. */
export type Away = "cut" | "silent";

export interface Cable {
  /** Of the server, as this person reaches it. */
  readonly url: string;
  out(how: Away): Promise<void>;
  back(): Promise<void>;
  close(): Promise<void>;
}

/** One connection through the relay. */
class Wire {
  private readonly near: Socket;
  private readonly far: Socket;
  private over = false;

  constructor(near: Socket, port: number, silent: () => boolean, gone: () => void) {
    this.near = near;
    this.far = connect(port, "127.0.0.1");
    const forward = (from: Socket, to: Socket) => {
      from.on("data", (chunk) => to.write(chunk) || from.pause());
      to.on("drain", () => silent() || from.resume());
      from.on("error", () => undefined);
      from.on("close", () => {
        this.over = true;
        if (!silent()) to.destroy();
        if (to.destroyed) gone();
      });
    };
    forward(near, this.far);
    forward(this.far, near);
    if (silent()) this.pause();
  }

  pause(): void {
    this.near.pause();
    this.far.pause();
  }

  /** Whoever was left meanwhile learns it now. */
  resume(): void {
    if (this.over) return this.cut();
    this.near.resume();
    this.far.resume();
  }

  cut(): void {
    this.near.destroy();
    this.far.destroy();
  }
}

const bound = async (socket: Datagrams): Promise<Datagrams> => {
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return socket;
};

/** Audio to this address of the server's and back to whoever sent last; its own port. */
async function audioRelay(address: string, port: number, away: () => boolean, open: Datagrams[]): Promise<number> {
  const [near, far] = [await bound(createSocket("udp4")), await bound(createSocket("udp4"))];
  open.push(near, far);
  let page: RemoteInfo | undefined;
  near.on("message", (packet, from) => {
    page = from;
    if (!away()) far.send(packet, port, address);
  });
  far.on("message", (packet) => {
    if (page && !away()) near.send(packet, page.port, page.address);
  });
  return near.address().port;
}

/** In the page: its calls go through the relays. */
function callsThroughRelays(): void {
  const Native = window.RTCPeerConnection;
  const relayed = async (line: string): Promise<readonly string[]> => {
    if (!line.startsWith("a=candidate:")) return [line];
    const words = line.split(" ");
    const [address = "", port] = words.slice(4);
    if (words[2]?.toLowerCase() !== "udp" || !address.includes(".")) return [];
    return [
      [...words.slice(0, 4), "127.0.0.1", await window.audioRelay(address, Number(port)), ...words.slice(6)].join(" "),
    ];
  };
  /** It says where the page is nowhere, so that it is found through the relays alone. */
  const nowhere = (sdp: string): string =>
    sdp
      .replace(/^a=candidate:.*\r\n/gm, "")
      .replace(/^m=audio \d+/gm, "m=audio 9")
      .replace(/^c=IN .*$/gm, "c=IN IP4 0.0.0.0");
  window.RTCPeerConnection = class extends Native {
    override async setRemoteDescription(description: RTCSessionDescriptionInit): Promise<void> {
      const lines = (description.sdp ?? "").split("\r\n");
      const sdp = (await Promise.all(lines.map(relayed))).flat().join("\r\n");
      return super.setRemoteDescription({ type: description.type, sdp });
    }
    override get localDescription(): RTCSessionDescription | null {
      const own = super.localDescription;
      return own && new RTCSessionDescription({ type: own.type, sdp: nowhere(own.sdp) });
    }
  };
}

/** Before the page's first navigation. */
export async function cableFor(page: Page, server: string): Promise<Cable> {
  const port = Number(new URL(server).port);
  const wires = new Set<Wire>();
  const audio: Datagrams[] = [];
  let away: Away | undefined;
  const relay = createServer((near) => {
    if (away === "cut") return near.destroy();
    const wire: Wire = new Wire(
      near,
      port,
      () => away === "silent",
      () => wires.delete(wire),
    );
    wires.add(wire);
  });
  await new Promise<void>((resolve) => relay.listen(0, "127.0.0.1", resolve));
  // Page.setOfflineMode says it in a way that this Chromium does not understand.
  const cdp = await page.createCDPSession();
  await cdp.send("Network.enable");
  const offline = (is: boolean) =>
    cdp.send("Network.emulateNetworkConditions", {
      offline: is,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
  await page.exposeFunction("audioRelay", (address: string, of: number) =>
    audioRelay(address, of, () => away !== undefined, audio),
  );
  await page.evaluateOnNewDocument(callsThroughRelays);
  return {
    url: `http://127.0.0.1:${(relay.address() as AddressInfo).port}`,
    async out(how) {
      away = how;
      for (const wire of wires) {
        if (how === "cut") wire.cut();
        else wire.pause();
      }
      if (how === "cut") await offline(true);
    },
    async back() {
      away = undefined;
      for (const wire of wires) wire.resume();
      await offline(false);
    },
    async close() {
      for (const wire of wires) wire.cut();
      for (const socket of audio) socket.close();
      await new Promise<void>((resolve) => relay.close(() => resolve()));
    },
  };
}
