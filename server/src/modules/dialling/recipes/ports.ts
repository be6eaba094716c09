/** What recipes ask of the rest of the product: nobody imports the other's files. */
import type { AfterAction } from "@liantai/api/contract/admin";
import type { Trx } from "../../../ports/database.ts";
import type { ActionBody } from "./plan-repository.ts";
import type { ActionSubject } from "./repository.ts";

export interface Subject extends ActionSubject {
  /** Whose it is to be, where the recipe says so; '': nobody's. */
  readonly agentId: string;
}

/** In the transaction that says it is done; what came of it, in words. Throws AppError where it may not be done. */
type Doing = (trx: Trx) => Promise<string>;
/** What is asked before that transaction is asked here. */
type Effect = (subject: Subject, body: ActionBody) => Promise<Doing>;

interface Choice {
  readonly id: string;
  readonly name: string;
}

export interface RecipeWorld {
  readonly effects: Readonly<Record<Exclude<AfterAction, "task">, Effect>>;
  /** What recipes may name. */
  choices(
    trx: Trx,
    compId: string,
  ): Promise<{
    readonly sms: readonly Choice[];
    /** Of work orders, that orders can be made by. */
    readonly flows: readonly Choice[];
  }>;
}
