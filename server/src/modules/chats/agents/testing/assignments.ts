/** Assignment over the demonstration's seats, decided in two places. */
import type { Database } from "../../../../ports/database.ts";
import type { TestPorts, VirtualClock } from "../../../../testing/index.ts";
import { seededPorts } from "../../../../testing/seeded.ts";
import type { Conversations } from "../../types.ts";
import { createAssignment, type Assigner } from "../assignment.ts";
import { fakeConversations, tellBy } from "./fake-conversations.ts";
import { peopleOf, type People } from "./people.ts";

export interface AssignmentStage {
  readonly database: Database;
  readonly clock: VirtualClock;
  readonly people: People;
  readonly assignment: Assigner;
  /** Another process's. */
  readonly other: Assigner;
  /** What was given, in order. */
  readonly gave: string[];
  /** Conversations that cannot be given. */
  readonly fails: Set<string>;
  close(): Promise<void>;
}

/** other: another process's view of the same database; default: the same. */
export async function openAssignments(ports: TestPorts, other: Database = ports.database): Promise<AssignmentStage> {
  const gave: string[] = [];
  const fails = new Set<string>();
  const fake = fakeConversations(ports);
  const conversations: Conversations = {
    ...fake,
    give(trx, session, agent) {
      if (fails.has(session.id)) throw new Error("it cannot be given");
      gave.push(session.id);
      return fake.give(trx, session, agent);
    },
  };
  const assignmentOver = (database: Database): Assigner =>
    createAssignment({ ports: { ...ports, database }, conversations: () => conversations, tell: tellBy(ports) });
  return {
    database: ports.database,
    clock: ports.clock,
    people: peopleOf(ports),
    assignment: assignmentOver(ports.database),
    other: assignmentOver(other),
    gave,
    fails,
    close: () => ports.close(),
  };
}

export const openSeededAssignments = async (): Promise<AssignmentStage> => openAssignments(await seededPorts({}));
