/** Code that is loaded when it is first wanted: a chunk that does not come is asked for again, what waits for it is not lost unsaid. */
import type { Bus } from "@liantai/bus";

export interface Trying {
  /** How often it is asked for; default: until it comes. */
  readonly tries?: number;
  readonly wait?: (ms: number) => Promise<void>;
}

const longest = 30_000;
const pageWait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** After 1 s, 2 s, 4 s and so on, at most 30 s. Rejects when the last try has failed. */
export async function lateChunk<T>(
  load: () => Promise<T>,
  { tries = Infinity, wait = pageWait }: Trying = {},
): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await load();
    } catch (error) {
      if (tried >= tries) throw error;
      await wait(Math.min(longest, 500 * 2 ** tried));
    }
  }
}

type Lost = Map<string, (() => void)[]>;
const lostOn = new WeakMap<Bus, Lost>();
const mostLost = 50;

/** What did not come on this bus, by its notice: a press on 重试 asks for all of it again, what a session lost goes with it. */
function lostOf(bus: Bus): Lost {
  const known = lostOn.get(bus);
  if (known) return known;
  const lost: Lost = new Map();
  lostOn.set(bus, lost);
  bus.subscribe("notification.action", ({ id, action }) => {
    const again = lost.get(id);
    if (action.do !== "retry" || !again) return;
    lost.delete(id);
    for (const retry of again) retry();
  });
  bus.subscribe("session.signedOut", () => lost.clear());
  return lost;
}

export interface Waiting extends Trying {
  readonly lost?: string;
  /** Whose notice is asked to try again does so with the last that was lost, not with all. */
  readonly lastOnly?: boolean;
}

/** For a message or an order, which nobody wants after a while: what did not come is told by `lost`, with 重试. */
export function withChunk<T>(bus: Bus, load: () => Promise<T>, use: (part: T) => void, waiting: Waiting = {}): void {
  const { tries = 6, lost = "有消息未能显示", lastOnly = false, ...how } = waiting;
  const kept = lostOf(bus);
  void lateChunk(load, { tries, ...how }).then(use, () => {
    const id = `late-chunk:${lost}`;
    const before = lastOnly ? [] : (kept.get(id) ?? []);
    kept.set(id, [...before, () => withChunk(bus, load, use, waiting)].slice(-mostLost));
    bus.publish("notification.show", {
      id,
      title: lost,
      text: "页面有部分未能加载，请检查网络后重试",
      level: "error",
      actions: [{ label: "重试", do: "retry" }],
    });
  });
}
