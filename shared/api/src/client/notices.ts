/**
 * What the page tells the person outside a screen: failures of requests and notices. shell-nav shows both; what comes
 * before a shell is there waits for it. shared/ui says things here because it may not read the bus.
 */
import type { Failure } from "@liantai/api/contract";

interface Channel<T> {
  readonly report: (item: T) => void;
  readonly listen: (handler: (item: T) => void) => () => void;
}

function channel<T>(): Channel<T> {
  const waiting: T[] = [];
  let listener: ((item: T) => void) | undefined;
  return {
    report: (item) => (listener ? listener(item) : void waiting.push(item)),
    listen(handler) {
      listener = handler;
      for (const item of waiting.splice(0)) handler(item);
      return () => {
        if (listener === handler) listener = undefined;
      };
    },
  };
}

export interface PageNotice {
  /** One with the id of another takes its place; default: its words. */
  readonly id?: string;
  readonly title: string;
  readonly text?: string;
  /** Default: success. */
  readonly level?: "info" | "success" | "warning" | "error";
  /** ms; default 4000 for successes, else the notifications' own 30 s. 0: until it is closed. */
  readonly durationMs?: number;
}

const failures = channel<Failure>();
const notices = channel<PageNotice>();

export const reportFailure = failures.report;
/** shell-nav's: shows failures. Returns the end. */
export const onFailure = failures.listen;

/** Shows a notice at the bottom right, from anywhere in the page. */
export const notify = (notice: PageNotice): void => notices.report(notice);
/** shell-nav's: shows notices. Returns the end. */
export const onNotice = notices.listen;
