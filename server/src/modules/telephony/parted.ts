/** The engines of a process where the switch has a part an enterprise: those of the enterprises whose leases it has (K42). */
import type { Switch, SwitchParts } from "../../ports/switch.ts";
import { installationLease, type Leadership } from "./leadership.ts";
import { receive } from "./reception.ts";
import { engineOf, logOf, type Running } from "./running.ts";
import { createSharing, type SharingOptions } from "./sharing.ts";
import type { Term } from "./term.ts";
import type { Engines, EnginesOptions } from "./whole.ts";

interface Cell extends Running {
  readonly part: Switch;
  begun: boolean;
}

export interface PartedOptions extends EnginesOptions {
  readonly parts: SwitchParts;
  /** The enterprises there are. */
  readonly enterprises: () => Promise<readonly string[]>;
  readonly missed: SharingOptions["missed"];
}

export function createParted({ parts, enterprises, ...options }: PartedOptions): Engines {
  const { switch: whole } = options;
  const cells = new Map<Term, Cell>();
  const receptions = new Map<Term, () => Promise<void>>();
  let leadership: Leadership | undefined = undefined;
  const mine = { lost: (term: Term) => leadership?.lost(term), term: async () => undefined };
  const running = { ...options, leadership: mine };
  const eventLog = logOf(running);

  async function begin(term: Term): Promise<void> {
    const { name, epoch } = term.lease;
    const part = parts.of(name);
    const cell: Cell = { ...engineOf(term, running, eventLog, part), part, begun: false };
    cells.set(term, cell);
    await part.fence(epoch);
    await part.as(epoch).start();
    await cell.engine.start();
    cell.begun = true;
  }

  async function leave(term: Term): Promise<void> {
    const [cell, reception] = [cells.get(term), receptions.get(term)];
    cells.delete(term);
    receptions.delete(term);
    // What it listens to ends; what was under way is another's, and is not waited for.
    void (cell ? cell.engine.letGo() : reception?.())?.catch(() => undefined);
    await (cell?.part ?? whole).letGo();
  }

  /** Its legs are another's from then on, as they are. */
  async function letGo(term: Term, { engine, part }: Cell): Promise<void> {
    cells.delete(term);
    await engine.letGo();
    term.end();
    await eventLog.flush();
    await part.letGo();
  }

  const sharing = createSharing({
    ...options,
    names: enterprises,
    async lead(term) {
      if (term.lease.name !== installationLease) return begin(term);
      receptions.set(term, await receive(term, { ...options, parts }));
    },
    leave,
    idle(names) {
      const quiet = ({ engine }: Cell) => engine.stats().calls === 0 && engine.stats().recordings === 0;
      const idle = [...cells].filter(([term, cell]) => cell.begun && !term.over && quiet(cell));
      const fewest = idle.sort(([, a], [, b]) => a.part.stats().registered - b.part.stats().registered);
      return fewest.map(([term]) => term.lease.name).find((name) => names.includes(name));
    },
    async handOver(term) {
      const cell = cells.get(term);
      if (cell) await letGo(term, cell);
    },
  });
  leadership = sharing;

  return {
    leadership: sharing,
    calls: () => [...cells.values()].reduce((all, { engine }) => all + engine.stats().calls, 0),
    has: (compId) => [...cells.keys()].some((term) => term.lease.name === compId),
    leads: () => [...cells, ...receptions].some(([term]) => term.holds()),
    async end() {
      const all = [...cells];
      const ends = [...receptions.values()];
      const left = await Promise.allSettled([
        ...all.map(([, { engine }]) => engine.letGo()),
        ...ends.map((end) => end()),
      ]);
      await sharing.release(async () => {
        await eventLog.flush();
        await Promise.all([...all.map(([, { part }]) => part.letGo()), whole.letGo()]);
      });
      cells.clear();
      receptions.clear();
      for (const one of left) if (one.status === "rejected") throw one.reason;
    },
    flush: () => eventLog.stop(),
  };
}
