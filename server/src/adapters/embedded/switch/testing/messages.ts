/** What a SIP message costs that is read, answered and written: with sip.js' own grammar and with ours, in turns. */
import { EventEmitter } from "node:events";
import { Grammar } from "sip.js/lib/grammar/index.js";
import { silentLogger } from "../options.ts";
import { grammarOf, readQuickly } from "../sip/grammar.ts";
import { Bucket } from "../sip/rate.ts";
import { SipSocket } from "../sip/socket.ts";

const rounds = 9;
const each = 300;

/** As much of a WebSocket as a SIP socket uses. */
class Wire extends EventEmitter {
  readonly OPEN = 1;
  readonly readyState = 1;
  answers = 0;
  send(_text: string, done?: () => void): void {
    this.answers += 1;
    done?.();
  }
  close(): void {}
  terminate(): void {}
  ping(): void {}
}

/** CPU milliseconds a message; `make` gives the n-th, all different. */
export async function measureMessages(
  make: (n: number) => string,
): Promise<{ readonly ours: number; readonly library: number }> {
  let n = 0;
  const round = (): number => {
    const wire = new Wire();
    const plenty = new Bucket({ size: Number.MAX_SAFE_INTEGER, perSecond: 0 }, 0);
    const socket = new SipSocket(wire, {
      id: "test",
      remoteAddress: "192.0.2.1",
      realm: "liantai",
      logger: silentLogger,
      bucket: plenty,
      addressBucket: plenty,
      now: () => 0,
      delegate: () => ({}),
      onGone: () => undefined,
      onProven: () => undefined,
    });
    const texts = Array.from({ length: each }, () => Buffer.from(make(n++)));
    const before = process.cpuUsage();
    for (const text of texts) wire.emit("message", text, false);
    const { user, system } = process.cpuUsage(before);
    if (wire.answers !== each) throw new Error(`${wire.answers} of ${each} messages were answered`);
    socket.close(1000, "done");
    return (user + system) / 1_000 / each;
  };
  const ours: number[] = [];
  const library: number[] = [];
  // The first of each warms up.
  for (let i = 0; i <= rounds; i += 1) {
    readQuickly();
    ours.push(round());
    Object.assign(Grammar, { parse: grammarOf });
    library.push(round());
  }
  readQuickly();
  const median = (values: readonly number[]) => values.slice(1).sort((a, b) => a - b)[Math.floor(rounds / 2)]!;
  return { ours: median(ours), library: median(library) };
}
