/** Builds the index of intents in a thread of its own. */
import { answer } from "../../../adapters/embedded/thread.ts";
import { buildIndex, type Intent } from "./index-build.ts";

answer(async (intents: readonly Intent[]) => buildIndex(intents));
