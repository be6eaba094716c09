/** An agent who does not come back into a call that has no queue. */
import { queuesOf } from "../testing/queues.ts";
import { stagesOf, type Page, type Stage } from "../testing/stage.ts";

let s: Stage;
const stage = stagesOf((opened) => (s = opened));
const sentence = expect.stringMatching(/^file /) as string;
const answers = async (user: string) => {
  const leg = s.sw.at(user).at(-1)!;
  s.sw.pickUp(leg);
  await s.settle();
  return leg;
};
const goes = async (page: Page) => {
  s.sw.drop(page.user);
  await s.settle();
};
const end = (page: Page) => [page.code(), page.reason()];

test("K70 without a queue whoever is left hears a sentence after the 60 s, and the call ends with its cause", async () => {
  s = await stage();
  await queuesOf(() => s).leadTo("seat", "1001");
  const agent = await s.ready("1001");
  const caller = await s.customer();
  await answers(agent.user);
  await goes(agent);
  await s.advance(59_000);
  expect(s.sw.hears(caller.leg)).toBe("music");
  await s.advance(1_000);
  expect(s.sw.hears(caller.leg)).toEqual(sentence);
  expect(end(agent)).toEqual([0, "legLost"]);
  await s.advance(2_000);
  expect(s.sw.at(caller.user)).toEqual([]);
  const [record] = await s.records();
  expect(record).toMatchObject({ direction: "inbound", cause: "agentLost", agentId: "1001", result: 200 });
  expect((await s.track(record!["callId"] as string)).slice(-4)).toEqual([
    "agentLost",
    "hungup",
    "ended:agentLost",
    "recordingStored",
  ]);
});

test("K70 a customer who was called hears it as well", async () => {
  s = await stage();
  const user = await s.called("13900139000");
  const agent = await s.ready("1001");
  await agent.command("makeCall", { number: "13900139000" });
  const leg = await answers(user);
  expect(agent.code()).toBe(8);
  await goes(agent);
  await s.advance(60_000);
  expect(s.sw.hears(leg)).toEqual(sentence);
  await s.advance(2_000);
  expect((await s.records()).at(-1)).toMatchObject({ direction: "outbound", cause: "agentLost", result: 200 });
});
