/** In a thread of its own, for it takes long: builds indexes, and tries many sentences on two of them. */
import { answer } from "../../../adapters/embedded/thread.ts";
import { confusionIn, type Asking, type Confusion } from "../learning/confusion.ts";
import { changesBetween, type Compared, type Trial } from "../learning/changes.ts";
import { buildIndex, type Intent, type IntentIndex } from "./index-build.ts";

export type TrainerTask =
  | { readonly kind: "build"; readonly intents: readonly Intent[] }
  | { readonly kind: "confusion"; readonly intents: readonly Intent[]; readonly nodes: readonly Asking[] }
  | {
      readonly kind: "compare";
      readonly before: readonly Intent[];
      readonly after: readonly Intent[];
      readonly trials: readonly Trial[];
    };
export type TrainerAnswer = IntentIndex | readonly Compared[] | Confusion;

answer(async (task: TrainerTask): Promise<TrainerAnswer> => {
  switch (task.kind) {
    case "build":
      return buildIndex(task.intents);
    case "confusion":
      return confusionIn(task.intents, task.nodes);
    case "compare":
      return changesBetween(task.before, task.after, task.trials);
  }
});
