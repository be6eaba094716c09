/** Whether a trunk answers: SIP OPTIONS (RFC 3261 section 11) over UDP; elsewhere whether its port takes a connection. */
import { createSocket } from "node:dgram";
import { connect } from "node:net";
import type { Random } from "../../ports/clock.ts";

export interface Checked {
  readonly state: "up" | "down";
  readonly text: string;
  readonly latencyMs: number | null;
}

const waitMs = 3_000;
/** Default ports of RFC 3261 section 18 and RFC 7118. */
const ports: Readonly<Record<string, number>> = { udp: 5060, tcp: 5060, tls: 5061, ws: 80, wss: 443 };

export function parseAddress(address: string, transport: string): { readonly host: string; readonly port: number } {
  const [host = "", port] = address.split(":");
  return { host, port: port === undefined ? (ports[transport] ?? 5060) : Number(port) };
}

const down = (text: string): Checked => ({ state: "down", text, latencyMs: null });

function options(host: string, port: number, own: string, random: Random): string {
  const tag = random.token(6);
  return [
    `OPTIONS sip:${host}:${port} SIP/2.0`,
    // rport (RFC 3581): the answer comes back to where this left, whatever stands between.
    `Via: SIP/2.0/UDP ${own};branch=z9hG4bK${random.token(8)};rport`,
    "Max-Forwards: 70",
    `From: <sip:liantai@${own}>;tag=${tag}`,
    `To: <sip:${host}:${port}>`,
    `Call-ID: ${random.token(12)}@${own}`,
    "CSeq: 1 OPTIONS",
    `Contact: <sip:liantai@${own}>`,
    "Accept: application/sdp",
    "Content-Length: 0",
    "",
    "",
  ].join("\r\n");
}

function overUdp(host: string, port: number, random: Random): Promise<Checked> {
  const socket = createSocket("udp4");
  return new Promise<Checked>((resolve) => {
    const began = performance.now();
    const timer = setTimeout(() => resolve(down(`${waitMs / 1_000} 秒内没有应答`)), waitMs);
    const end = (found: Checked) => {
      clearTimeout(timer);
      resolve(found);
    };
    socket.on("error", (error: NodeJS.ErrnoException) => end(down(`无法到达：${error.code ?? error.message}`)));
    socket.on("message", (data) => {
      const status = /^SIP\/2\.0 (\d{3}) ?([^\r\n]{0,80})/.exec(data.toString("utf8", 0, 200));
      // Any answer, a refusal too, says that a SIP element lives there.
      if (status)
        end({
          state: "up",
          text: `${status[1]} ${status[2]}`.trim(),
          latencyMs: Math.round(performance.now() - began),
        });
    });
    socket.connect(port, host, (error?: Error) => {
      if (error) return end(down(`无法到达：${(error as NodeJS.ErrnoException).code ?? error.message}`));
      const { address, port: ownPort } = socket.address();
      socket.send(options(host, port, `${address}:${ownPort}`, random));
    });
  }).finally(() => socket.close());
}

function overTcp(host: string, port: number): Promise<Checked> {
  return new Promise<Checked>((resolve) => {
    const began = performance.now();
    const socket = connect({ host, port, timeout: waitMs });
    const end = (found: Checked) => {
      socket.destroy();
      resolve(found);
    };
    socket.on("connect", () =>
      end({ state: "up", text: "端口可以连接", latencyMs: Math.round(performance.now() - began) }),
    );
    socket.on("timeout", () => end(down(`${waitMs / 1_000} 秒内没有应答`)));
    socket.on("error", (error: NodeJS.ErrnoException) =>
      end(down(error.code === "ECONNREFUSED" ? "端口拒绝连接" : `无法到达：${error.code ?? error.message}`)),
    );
  });
}

export function checkTrunk(address: string, transport: string, random: Random): Promise<Checked> {
  const { host, port } = parseAddress(address, transport);
  return transport === "udp" ? overUdp(host, port, random) : overTcp(host, port);
}
