/** A database as a process has it that may be killed: from then on it answers nothing more. */
import type { Database } from "../ports/database.ts";

export function mortal(database: Database): { readonly database: Database; kill(): void } {
  let dead = false;
  return {
    kill: () => void (dead = true),
    database: {
      ...database,
      kind: database.kind,
      jobsBackend: database.jobsBackend,
      system: (run) => (dead ? new Promise(() => undefined) : database.system(run)),
      tenant: (compId, run) => (dead ? new Promise(() => undefined) : database.tenant(compId, run)),
    },
  };
}
