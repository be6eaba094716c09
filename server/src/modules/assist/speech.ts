/** The half of the Speech port that listens, as the assist needs it. */
import type { Speech } from "../../ports/speech.ts";
import type { Recogniser } from "./recogniser.ts";

/** The built-in one is no recogniser of free speech, and says so where it is set up (docs/decisions/081-seat-assist.md). */
const builtIn = "内置封闭语法识别：只识别敏感词和辅助知识的触发语句，其余语句标为未识别";

export const recogniserOf = (speech: Pick<Speech, "listen" | "prepare">): Recogniser => ({
  name: builtIn,
  prepare: (phrases) => speech.prepare({ phrases }),
  listen: (options, heard) => speech.listen(options, heard),
});
