import { AppError } from "@liantai/api/contract";
import type { CommandReply } from "../../../ports/engine.ts";
import type { Hearing, Talk, TalkListener } from "../listener.ts";
import { createStage, type Page, type Stage } from "../testing/stage.ts";
import type { AssistRequest } from "../topics.ts";

/** Writes down what it hears; `wants`: the enterprise's setting. */
function createEar(wants: boolean, fails?: string) {
  const talks: { talk: Talk; asked: boolean; heard: string[] }[] = [];
  const listener: TalkListener = {
    async begin(talk, asked) {
      if (fails) throw new AppError("refused", fails);
      if (!wants && !asked) return undefined;
      const heard: string[] = [];
      talks.push({ talk, asked, heard });
      const hearing: Hearing = {
        push: (voice, samples) => heard.push(`${voice} ${samples.length} ${samples[0]}`),
        pause: (on) => void (heard.at(-1) !== `pause ${on}` && heard.push(`pause ${on}`)),
        end: () => heard.push("end"),
      };
      return hearing;
    },
  };
  return { listener, talks };
}

async function talking(s: Stage): Promise<{ page: Page; callId: string; phone: string; customer: string }> {
  const page = await s.ready("1001");
  const { leg: customer } = await s.customer();
  const [phone] = s.sw.at(page.user);
  s.sw.pickUp(phone!);
  await s.settle();
  return { page, callId: page.callView()!.callId, phone: phone!, customer };
}

const ask = (s: Stage, agentId: string, callId: string, order: AssistRequest["order"]): Promise<CommandReply> =>
  s.engine.request({ verb: "assist", compId: s.compId, agentId, callId, order }) as Promise<CommandReply>;

test("A1 a talk is listened to from its answer, both voices, until it is over; the enterprise wants it", async () => {
  const ear = createEar(true);
  const s = await createStage({ greeting: "", listener: ear.listener });
  const { page, callId, phone, customer } = await talking(s);
  const [{ talk, asked, heard }] = ear.talks as [(typeof ear.talks)[number]];
  expect({ ...talk, startedAt: 0 }).toMatchObject({ compId: s.compId, callId, agentId: "1001", direction: "inbound" });
  expect(asked).toBe(false);
  s.sw.forks.says(customer, 7);
  s.sw.forks.says(phone, 9);
  expect(heard).toEqual(["pause false", "customer 160 7", "agent 160 9"]);
  await page.command("hold", { callId });
  await s.settle();
  expect(heard.at(-1)).toBe("pause true");
  await page.command("unhold", { callId });
  await s.settle();
  await page.command("hangup", { callId });
  await s.settle();
  expect(heard.slice(-2)).toEqual(["pause false", "end"]);
  expect(s.sw.forks.says(customer, 1) + s.sw.forks.says(phone, 1)).toBe(0);
  await s.stop();
});

test("A1 asked for it is listened to whatever the setting; of another seat, another enterprise or no call it is refused", async () => {
  const ear = createEar(false);
  const s = await createStage({ greeting: "", listener: ear.listener });
  const { callId, customer } = await talking(s);
  expect([ear.talks.length, s.sw.forks.says(customer, 1)]).toEqual([0, 0]);
  expect(await ask(s, "1002", callId, { do: "listen" })).toEqual({ code: -404 });
  expect(await ask(s, "1001", "nobody's", { do: "listen" })).toEqual({ code: -404 });
  expect(await ask({ ...s, compId: "999999" }, "1001", callId, { do: "listen" })).toEqual({ code: -404 });
  expect(await ask(s, "1001", callId, { do: "own" })).toEqual({ code: 1 });
  const both = [ask(s, "1001", callId, { do: "listen" }), ask(s, "1001", callId, { do: "listen" })];
  expect(await Promise.all(both)).toEqual([{ code: 1 }, { code: 1 }]);
  expect(ear.talks.map(({ asked }) => asked)).toEqual([true]);
  expect(s.sw.forks.says(customer, 1)).toBe(1);
  expect(await ask(s, "1001", callId, { do: "stop" })).toEqual({ code: 1 });
  expect(ear.talks[0]!.heard.at(-1)).toBe("end");
  expect(s.sw.forks.says(customer, 1)).toBe(0);
  // Stopped by hand it does not begin again by itself, but by hand it does.
  await s.settle();
  expect(ear.talks).toHaveLength(1);
  expect(await ask(s, "1001", callId, { do: "listen" })).toEqual({ code: 1 });
  expect(ear.talks).toHaveLength(2);
  await s.stop();
});

