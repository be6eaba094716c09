/** Consultation, transfer, conference and supervision with real telephones: who hears whom, told by tones (E4 to E7). */
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { cdrApi, type Endpoint } from "@liantai/api/contract";
import { callLegApi, type TargetKind } from "@liantai/api/contract/admin";
import type { MakeSwitchHarness } from "../../../ports/switch.contract.ts";
import { presence } from "../../../testing/sip/goertzel.ts";
import { stopwatch } from "../../../testing/contention.ts";
import type { SipCall } from "../../../testing/sip/sip-call.ts";
import type { SipClient } from "../../../testing/sip/sip-client.ts";
import { seatCaller } from "../../../testing/who.ts";
import { createRecordsModule } from "../../records/index.ts";
import { readStereo } from "../../../testing/sip/wav-file.ts";
import { askIn, compId, type Desk, direct, type Floor, openFloor } from "./real-floor.ts";

const tones = { agent: 500, customer: 1_100, colleague: 1_500, monitor: 1_900, outside: 800 } as const;
type Who = keyof typeof tones;

export const describeRealTalks = (name: string, make: MakeSwitchHarness): void =>
  describe(`talks of several with real media: ${name}`, () => {
    let floor: Floor;
    let agent: Desk;
    let colleague: Desk;
    let monitor: Desk;
    let outside: SipClient;
    let calls: Partial<Record<Who, SipCall>> = {};
    let customers = 0;
    /** Where the number leads. */
    let usual: { readonly targetKind: TargetKind; readonly targetId: string };
    const figures: string[] = [];

    beforeAll(async () => {
      // Nobody waits for words.
      floor = await openFloor(make, (base) =>
        base.database.system((trx) => trx.updateTable("access_number").set({ greeting: "" }).execute()),
      );
      usual = await floor.ports.database.system((trx) =>
        trx
          .selectFrom("access_number")
          .select(["targetKind", "targetId"])
          .where("number", "=", direct)
          .executeTakeFirstOrThrow(),
      );
      agent = await floor.desk("1001", tones.agent);
      colleague = await floor.desk("1002", tones.colleague);
      monitor = await floor.desk("1005", tones.monitor);
      outside = await floor.outside("13900139000", tones.outside);
    });
    afterEach(async () => {
      for (const call of Object.values(calls)) call.bye();
      calls = {};
      await floor.until("the end of the call", () => [agent, colleague, monitor].every((desk) => !desk.call()));
      for (const desk of [agent, colleague]) {
        if (desk.codes().at(-1) === 4) await desk.command("finishWrapUp");
        await desk.command("setState", { state: "2" });
      }
    });
    afterAll(async () => {
      process.stdout.write(`${name}: ${figures.join(", ")}\n`);
      await floor?.close();
    });

    /** Each hears these and none of the others, within that time; nobody: music, or nothing. */
    const hear = async (
      what: string,
      ears: Partial<Record<Who, readonly Who[]>>,
      withinMs = 4_000,
      lasted = stopwatch(),
    ): Promise<void> => {
      await Promise.all(
        (Object.keys(ears) as Who[]).map((who) => {
          const heard: readonly number[] = ears[who]!.map((voice) => tones[voice]);
          const others = Object.values(tones).filter((hz) => !heard.includes(hz));
          const mine = calls[who]!.peer.ears;
          return heard.length === 0 ? mine.music(Object.values(tones)) : mine.tones(heard, others);
        }),
      );
      const { ms, ownMs } = lasted();
      figures.push(`${what} ${Math.round(ms)} ms`);
      expect([what, Math.round(ownMs) <= withinMs]).toEqual([what, true]);
    };
    const answered = async (who: Who, client: SipClient): Promise<void> => {
      const call = await client.incoming(10_000);
      await call.answer();
      calls[who] = call;
    };
    /** A customer talks with 1001; the call's id. */
    async function talk(): Promise<string> {
      customers += 1;
      await agent.command("setState", { state: "1" });
      const guest = await floor.customerPage(direct, `1380013800${customers}`);
      const client = await floor.phone(guest.user, guest.password, tones.customer);
      calls.customer = await client.call(direct);
      await answered("agent", agent.client);
      await floor.until("the talk", () => agent.call()?.phase === "talking");
      await hear("answer", { customer: ["agent"], agent: ["customer"] });
      return agent.call()!.callId;
    }
    /** Of the records, as an administrator. */
    const asked = <E extends Endpoint>(endpoint: E, input: object) =>
      askIn(createRecordsModule(floor.ports).routes)(endpoint, input, seatCaller({ roleType: 1, agentId: null }));
    const texts = (desk: Desk) => desk.told.flatMap(({ name, fields }) => (name === "notice" ? [fields["msg"]] : []));

    test("E4 the customer hears music and no voice while a colleague is asked; who was asked hangs up, and is hung up on", async () => {
      const callId = await talk();
      const before = agent.codes().length;
      expect((await agent.command("consult", { callId, agentId: "1002" })).code).toBe(1);
      await answered("colleague", colleague.client);
      await hear("consult", { customer: [], agent: ["colleague"], colleague: ["agent"] });
      const [a, b] = calls.customer!.peer.ears.shares([tones.agent, tones.colleague]);
      expect(Math.max(a!, b!)).toBeLessThan(0.05);
      calls.colleague!.bye();
      await hear("consulted hangs up", { customer: ["agent"], agent: ["customer"] }, 500);
      expect(agent.codes().slice(before)).toEqual([11, 12, 8]);
      expect(texts(agent)).toContain("咨询人主动挂断");

      await colleague.command("finishWrapUp");
      expect((await agent.command("consult", { callId, agentId: "1002" })).code).toBe(1);
      await answered("colleague", colleague.client);
      await hear("consult", { customer: [], agent: ["colleague"], colleague: ["agent"] });
      expect(await agent.command("consultCancel", { callId })).toMatchObject({ code: 1 });
      await hear("consult cancelled", { customer: ["agent"], agent: ["customer"] }, 500);
    });

    test("E5 after the transfer customer and colleague hear each other, the agent wraps up, and their talks do not overlap", async () => {
      const callId = await talk();
      const before = agent.codes().length;
      await agent.command("consult", { callId, agentId: "1002" });
      await answered("colleague", colleague.client);
      await hear("consult", { customer: [], agent: ["colleague"], colleague: ["agent"] });
      expect(await agent.command("tranfer", { callId })).toMatchObject({ code: 1 });
      await hear("transfer", { customer: ["colleague"], colleague: ["customer"] }, 500);
      await agent.untilCode(4);
      expect(agent.codes().slice(before)).toEqual([11, 14, 4]);
      calls.customer!.bye();
      await calls.colleague!.ended;
      await floor.facts(callId);
      const [legs, record] = await floor.ports.database.system(async (trx) => [
        await trx.selectFrom("call_leg").selectAll().where("callId", "=", callId).orderBy("seq").execute(),
        await trx.selectFrom("call_record").selectAll().where("callId", "=", callId).executeTakeFirstOrThrow(),
      ]);
      const talks = legs.filter(({ role }) => role === "agent");
      expect(talks.map(({ agentId }) => agentId)).toEqual(["1001", "1002"]);
      expect(talks[1]!.answerAt!.getTime()).toBeGreaterThanOrEqual(talks[0]!.endAt!.getTime());
      expect(record.transfers).toBe(1);
      // As the record's page asks for them.
      const rows = (await asked(callLegApi.list, { body: { callId } })).filter(({ role }) => role === "agent");
      expect(rows.map(({ agentId, result, left }) => [agentId, result, left])).toEqual([
        ["1001", 200, "transferredConsult"],
        ["1002", 200, "customerHungUp"],
      ]);
      expect(Date.parse(rows[1]!.answerTime!)).toBeGreaterThanOrEqual(Date.parse(rows[0]!.endTime!));
      const { list } = await asked(cdrApi.callRecords, { body: { pageNo: 1, pageSize: 50 } });
      expect(list.filter((row) => row.callId === callId).map(({ transfers }) => transfers)).toEqual([1]);
    });

    test("E5 sent on unasked to a colleague who is silent: ringing, then the first agent has the customer; the leg says 592", async () => {
      const callId = await talk();
      const before = texts(agent).length;
      expect(await agent.command("transfer", { callId, agentId: "1002" })).toMatchObject({ code: 1 });
      await colleague.client.incoming(10_000);
      await calls.agent!.ended;
      expect(agent.codes().at(-1)).toBe(4);
      calls.agent = await agent.client.incoming(40_000);
      await calls.agent.answer();
      await hear("transfer in vain", { customer: ["agent"], agent: ["customer"] });
      expect(texts(agent).slice(before)).toEqual(["1002无人接听，客户已转回，请接听"]);
      expect(colleague.call()).toBeUndefined();
      expect(colleague.codes().at(-1)).not.toBe(5);
      calls.customer!.bye();
      await calls.agent.ended;
      await floor.facts(callId);
      const rows = (await asked(callLegApi.list, { body: { callId } })).filter(({ role }) => role === "agent");
      expect(rows.map(({ agentId, result }) => [agentId, result])).toEqual([
        ["1001", 200],
        ["1002", 592],
        ["1001", 200],
      ]);
    }, 90_000);

    test("E6 four in a conference hear each other and not themselves; one is muted; the owner leaves, the others go on", async () => {
      const callId = await talk();
      await agent.command("consult", { callId, agentId: "1002" });
      await answered("colleague", colleague.client);
      await hear("consult", { customer: [], agent: ["colleague"], colleague: ["agent"] });
      expect(await agent.command("meeting", { callId })).toMatchObject({ code: 1 });
      expect(await agent.command("meetingInvite", { callId, number: "13900139000" })).toMatchObject({ code: 1 });
      await answered("outside", outside);
      await hear("conference of four", {
        customer: ["agent", "colleague", "outside"],
        agent: ["customer", "colleague", "outside"],
        colleague: ["customer", "agent", "outside"],
        outside: ["customer", "agent", "colleague"],
      });
      expect([agent.codes().at(-1), colleague.codes().at(-1)]).toEqual([9, 9]);
      const member = agent.call()!.members!.find(({ number }) => number === "1002")!.id;
      expect(await agent.command("meetingMute", { callId, member, muted: "1" })).toMatchObject({ code: 1 });
      const others = {
        customer: ["agent", "outside"],
        agent: ["customer", "outside"],
        outside: ["customer", "agent"],
      } as const;
      await hear("muted", others, 300);
      await agent.command("meetingMute", { callId, member, muted: "0" });
      await agent.command("hangup", { callId });
      await hear("owner gone", {
        customer: ["colleague", "outside"],
        colleague: ["customer", "outside"],
        outside: ["customer", "colleague"],
      });
    });

    test("K41 a number that leads to a room asks for its pin; callers who typed it hear each other, and nobody at the door", async () => {
      const { database } = floor.ports;
      await database.system(async (trx) => {
        await trx
          .insertInto("meeting_room")
          .values({ compId, id: "room", name: "例会", code: "8001", memberPin: "1234", createdAt: new Date(0) })
          .execute();
        await trx
          .updateTable("access_number")
          .set({ targetKind: "meetingRoom", targetId: "room" })
          .where("number", "=", direct)
          .execute();
      });
      const callIn = async (who: Who, phone: string) => {
        const guest = await floor.customerPage(direct, phone);
        const client = await floor.phone(guest.user, guest.password, tones[who]);
        calls[who] = await client.call(direct);
        await calls[who]!.peer.connected;
      };
      const types = async (who: Who, pin: string) => {
        for (const key of pin) await calls[who]!.peer.pressKey(key, 100);
      };
      await callIn("customer", "13700137001");
      await types("customer", "1234#");
      await callIn("outside", "13700137002");
      await types("outside", "9999#");
      expect(calls.customer!.peer.ears.shares([tones.outside])[0]).toBeLessThan(0.05);
      await types("outside", "1234#");
      await hear("room", { customer: ["outside"], outside: ["customer"] });
      calls.outside!.bye();
      calls.customer!.bye();
      await floor.until("the end of the meeting", async () => {
        await floor.eventLog.flush();
        const held = await database.system((trx) => trx.selectFrom("meeting").selectAll().executeTakeFirst());
        return held?.endAt != null && held.members.length === 2;
      });
      await database.system((trx) =>
        trx.updateTable("access_number").set(usual).where("number", "=", direct).execute(),
      );
    });

    test("E7 nobody hears listening, the agent alone whispering, both joining in; the recording has of it the agent's", async () => {
      const callId = await talk();
      expect(await monitor.command("monitor", { agentId: "1001", mode: "listen" })).toMatchObject({ code: 1 });
      await answered("monitor", monitor.client);
      const talking = { customer: ["agent"], agent: ["customer"] } as const;
      await hear("listen", { ...talking, monitor: ["agent", "customer"] });
      // The talk is not his: neither his bar nor the hold key of his telephone touches it (K22, P9).
      expect((await monitor.command("hold", { callId })).code).toBe(-403);
      expect((await monitor.command("dtmf", { callId, digits: "7" })).code).toBe(-403);
      await calls.monitor!.reinvite(true);
      await hear("his telephone holds", talking);
      await calls.monitor!.reinvite(false);
      await monitor.command("monitor", { agentId: "1001", mode: "whisper" });
      await hear("whisper", { customer: ["agent"], agent: ["customer", "monitor"], monitor: ["agent", "customer"] });
      expect(calls.customer!.peer.ears.shares([tones.monitor])[0]).toBeLessThan(0.02);
      // The agent's page reloads meanwhile: whoever whispered goes on doing so.
      const reloaded = stopwatch();
      agent.client.drop();
      await calls.agent!.peer.close();
      agent.client = await floor.phone(agent.own.user, agent.own.password, tones.agent);
      await answered("agent", agent.client);
      const whispered = { customer: ["agent"], agent: ["customer", "monitor"] } as const;
      await hear("whisper after the reload", whispered, 2_000, reloaded);
      const joined = performance.now();
      await monitor.command("insert", { agentId: "1001" });
      await hear("insert", { customer: ["agent", "monitor"], agent: ["customer", "monitor"] });
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      const insertedMs = performance.now() - joined;
      calls.customer!.bye();
      await calls.monitor!.ended;
      await floor.facts(callId);
      const { recordingKey, talkMs } = await floor.ports.database.system((trx) =>
        trx.selectFrom("call_record").selectAll().where("callId", "=", callId).executeTakeFirstOrThrow(),
      );
      const { base } = floor;
      const local = join(base.folder, "recording.wav");
      await copyFile(join(base.folder, "blobs", recordingKey ?? ""), local);
      const { left, right } = await readStereo(local);
      expect(presence(left, tones.monitor)).toBe(0);
      expect(presence(left, tones.customer)).toBeGreaterThan(0.9);
      // Of the end, where he joined in, and nowhere before.
      const from = Math.max(0, Math.round((talkMs - insertedMs - 600) * 8));
      expect(presence(right.subarray(0, from), tones.monitor)).toBe(0);
      expect(presence(right.subarray(from), tones.monitor)).toBeGreaterThan(0.3);
    });
  });
