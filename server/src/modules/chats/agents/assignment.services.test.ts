/** Conversations on PostgreSQL, decided by two processes whose transactions really run side by side. */
import { openOwnDatabase, type OwnDatabase } from "../../../testing/services.ts";
import { seededPorts } from "../../../testing/seeded.ts";
import type { Database } from "../../../ports/database.ts";
import { openAssignments, type AssignmentStage } from "./testing/assignments.ts";
import { compId } from "./testing/people.ts";

let own: OwnDatabase;
let another: Database;
let stage: AssignmentStage;
beforeAll(async () => {
  own = await openOwnDatabase();
  another = own.another();
  stage = await openAssignments(await seededPorts({ database: own.database }), another);
});
afterAll(async () => {
  await stage.close();
  await another.close();
  await own.close();
});

test("J25 two processes that decide at once give each conversation once, and nobody more than its most", async () => {
  const { people, assignment, other } = stage;
  await people.group("g", "1001", "1002", "1003");
  await people.online("1001", "1002", "1003");
  for (let n = 0; n < 20; n += 1) await people.session(`s${n}`);
  await Promise.all([assignment.assign(compId), other.assign(compId)]);
  const had = Object.values(await people.had());
  expect(["1001", "1002", "1003"].map((id) => had.filter((of) => of === id).length)).toEqual([5, 5, 5]);
  expect(stage.gave).toHaveLength(15);
});

test("J29 of two processes that take back what somebody had one does, while others are given theirs", async () => {
  const { people, assignment, other, database, clock } = stage;
  await database.system((trx) =>
    trx
      .updateTable("chat_agent")
      .set({ seenAt: new Date(clock.now() - 60_000) })
      .where("agentId", "=", "1001")
      .execute(),
  );
  const gone = { compId, agentId: "1001" };
  await Promise.all([
    assignment.takeBackGone(gone),
    other.takeBackGone(gone),
    assignment.assign(compId),
    other.assign(compId),
  ]);
  const had = Object.values(await people.had());
  expect(had.toSorted()).toEqual([...Array(5).fill("1002"), ...Array(5).fill("1003")]);
});
