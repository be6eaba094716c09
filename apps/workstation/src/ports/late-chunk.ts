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

/** For a message or an order, which nobody wants after a while: what did not come is told by `lost`. */
export function withChunk<T>(
  bus: Bus,
  load: () => Promise<T>,
  use: (part: T) => void,
  { tries = 6, lost = "有消息未能显示", ...how }: Trying & { readonly lost?: string } = {},
): void {
  void lateChunk(load, { tries, ...how }).then(use, () =>
    bus.publish("notification.show", {
      id: "late-chunk",
      title: lost,
      text: "页面有部分未能加载，请检查网络后刷新页面",
      level: "error",
    }),
  );
}
