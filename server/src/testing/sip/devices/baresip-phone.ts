/** baresip, a telephone that is not ours, behind a bridge: it speaks UDP, the switch WebSocket. */
import { spawn, type ChildProcess } from "node:child_process";
import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../free-port.ts";
import { WebSocket } from "ws";

const BINARY = "/usr/bin/baresip";

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
  private readonly control: number;
  private readonly dir: string;
  private child: ChildProcess | undefined;
  private peer: number | undefined;
  /** What it printed; for whoever looks for why a test failed. */
  output = "";

  private constructor(bridge: Socket, socket: WebSocket, control: number, dir: string) {
    this.bridge = bridge;
    this.socket = socket;
    this.control = control;
    this.dir = dir;
  }

  static async start({ url, realm, user, password }: BaresipOptions): Promise<Baresip> {
    if (!existsSync(BINARY)) throw new Error("baresip is not on this machine: install it (Debian: baresip-core)");
    const bridge = createSocket("udp4");
    bridge.bind(0, "127.0.0.1");
    await once(bridge, "listening");
    const { port } = bridge.address();
    const socket = new WebSocket(url, "sip");
    await once(socket, "open");
    const control = await freePort();
    const dir = await mkdtemp(join(tmpdir(), "liantai-baresip-"));
    const it = new Baresip(bridge, socket, control, dir);
    bridge.on("message", (data, from) => {
      it.peer = from.port;
      socket.send(data.toString());
    });
    socket.on("message", (data: Buffer) => {
      if (it.peer !== undefined) bridge.send(recorded(data.toString(), port), it.peer, "127.0.0.1");
    });
    const modules = ["g711", "ice", "dtls_srtp", "aubridge", "ctrl_tcp", "uuid"];
    await writeFile(
      join(dir, "config"),
      [
        "sip_listen 127.0.0.1:0",
        "audio_player aubridge,echo",
        "audio_source aubridge,echo",
        "audio_alert aubridge,alert",
        "audio_srate 8000",
        "audio_channels 1",
        "rtcp_mux yes",
        "module_path /usr/lib/baresip/modules",
        ...modules.map((name) => `module ${name}.so`),
        "module_tmp account.so",
        "module_app menu.so",
        `ctrl_tcp_listen 127.0.0.1:${control}`,
        "",
      ].join("\n"),
    );
    const way = `outbound="sip:127.0.0.1:${port};transport=udp"`;
    const media = "mediaenc=dtls_srtp;medianat=ice;audio_codecs=PCMU/8000/1";
    await writeFile(
      join(dir, "accounts"),
      `<sip:${user}@${realm};transport=udp>;auth_pass=${password};${way};${media};answermode=auto;regint=600\n`,
    );
    it.child = spawn(BINARY, ["-f", dir, "-v"], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, HOME: dir },
    });
    for (const stream of [it.child.stdout, it.child.stderr])
      stream?.on("data", (data: Buffer) => (it.output += data.toString()));
    return it;
  }

  dial(number: string): Promise<void> {
    return this.command("dial", number);
  }

  /** A key, as RFC 4733 says it. */
  press(key: string): Promise<void> {
    return this.command("sndcode", key);
  }

  hangUp(): Promise<void> {
    return this.command("hangup");
  }

  async stop(): Promise<void> {
    const { child } = this;
    if (child && child.exitCode === null) {
      child.kill("SIGKILL");
      await once(child, "exit");
    }
    this.socket.terminate();
    this.bridge.close();
    await rm(this.dir, { recursive: true, force: true });
  }

  /** Over its control connection: a netstring of JSON, answered by another. */
  private async command(command: string, params = ""): Promise<void> {
    const text = JSON.stringify({ command, params, token: "t" });
    const link = connect(this.control, "127.0.0.1");
    await once(link, "connect");
    link.write(`${Buffer.byteLength(text)}:${text},`);
    await once(link, "data");
    link.destroy();
  }
}
