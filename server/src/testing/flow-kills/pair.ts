/** Two processes, of which the one that leads the calls is killed again and again; another takes its place. */
import { once } from "node:events";
import type { Host, Hosts } from "../hosts/hosts.ts";
import type { Barrier } from "./barrier.ts";

const startMs = 120_000;
const graceMs = 2_500;

/** What a process says of itself in /metrics. */
async function figure({ url }: Host, name: string): Promise<number> {
  const text = await fetch(`${url}/metrics`).then(
    (reply) => reply.text(),
    () => "",
  );
  return Number(new RegExp(`^${name} (\\d+)`, "m").exec(text)?.[1] ?? 0);
}

export class Pair {
  readonly #hosts: Hosts;
  #living: readonly Host[] = [];
  #next: Promise<void> | undefined;
  #ready = false;
  /** When the last one died, and when its calls were led again; by performance.now(). */
  killedAt = 0;
  ledAt = 0;
  /** From each kill until the calls were led again. */
  readonly gaps: number[] = [];

  constructor(hosts: Hosts) {
    this.#hosts = hosts;
  }

  async open(): Promise<Host> {
    const first = await this.#hosts.start(startMs);
    this.#living = [first];
    this.#replace();
    return first;
  }

  #replace(): void {
    this.#ready = false;
    this.#next = this.#hosts.start(startMs).then((host) => {
      this.#living = [...this.#living, host];
      this.#ready = true;
    });
    // Whoever waits for it hears of it.
    this.#next.catch(() => undefined);
  }

  /** Somebody would go on with the calls, and for a moment everybody had whom he needs: others are to come on, too. */
  get ready(): boolean {
    return this.#ready && this.ledAt >= this.killedAt && performance.now() - this.ledAt > graceMs;
  }

  async untilReady(): Promise<void> {
    await this.#next;
  }

  /** Of one that lives. */
  get url(): string {
    return this.#living[0]!.url;
  }

  async #leader(): Promise<Host | undefined> {
    for (const host of this.#living) if ((await figure(host, "liantai_calls")) > 0) return host;
    return undefined;
  }

  /** Of the process that has them. */
  async calls(): Promise<number> {
    return Math.max(...(await Promise.all(this.#living.map((host) => figure(host, "liantai_calls")))));
  }

  /** The process that has the calls, in whatever it is doing; what it has not written is not written any more. */
  async kill(barrier?: Barrier): Promise<void> {
    const leader = await this.#leader();
    if (!leader) throw new Error("nobody leads the calls");
    leader.child.kill("SIGKILL");
    this.killedAt = performance.now();
    await once(leader.child, "exit");
    await barrier?.end();
    this.#living = this.#living.filter((each) => each !== leader);
    this.#replace();
  }

  /** Until the other one has them, and both leases: of the enterprise, and of what comes in over trunks. */
  async untilLed(): Promise<void> {
    await this.#hosts.until("the next one leads", async () => (await this.#leader()) !== undefined, 60_000);
    this.ledAt = performance.now();
    this.gaps.push(this.ledAt - this.killedAt);
  }

  async untilAdmitting(): Promise<void> {
    await this.#hosts.until("calls from outside are taken", async () => {
      const leases = await Promise.all(this.#living.map((host) => figure(host, "liantai_leases")));
      return leases.reduce((sum, each) => sum + each, 0) === 2;
    });
  }
}
