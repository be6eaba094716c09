/**
 * Between a press and the frame that answers it, nothing else is drawn: what the server says in these few milliseconds waits, in its
 * order, until that frame is out. Without it a list that is read again takes the main thread just before the frame.
 */
import { afterFrame } from "./after-frame.ts";

/** Each may be the one whose handler draws; of a press of the mouse the first is answered by a frame of its own. */
const presses = ["pointerdown", "pointerup", "click", "keydown"] as const;

export interface Answering {
  /** Runs `work` at once when no press waits for its frame, else after that frame. */
  readonly after: (work: () => void) => void;
  /** The answer is not whole in the next frame: what waits for it waits for the one after, too, and for no third. */
  readonly hold: () => void;
  /** Whether a press waits for its frame. */
  readonly waits: () => boolean;
  /** Takes note of presses from now on, before their handlers. */
  readonly watch: (page: Pick<EventTarget, "addEventListener">) => void;
}

export function createAnswering(whenDrawn: (work: () => void) => unknown): Answering {
  let due: (() => void)[] | undefined;
  let second: "none" | "asked" | "next" = "none";
  const drawn = () => {
    if (second === "asked") {
      second = "next";
      whenDrawn(drawn);
      return;
    }
    const waiting = due ?? [];
    [due, second] = [undefined, "none"];
    // Each by itself: what one throws is the page's to report and keeps none of the others back.
    for (const work of waiting) queueMicrotask(work);
  };
  const pressed = () => {
    if (due) return;
    due = [];
    whenDrawn(drawn);
  };
  return {
    after: (work) => {
      if (due) due.push(work);
      else work();
    },
    hold: () => {
      pressed();
      if (second === "none") second = "asked";
    },
    waits: () => due !== undefined,
    watch: (page) => presses.forEach((type) => page.addEventListener(type, pressed, { capture: true, passive: true })),
  };
}

const page = createAnswering(afterFrame);
/** The page's own. */
export const afterAnswer = page.after;
export const holdAnswers = page.hold;
export const pressWaits = page.waits;
export const watchPresses = page.watch;
