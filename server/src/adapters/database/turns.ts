/**
 * Who has the next connection of a pool. Transactions wait in lines, one an enterprise and one for each lane of the installation. A line
 * has a share, so many connections at a time; lines are served in turn, each in the order in which it came, so that one enterprise's
 * thousand questions keep nobody else waiting. Where enterprises and the installation wait, every second turn is the installation's.
 */
import { named } from "./busy.ts";
import type { SqlClient, SqlPool } from "./pool.ts";

interface Waiter {
  readonly line: Line;
  readonly has: (client: SqlClient) => void;
  readonly fails: (error: unknown) => void;
  readonly timer: NodeJS.Timeout;
  /** It gave up. */
  gone: boolean;
}

interface Line {
  readonly name: string;
  readonly ring: Ring;
  readonly share: number;
  running: number;
  readonly waiting: Set<Waiter>;
}

/** Lines in the order in which they are served; whoever was served stands at its end. */
type Ring = Map<string, Line>;

/** A line's claim on a connection; `client` is its own until `give`. */
export interface Turn {
  readonly client: SqlClient;
  /** broken: why the connection is thrown away. */
  give(broken?: Error): void;
}

export interface TurnsOptions {
  /** Connections that one enterprise has at the most at once. */
  readonly ofEnterprise: number;
  /** Connections that one lane of the installation has at the most at once; default: all. */
  readonly ofLane?: number;
}

/** As a pool's own waiting; what it says is what the pool says. */
const patienceMs = 10_000;
const late = (): Error => new Error("timeout exceeded when trying to connect");

export class Turns {
  readonly pool: SqlPool;
  readonly #most: number;
  readonly #patienceMs: number;
  readonly #options: TurnsOptions;
  readonly #enterprises: Ring = new Map();
  readonly #lanes: Ring = new Map();
  readonly #lines = new Map<string, Line>();
  #running = 0;
  #lanesNext = true;

  constructor(pool: SqlPool, options: TurnsOptions) {
    this.pool = pool;
    this.#options = options;
    this.#most = pool.options.max;
    this.#patienceMs = pool.options.connectionTimeoutMillis ?? patienceMs;
  }

  /** Rejects with DatabaseBusy after the pool's patience, and when the database cannot be reached. */
  ofEnterprise(compId: string): Promise<Turn> {
    return this.#take(`c ${compId}`, this.#enterprises, this.#options.ofEnterprise);
  }

  ofLane(lane: string): Promise<Turn> {
    return this.#take(`l ${lane}`, this.#lanes, this.#options.ofLane ?? this.#most);
  }

  async #take(name: string, ring: Ring, share: number): Promise<Turn> {
    const line = this.#lines.get(name) ?? { name, ring, share, running: 0, waiting: new Set() };
    this.#lines.set(name, line);
    if (line.running >= share || this.#running >= this.#most) return this.#wait(line);
    this.#begin(line);
    return this.#turn(line, await this.pool.connect().catch((error: unknown) => this.#failed(line, error)));
  }

  #wait(line: Line): Promise<Turn> {
    return new Promise<SqlClient>((has, fails) => {
      const timer = setTimeout(() => {
        waiter.gone = true;
        line.waiting.delete(waiter);
        if (line.waiting.size === 0) line.ring.delete(line.name);
        this.#forget(line);
        fails(late());
      }, this.#patienceMs).unref();
      const waiter: Waiter = { line, has, fails, timer, gone: false };
      line.waiting.add(waiter);
      line.ring.set(line.name, line);
    }).then((client) => this.#turn(line, client), named);
  }

  #turn(line: Line, client: SqlClient): Turn {
    return { client, give: (broken) => this.#give(line, client, broken) };
  }

  #begin(line: Line): void {
    line.running += 1;
    this.#running += 1;
  }

  #end(line: Line): void {
    line.running -= 1;
    this.#running -= 1;
    this.#forget(line);
  }

  #forget(line: Line): void {
    if (line.running === 0 && line.waiting.size === 0) this.#lines.delete(line.name);
  }

  #failed(line: Line, error: unknown): never {
    this.#end(line);
    this.#serve(this.#next());
    return named(error);
  }

  /** A sound client goes from hand to hand: what its last COMMIT and the next beginning write leaves as one message. */
  #give(line: Line, client: SqlClient, broken: Error | undefined): void {
    this.#end(line);
    const waiter = this.#next();
    // Others wait at the pool itself (checkpoints, jobs on PGlite): they have it first.
    if (waiter && !broken && this.pool.waitingCount === 0 && !this.pool.ending) return this.#hand(waiter, client);
    client.release(broken);
    this.#serve(waiter);
  }

  #hand({ timer, has }: Waiter, client: SqlClient): void {
    clearTimeout(timer);
    has(client);
  }

  #serve(waiter: Waiter | undefined): void {
    if (!waiter) return;
    this.pool.connect().then(
      (client) => (waiter.gone ? this.#give(waiter.line, client, undefined) : this.#hand(waiter, client)),
      (error: unknown) => {
        clearTimeout(waiter.timer);
        this.#end(waiter.line);
        waiter.fails(error);
        this.#serve(this.#next());
      },
    );
  }

  /** Whose turn it is, with a connection counted as his own; nobody's while all are taken. */
  #next(): Waiter | undefined {
    if (this.#running >= this.#most) return undefined;
    const [first, second] = this.#lanesNext ? [this.#lanes, this.#enterprises] : [this.#enterprises, this.#lanes];
    const line = this.#nextOf(first) ?? this.#nextOf(second);
    const [waiter] = line?.waiting ?? [];
    if (!line || !waiter) return undefined;
    this.#lanesNext = line.ring === this.#enterprises;
    line.waiting.delete(waiter);
    line.ring.delete(line.name);
    if (line.waiting.size > 0) line.ring.set(line.name, line);
    this.#begin(line);
    return waiter;
  }

  #nextOf(ring: Ring): Line | undefined {
    for (const line of ring.values()) if (line.running < line.share) return line;
    return undefined;
  }
}
