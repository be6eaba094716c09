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
  readonly broker: TestPorts["broker"];
  readonly clock: VirtualClock;
  readonly people: People;
  readonly assignment: Assigner;
  /** Another process's. */
  readonly other: Assigner;
  /** What was given, in order. */
  readonly gave: string[];
  /** Of them those whose visitors had a page open. */
  readonly seen: string[];
  /** How the pages of visitors are asked about. */
  readonly here: { asked: (visitorId: string) => Promise<boolean> };
  /** Conversations that cannot be given. */
  readonly fails: Set<string>;
  close(): Promise<void>;
}

/** other: another process's view of the same database; default: the same. */
export async function openAssignments(ports: TestPorts, other: Database = ports.database): Promise<AssignmentStage> {
  const gave: string[] = [];
  const fails = new Set<string>();
  const seen: string[] = [];
  const here: { asked: (visitorId: string) => Promise<boolean> } = { asked: async () => false };
  const fake = fakeConversations(ports);
  const conversations: Conversations = {
    ...fake,
    give(trx, session, agent, here) {
      if (fails.has(session.id)) throw new Error("it cannot be given");
      gave.push(session.id);
      if (here) seen.push(session.id);
      return fake.give(trx, session, agent, here);
    },
  };
  const assignmentOver = (database: Database): Assigner =>
    createAssignment({
      ...{ ports: { ...ports, database }, conversations: () => conversations, tell: tellBy(ports) },
      pages: { visitorHere: (_compId, visitorId) => here.asked(visitorId) },
    });
  return {
    database: ports.database,
    broker: ports.broker,
    clock: ports.clock,
    people: peopleOf(ports),
    assignment: assignmentOver(ports.database),
    other: assignmentOver(other),
    gave,
    seen,
    here,
    fails,
    close: () => ports.close(),
  };
}

export const openSeededAssignments = async (): Promise<AssignmentStage> => openAssignments(await seededPorts({}));
