import { reconcile } from "../../event-log/index.ts";
import { queuesOf } from "../testing/queues.ts";
import { stagesOf, type Stage } from "../testing/stage.ts";

let s: Stage;
const stage = stagesOf((made) => (s = made), { group: { maxWaitS: 0, announceEveryS: 0 } });
const q = queuesOf(() => s);
const contacts = () =>
  s.ports.database.system((trx) =>
    trx.selectFrom("queued_contact").selectAll().where("compId", "=", s.compId).execute(),
  );
const last = async () => (await s.records()).at(-1)!;

beforeEach(async () => {
  await stage();
  await q.change({ menuEveryS: 20, menuVoicemail: 1, voicemailMaxS: 30, recordMode: 0 });
});

/** Has pressed 3 and is asked to speak: the words take a moment. */
async function speaks(): Promise<string> {
  await s.signIn("1001");
  const { leg } = await s.customer();
  await s.advance(20_000);
  s.sw.press(leg, "3");
  await s.advance(1_000);
  return leg;
}

test("Q12 3 leaves a message: recorded whatever the group's setting is, ended by #, kept with its call", async () => {
  const leg = await speaks();
  await s.advance(10_000);
  s.sw.press(leg, "#");
  await s.advance(30_000);
  const record = await last();
  expect(record).toMatchObject({ cause: "voicemailLeft", result: 183, agentId: null, skillGroupId: q.own() });
  expect(record["recordingKey"]).not.toBeNull();
  expect(await contacts()).toMatchObject([
    { kind: "voicemail", callId: record["callId"], number: "13800138000", state: "waiting", agentId: null },
  ]);
  expect((await s.track(record["callId"] as string)).slice(3, 7)).toEqual([
    "menuChosen",
    "queueLeft:voicemailLeft",
    "voicemailStarted",
    "recordingStarted",
  ]);
  expect(await reconcile(s.ports.database)).toMatchObject({ found: 0 });
});

test("Q12 a tone follows the words, and the message begins after it", async () => {
  const play = jest.spyOn(s.sw, "play");
  const leg = await speaks();
  const file = { kind: "file", path: expect.any(String) };
  expect(play.mock.lastCall).toEqual([leg, { sources: [file, { kind: "tone", hz: 1_000, ms: 300 }] }]);
  const begun = (await s.track((await last())["callId"] as string)).includes("voicemailStarted");
  expect(begun).toBe(true);
});

test("Q12 a hang-up ends it as well; who says nothing for a second left none", async () => {
  const leg = await speaks();
  await s.advance(5_000);
  s.sw.leave(leg);
  await s.settle();
  expect(await last()).toMatchObject({ cause: "voicemailLeft" });
  expect(await contacts()).toHaveLength(1);
  const { leg: other } = await s.customer("13900000000");
  await s.advance(20_000);
  s.sw.press(other, "3");
  await s.settle();
  s.sw.leave(other);
  await s.settle();
  expect(await last()).toMatchObject({ cause: "abandonedInQueue" });
  expect(await contacts()).toHaveLength(1);
});

test("Q12 the group's limit ends it; no agent is offered the call any more", async () => {
  await speaks();
  const page = await s.ready("1002");
  expect(page.code()).toBe(1);
  await s.advance(30_000);
  expect(await contacts()).toHaveLength(1);
  await s.advance(20_000);
  expect(await last()).toMatchObject({ cause: "voicemailLeft" });
});

test("Q10 without messages 3 means nothing, and with nothing to choose there is no menu", async () => {
  await q.change({ menuVoicemail: 0 });
  await speaks();
  expect(await contacts()).toEqual([]);
  expect((await s.track((await last())["callId"] as string)).at(-1)).toBe("menuOffered");
  await q.change({ menuCallback: 0 });
  await s.customer("13900000000");
  await s.advance(60_000);
  expect((await s.track((await last())["callId"] as string)).at(-1)).toBe("queued");
});
