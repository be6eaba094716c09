/** 515 texts that break what was not thought of (README.md says whose they are). */
import { readFileSync } from "node:fs";

export const naughtyStrings = JSON.parse(
  readFileSync(new URL("./blns.json", import.meta.url), "utf8"),
) as readonly string[];
