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

/** A success is one line, top centre, for 3 s. Everything else is a notification, bottom right, for 30 s. */
export interface PageNotice {
  /** One with the id of another takes its place; default: its words. */
  readonly id?: string;
  readonly title: string;
  readonly text?: string;
  /** Default: success. */
  readonly level?: "info" | "success" | "warning" | "error";
  /** ms, of what is no success; default: the notifications' own 30 s. 0: until it is closed. */
  readonly durationMs?: number;
}

const failures = channel<Failure>();
const notices = channel<PageNotice>();
const claimed = new WeakSet<Failure>();

/** Shows a failure, unless whoever asked has claimed it by then: it is read in one place. */
export function reportFailure(failure: Failure): void {
  // What has an action is a fact of the session, whoever asked.
  if (failure.action !== "none") failures.report(failure);
  // The request's caller is told in the microtasks before this.
  else setTimeout(() => claimed.has(failure) || failures.report(failure));
}
/** The caller says this failure itself: at the fields, or in its form. */
export const claimFailure = (failure: Failure): void => void claimed.add(failure);
/** shell-nav's: shows failures. Returns the end. */
export const onFailure = failures.listen;

/** Shows a notice from anywhere in the page. What was done to a resource is said by notifyDone. */
export const notify = (notice: PageNotice): void => notices.report(notice);
/** shell-nav's: shows notices. Returns the end. */
export const onNotice = notices.listen;

interface Done {
  /** Said as 已删除3个坐席. */
  readonly count?: number;
  /** Measure word of what is counted; default 个. */
  readonly unit?: string;
  /** What follows from it: 从下一通来电起生效。 */
  readonly note?: string;
}

/** Says that something was done: 坐席已新增, 已删除3个坐席. `label` is the resource's, `verb` the button's: 新增, 保存, 删除. */
export function notifyDone(label: string, verb: string, { count, unit = "个", note = "" }: Done = {}): void {
  notify({ title: count === undefined ? `${label}已${verb}` : `已${verb}${count}${unit}${label}`, text: note });
}
