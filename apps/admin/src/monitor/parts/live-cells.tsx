/** Cells that follow a seat's state by themselves, without React. */
import { seatStatusText } from "@liantai/api/contract";
import { networkLevel, type LiveAgent } from "@liantai/api/contract/admin";
import { formatDuration } from "@liantai/ui";
import type { Limits } from "@liantai/ui/resource";
import { memo, useCallback } from "react";
import { toneOf } from "../../home/parts/timeline-model.ts";
import { beyondText, watchedTone } from "./alarms.ts";
import { useWritten, writeText, type Write } from "./use-live.ts";

export const stateText = ({ code, statusName }: LiveAgent): string => seatStatusText(code, statusName);

interface LiveProps {
  readonly id: string;
  readonly read: (agent: LiveAgent) => string;
}

export const Live = memo(function Live({ id, read }: LiveProps) {
  const write = useCallback<Write>((element, agent) => writeText(element, read(agent)), [read]);
  return <span data-live ref={useWritten(id, write)} />;
});

const writeState: Write = (element, agent) => {
  writeText(element, stateText(agent));
  const tone = toneOf(agent.code);
  if (element.dataset["tone"] !== tone) element.dataset["tone"] = tone;
};

export const State = memo(function State({ id }: { readonly id: string }) {
  return <span data-live ref={useWritten(id, writeState)} />;
});

interface NetworkProps extends LiveProps {
  readonly limits: Limits;
}

export const Network = memo(function Network({ id, read, limits }: NetworkProps) {
  const write = useCallback<Write>(
    (element, agent) => writeMarked(element, read(agent), beyondText("network", networkLevel(agent), limits)),
    [read, limits],
  );
  return <span data-live ref={useWritten(id, write)} />;
});

/** over: what a person is told who points at it, as it is longer than it may be. */
function writeMarked(element: HTMLElement, text: string, over: string | undefined): void {
  writeText(element, text);
  if (element.title === (over ?? "")) return;
  element.title = over ?? "";
  element.toggleAttribute("data-over", over !== undefined);
}

interface SinceProps {
  readonly id: string;
  readonly read: (agent: LiveAgent) => number;
  readonly limits: Limits | undefined;
}

export const Since = memo(function Since({ id, read, limits }: SinceProps) {
  const write = useCallback<Write>(
    (element, agent, now) => {
      const since = read(agent);
      if (since === 0) return writeMarked(element, "—", undefined);
      const passed = Math.max(0, (now - since) / 1_000);
      const over = limits && beyondText(watchedTone(agent.code), Math.floor(passed), limits);
      writeMarked(element, formatDuration(passed), over);
    },
    [read, limits],
  );
  return <span data-live ref={useWritten(id, write, true)} />;
});

/** What is left of a wrap-up or of a custom status with a limit; past it by how much it is over. */
const writeRest: Write = (element, { endsAt }, now) => {
  if (endsAt === undefined) return writeMarked(element, "—", undefined);
  const left = (endsAt - now) / 1_000;
  if (left >= 0) writeMarked(element, formatDuration(left), undefined);
  else writeMarked(element, `超 ${formatDuration(-left)}`, "已超过时限");
};

export const Rest = memo(function Rest({ id }: { readonly id: string }) {
  return <span data-live ref={useWritten(id, writeRest, true)} />;
});
