/** What a caller does in a call of a test. */
import type { Steps, VirtualCall } from "./call.ts";
import { testResultText } from "./results.ts";
import type { TestSaid, TestStep, TestWorld } from "./types.ts";

export const doings = {
  keys: "按键",
  say: "说话",
  audio: "音频文件",
  silence: "不出声",
  wait: "等待",
  hangUp: "挂机",
} as const;

type Saying = Extract<TestStep, { readonly value: string }>;
const saidIn = (doing: Saying): TestSaid =>
  doing.do === "audio" ? { text: doing.value, audioId: doing.audio.id } : { text: doing.value };

/** A sentence when it cannot be done. */
export function* act(call: VirtualCall, doing: TestStep, hears?: TestWorld["hears"]): Steps<string | undefined> {
  // What is answered at once comes before whatever the caller does.
  while (call.next(call.now)) yield;
  if (call.over) return `通话已经结束（${testResultText(call.result)}）`;
  switch (doing.do) {
    case "hangUp":
      call.send({ type: "hungUp" });
      return undefined;
    case "wait": {
      const until = call.now + doing.value * 1_000;
      while (call.next(until)) yield;
      call.now = Math.max(call.now, until);
      return undefined;
    }
    case "silence":
      yield* call.settle();
      return call.next() || call.over ? undefined : "流程没有在等待客户";
    case "keys":
      if (!doing.early) yield* call.settle();
      for (const digit of doing.value) {
        call.send({ type: "digit", digit });
        yield;
      }
      return undefined;
    case "say":
    case "audio": {
      if (!doing.early) yield* call.settle();
      const listened = call.listening;
      if (listened === undefined) return "流程没有在听";
      const { id } = listened;
      const heard = hears?.(saidIn(doing), listened) ?? { type: "heard", text: doing.value, confidence: 1 };
      if (heard.type === "failed") return `没有识别成功：${heard.reason}`;
      if (heard.type === "silence") return "识别引擎没有听到声音";
      call.send({ type: "speechStarted", id });
      call.send({ type: "heard", id, text: heard.text, confidence: heard.confidence });
      return undefined;
    }
  }
}
