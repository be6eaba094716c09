import { readStream, isContact } from "../../event-log/index.ts";
import { stageEach, type Stage } from "../testing/stage.ts";
import { talkWith } from "../testing/talks.ts";

let s: Stage;
stageEach((stage) => (s = stage));

test("T10 how each telephone sounded is one fact of the call that is over", async () => {
  const { page, leg, phone, callId } = await talkWith(s);
  s.sw.quality(phone, 0, 0);
  s.sw.quality(phone, 0.1, 0);
  s.sw.quality(leg, 0, 0);
  await s.settle();
  await page.command("hangup", { callId });
  await s.settle();
  const { compId } = s;
  const events = await s.ports.database.system((trx) => readStream(trx, { compId, stream: "contact", id: callId }));
  const facts = events.filter(isContact).map(({ fact }) => fact);
  // By hand: 4.40 and 3.39 by the E-model (mos.test.ts).
  expect(facts.filter(({ type }) => type === "audioMeasured")).toEqual([
    {
      type: "audioMeasured",
      legs: [
        { agentId: "1001", number: "1001", mos: 3.9, worst: 3.39, loss: 0.05, jitterMs: 0, samples: 2 },
        { customer: true, number: expect.any(String), mos: 4.4, worst: 4.4, loss: 0, jitterMs: 0, samples: 1 },
      ],
    },
  ]);
});
