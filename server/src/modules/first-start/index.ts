/** What a first start writes, over the verbs of the modules whose tables they are. The only face of this module. */
export { seed, type SeedResult } from "./seed.ts";
