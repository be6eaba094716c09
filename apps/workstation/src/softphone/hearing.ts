import { ctiTimings } from "@liantai/api/contract";
import type { Clock } from "../ports/clock.ts";
import type { PhoneCall } from "./ports.ts";

export interface HearingEvents {
  /** Nothing came for 5 s (true), or it comes again (false). */
  quiet(quiet: boolean): void;
  /** Nothing came for 20 s and the path is not connected: nobody is there any more. The engine gave up before. */
  lost(): void;
}

const interval = 2_000;
const patience = 20_000;

/** Watches that a leg hears anything at all; the switch sends silence, too. Returns the function that ends the watch. */
export function watchHearing(clock: Clock, call: PhoneCall, events: HearingEvents): () => void {
  let received = -1;
  let heardAt = clock.now();
  let quiet = false;
  let over = false;
  const cancel = clock.every(interval, () => {
    void call.sample().then((sample) => {
      if (over) return;
      if (sample && sample.received > received) {
        received = sample.received;
        heardAt = clock.now();
      }
      const silent = clock.now() - heardAt;
      if (silent >= ctiTimings.networkReply !== quiet) {
        quiet = !quiet;
        events.quiet(quiet);
      }
      if (silent >= patience && !call.connected()) events.lost();
    });
  });
  return () => {
    over = true;
    cancel();
  };
}
