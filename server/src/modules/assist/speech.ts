/** The recogniser that operators allotted to an enterprise, or the built-in one, as the assist needs it. */
import { AppError } from "@liantai/api/contract";
import { SpeechFailed } from "../../ports/speech.ts";
import type { SpeechFor } from "../engines/index.ts";
import type { Recogniser } from "./recogniser.ts";

/** The built-in one is no recogniser of free speech, and says so where it is set up (docs/decisions/081-seat-assist.md). */
const which =
  "使用运营分配的识别引擎；未分配时为内置封闭语法识别，只识别敏感词和辅助知识的触发语句，其余语句标为未识别";

export const recogniserOf = (speechFor: SpeechFor): Recogniser => ({
  name: which,
  // What is not ready is made so with the first talk.
  prepare: (compId, phrases) =>
    speechFor(compId)
      .prepare(phrases)
      .catch(() => undefined),
  async listen(compId, options, heard) {
    try {
      return await speechFor(compId).listen(options, (event) => {
        if (event.type !== "lasted") heard(event);
      });
    } catch (error) {
      throw error instanceof SpeechFailed && error.reason !== "" ? new AppError("refused", error.reason) : error;
    }
  },
});
