/** A recogniser whose sentences a test says, and a talk. A test tool; no path that ships uses it. */
import type { Talk } from "../telephony/index.ts";
import type { Recognised, Recogniser } from "./recogniser.ts";

interface SaidLine {
  readonly heard: (event: Recognised) => void;
  readonly phrases: readonly string[];
  /** First samples of the frames that came. */
  readonly frames: number[];
  ended: boolean;
}

export function createSaid(): { recogniser: Recogniser; lines: SaidLine[] } {
  const lines: SaidLine[] = [];
  return {
    lines,
    recogniser: {
      name: "测试识别",
      prepare: async () => undefined,
      async listen(_compId, { phrases }, heard) {
        const line: SaidLine = { heard, phrases: phrases.map(({ text }) => text), frames: [], ended: false };
        lines.push(line);
        return {
          push: (samples) => void line.frames.push(samples[0]!),
          end() {
            line.ended = true;
            heard({ type: "ended" });
          },
        };
      },
    },
  };
}

export const talkOf = (compId: string, more: Partial<Talk> = {}): Talk => ({
  compId,
  callId: "c1",
  agentId: "1001",
  caller: "13800138000",
  callee: "4001",
  direction: "inbound",
  startedAt: 1_000,
  number: "13800138000",
  ...more,
});
