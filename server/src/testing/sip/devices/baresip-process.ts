/** baresip, a telephone that is not ours (Debian: baresip-core): one process with one account, told what to do over its control port. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../free-port.ts";
import { boundToParent } from "../../bound-process.ts";

const BINARY = "/usr/bin/baresip";

export interface BaresipSetup {
  /** Address and port of its SIP. */
  readonly listen: string;
  /** A line of its file of accounts. */
  readonly account: string;
  /** Beside those that every telephone needs. */
  readonly modules: readonly string[];
  /** Where its voice comes from: driver and device, and how it gives its samples. */
  readonly source: { readonly device: string; readonly srate: number; readonly channels: 1 | 2 };
}

export class BaresipProcess {
  private readonly control: number;
  private readonly dir: string;
  private readonly child: ChildProcess;
  /** What it printed; for whoever looks for why a test failed. */
  output = "";

  private constructor(control: number, dir: string) {
    this.control = control;
    this.dir = dir;
    this.child = spawn(...boundToParent(BINARY, ["-f", dir, "-v"]), {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, HOME: dir },
    });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on("data", (data: Buffer) => (this.output += data.toString()));
  }

  static async start({ listen, account, modules, source }: BaresipSetup): Promise<BaresipProcess> {
    if (!existsSync(BINARY)) throw new Error("baresip is not on this machine: install it (Debian: baresip-core)");
    const control = await freePort();
    const dir = await mkdtemp(join(tmpdir(), "liantai-baresip-"));
    await writeFile(
      join(dir, "config"),
      [
        `sip_listen ${listen}`,
        "audio_player aubridge,echo",
        `audio_source ${source.device}`,
        "audio_alert aubridge,alert",
        `ausrc_srate ${source.srate}`,
        "auplay_srate 8000",
        `ausrc_channels ${source.channels}`,
        "auplay_channels 1",
        "rtcp_mux yes",
        "module_path /usr/lib/baresip/modules",
        ...["g711", ...modules, "aubridge", "ctrl_tcp", "uuid"].map((name) => `module ${name}.so`),
        "module_tmp account.so",
        "module_app menu.so",
        `ctrl_tcp_listen 127.0.0.1:${control}`,
        "",
      ].join("\n"),
    );
    await writeFile(join(dir, "accounts"), `${account}\n`);
    const phone = new BaresipProcess(control, dir);
    try {
      await phone.printed("baresip is ready");
      return phone;
    } catch (error) {
      await phone.stop();
      throw error;
    }
  }

  /** Resolves when it has printed these words. */
  async printed(words: string, ms = 10_000): Promise<void> {
    for (const end = performance.now() + ms; !this.output.includes(words);) {
      if (performance.now() > end) throw new Error(`baresip did not print “${words}”: ${this.output.slice(-2_000)}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
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
    if (this.child.exitCode === null) {
      this.child.kill("SIGKILL");
      await once(this.child, "exit");
    }
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
