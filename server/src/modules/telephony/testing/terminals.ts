import type { Stage } from "./stage.ts";

export interface Terminal {
  readonly terminalType: number;
  readonly phone?: string;
  readonly phoneConfirm?: number;
  /** null: its seat has none. */
  readonly extension?: null;
}

/** What a seat's telephone is, before its agent signs in. */
export async function setTerminal(s: Stage, terminal: Terminal, agentId = "1001"): Promise<void> {
  await s.ports.database.system((trx) =>
    trx.updateTable("seat").set(terminal).where("compId", "=", s.compId).where("agentId", "=", agentId).execute(),
  );
}