test("A16 whether a talk is listened to is answered to its own seat: by the enterprise's wish, by hand, and no longer", async () => {
  const s = await createStage({ greeting: "", listener: createEar(false).listener });
  const { callId } = await talking(s);
  const listening = async (agentId = "1001") =>
    (await ask(s, agentId, callId, { do: "listening" })).fields?.["listening"];
  expect(await listening()).toBe("0");
  await ask(s, "1001", callId, { do: "listen" });
  expect([await listening(), await listening("1002")]).toEqual(["1", undefined]);
  await ask(s, "1001", callId, { do: "stop" });
  expect(await listening()).toBe("0");
  await s.stop();
  const wanted = await createStage({ greeting: "", listener: createEar(true).listener });
  const by = await talking(wanted);
  expect((await ask(wanted, "1001", by.callId, { do: "listening" })).fields).toEqual({ listening: "1" });
  await wanted.stop();
});

test("A1 asked for while the enterprise's wish is still looked up, it is listened to all the same", async () => {
  let answer: () => void = () => undefined;
  const ear = createEar(false);
  const listener: TalkListener = {
    async begin(talk, asked) {
      if (!asked) await new Promise<void>((resolve) => (answer = resolve));
      return ear.listener.begin(talk, asked);
    },
  };
  const s = await createStage({ greeting: "", listener });
  const page = await s.ready("1001");
  await s.customer();
  s.sw.pickUp(s.sw.at(page.user)[0]!);
  await s.ports.clock.settle();
  const { callId } = page.callView()!;
  const asked = ask(s, "1001", callId, { do: "listen" });
  answer();
  expect(await asked).toEqual({ code: 1 });
  expect(ear.talks.map((talk) => talk.asked)).toEqual([true]);
  await s.stop();
});

test("A1 who cannot be listened to is told why, and the call goes on", async () => {
  const ear = createEar(true, "没有可用的语音识别引擎");
  const s = await createStage({ greeting: "", listener: ear.listener });
  const { page, callId } = await talking(s);
  expect(await ask(s, "1001", callId, { do: "listen" })).toEqual({ code: -500, msg: "没有可用的语音识别引擎" });
  expect(page.callView()).toMatchObject({ callId, phase: "talking" });
  await s.stop();
});

test("A7 sound of a telephone elsewhere is heard in frames; a call that the switch hears itself takes none", async () => {
  const ear = createEar(false);
  const s = await createStage({ greeting: "", listener: ear.listener });
  const { callId, customer } = await talking(s);
  const audio = Buffer.from(new Int16Array(320).fill(5).buffer).toString("base64");
  expect(await ask(s, "1001", callId, { do: "audio", side: "agent", audio })).toEqual({ code: 1 });
  expect(ear.talks[0]!.heard).toEqual(["pause false", "agent 160 5", "agent 160 5"]);
  expect(s.sw.forks.says(customer, 1)).toBe(0);
  await ask(s, "1001", callId, { do: "stop" });
  await ask(s, "1001", callId, { do: "listen" });
  expect(await ask(s, "1001", callId, { do: "audio", side: "agent", audio })).toMatchObject({ code: -403 });
  await s.stop();
});

test("A1 whoever the talk goes to is listened to anew; a call between seats never is", async () => {
  const ear = createEar(true);
  const s = await createStage({ greeting: "", listener: ear.listener });
  const { page, callId } = await talking(s);
  const other = await s.ready("1002");
  await page.command("consult", { callId, agentId: "1002" });
  await s.settle();
  s.sw.pickUp(s.sw.at(other.user)[0]!);
  await s.settle();
  expect(ear.talks[0]!.heard.at(-1)).toBe("pause true");
  await page.command("tranfer", { callId });
  await s.settle();
  expect(ear.talks.map(({ talk }) => talk.agentId)).toEqual(["1001", "1002"]);
  expect(ear.talks[0]!.heard.at(-1)).toBe("end");
  await other.command("hangup", { callId });
  await s.settle();
  await s.stop();
});
