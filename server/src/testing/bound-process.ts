/**
 * Processes that end with the one that started them, however that one ends: a run of suites that is ended by a signal runs no clean-up
 * of theirs, and what it had started (sipp, baresip, servers) would go on by itself.
 */
import { existsSync } from "node:fs";

/** Of util-linux; by it the kernel tells a child of its parent's end. */
const setpriv = ["/usr/bin/setpriv", "/bin/setpriv"].find((path) => existsSync(path));

/** What to spawn instead. Where setpriv is missing the process ends by its suite's clean-up alone. */
export const boundToParent = (command: string, args: readonly string[]): [command: string, args: readonly string[]] =>
  setpriv === undefined ? [command, args] : [setpriv, ["--pdeathsig", "KILL", command, ...args]];
