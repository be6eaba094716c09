/** Conversations that cannot be seen to when they are due. */
import { body, node } from "@liantai/api/testing/flows";
import { openStage, visit, type Process, type Stage } from "./testing/stage.ts";

let stage: Stage;
let process: Process;
let broken = false;
let tries = 0;

beforeAll(async () => {
  stage = await openStage();
  process = await stage.process((flows) => ({
    ...flows,
    get tools() {
      if (!broken) return flows.tools;
      tries += 1;
      throw new Error("broken");
    },
  }));
  await stage.flow(
    "due",
    body([
      node("开始", "start", { to: { next: "问" } }),
      node("问", "keyNav", { says: ["请按1"], config: { keys: ["1"], firstSeconds: 1 } }),
    ]),
  );
  await stage.site("due-page-key-0", { targetId: "due", idleMinutes: 2 });
});
afterAll(() => stage?.close());

test("J74 a conversation that fails when it is due is put off by ten seconds, and ends as failed after the site's silence", async () => {
  const visitor = await visit(stage, process, "due-page-key-0");
  broken = true;
  await stage.ports.clock.advance(60_000);
  await stage.ports.clock.settle();
  expect(tries).toBe(1);
  await stage.ports.clock.advance(9_000);
  expect(tries).toBe(1);
  await stage.ports.clock.advance(51_000);
  await stage.ports.clock.settle();
  expect(tries).toBeLessThan(10);
  expect(await visitor.session()).toMatchObject({ status: "closed", endReason: "failed", flowState: "", dueAt: null });
});
