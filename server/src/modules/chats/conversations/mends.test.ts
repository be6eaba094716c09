/** Conversations whose enterprise, group, seat or site is not as it was when they began. */
import { compId, openStage, visit, type Process, type Stage } from "./testing/stage.ts";

let stage: Stage;
let process: Process;
beforeAll(async () => {
  stage = await openStage();
  process = await stage.process();
  await stage.site("queue-page-key", { targetKind: "skillGroup", targetId: "g1" });
});
afterAll(() => stage?.close());
beforeEach(() => {
  stage.refusal = () => undefined;
});

test("J75 in an enterprise that has the module IM no more a conversation ends with the next word", async () => {
  const moduleIm = (moduleIm: 0 | 1) =>
    stage.ports.database.system((trx) =>
      trx.updateTable("enterprise").set({ moduleIm }).where("compId", "=", compId).execute(),
    );
  const visitor = await visit(stage, process, "queue-page-key");
  await moduleIm(0);
  expect((await visitor.types("在吗")).said).toEqual({ refused: "会话已结束" });
  await moduleIm(1);
  expect(await visitor.session()).toMatchObject({ status: "closed", endReason: "failed" });
});
