/** baresip behind a bridge: it speaks UDP, the switch WebSocket. */
import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { WebSocket } from "ws";
import { BaresipProcess } from "./baresip-process.ts";

export interface BaresipOptions {
  /** Of the switch. */
  readonly url: string;
  readonly realm: string;
  readonly user: string;
  readonly password: string;
}

/**
 * What passes for a dialogue names the bridge as its way (Record-Route), as a proxy between two transports does: the switch's own
 * address is one that no name server knows.
 */
const recorded = (text: string, port: number): string =>
  /^CSeq: *\d+ +INVITE\r$/im.test(text)
    ? text.replace("\r\n", `\r\nRecord-Route: <sip:127.0.0.1:${port};transport=udp;lr>\r\n`)
    : text;

/** What it hears it says again: its player is its microphone. */
export class Baresip {
  private readonly bridge: Socket;
  private readonly socket: WebSocket;
  private readonly phone: BaresipProcess;

  private constructor(bridge: Socket, socket: WebSocket, phone: BaresipProcess) {
    this.bridge = bridge;
    this.socket = socket;
    this.phone = phone;
  }

  static async start({ url, realm, user, password }: BaresipOptions): Promise<Baresip> {
    const bridge = createSocket("udp4");
    bridge.bind(0, "127.0.0.1");
    await once(bridge, "listening");
    const { port } = bridge.address();
    const socket = new WebSocket(url, "sip");
    await once(socket, "open");
    let peer: number | undefined;
    bridge.on("message", (data, from) => {
      peer = from.port;
      socket.send(data.toString());
    });
    socket.on("message", (data: Buffer) => {
      if (peer !== undefined) bridge.send(recorded(data.toString(), port), peer, "127.0.0.1");
    });
    const way = `outbound="sip:127.0.0.1:${port};transport=udp"`;
    const media = "mediaenc=dtls_srtp;medianat=ice;audio_codecs=PCMU/8000/1";
    const phone = await BaresipProcess.start({
      listen: "127.0.0.1:0",
      account: `<sip:${user}@${realm};transport=udp>;auth_pass=${password};${way};${media};answermode=auto;regint=600`,
      modules: ["ice", "dtls_srtp"],
      source: { device: "aubridge,echo", srate: 8_000, channels: 1 },
    });
    return new Baresip(bridge, socket, phone);
  }

  dial(number: string): Promise<void> {
    return this.phone.dial(number);
  }

  press(key: string): Promise<void> {
    return this.phone.press(key);
  }

  hangUp(): Promise<void> {
    return this.phone.hangUp();
  }

  async stop(): Promise<void> {
    await this.phone.stop();
    this.socket.terminate();
    this.bridge.close();
  }
}
