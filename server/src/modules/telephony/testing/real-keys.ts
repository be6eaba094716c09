/** What customers press, with real telephones, keys and ears: a callback out of the queue (E16) and the satisfaction survey (E18). */
import { cdrApi, RoleType, surveyTexts } from "@liantai/api/contract";
import type { CommandReply, QueuesNow } from "../../../ports/engine.ts";
import type { MakeSwitchHarness } from "../../../ports/switch.contract.ts";
import type { SipCall } from "../../../testing/sip/sip-call.ts";
import type { SipClient } from "../../../testing/sip/sip-client.ts";
import { seatCaller } from "../../../testing/who.ts";
import { createRecordsModule } from "../../records/index.ts";
import { askIn, compId, type Desk, direct, type Floor, openFloor } from "./real-floor.ts";

const tones = { agent: 500, customer: 1_100, later: 800 } as const;

export const describeRealKeys = (name: string, make: MakeSwitchHarness): void =>
  describe(`keys that customers press, with real media: ${name}`, () => {
    let floor: Floor;
    let agent: Desk;
    const open: SipCall[] = [];

    beforeAll(async () => {
      floor = await openFloor(make, ({ database }) =>
        database.system(async (trx) => {
          await trx.updateTable("access_number").set({ greeting: "" }).execute();
          await trx.updateTable("skill_group").set({ menuEveryS: 1, announceEveryS: 0 }).execute();
        }),
      );
      agent = await floor.desk("1001", tones.agent);
    });
    afterEach(async () => {
      for (const call of open.splice(0)) call.bye();
      await floor.until("the end of the call", () => !agent.call());
      if (agent.codes().at(-1) === 4) await agent.command("finishWrapUp");
      await agent.command("setState", { state: "2" });
    });
    afterAll(() => floor?.close());

    const kept = (call: SipCall): SipCall => {
      open.push(call);
      return call;
    };
    const waiting = async () => ((await floor.engine.request({ verb: "queues", compId })) as QueuesNow).waiting;
    const took = async (callId: string) => (await floor.facts(callId)).map(({ fact }) => fact);
    const record = (callId: string) =>
      floor.ports.database.system((trx) =>
        trx.selectFrom("call_record").selectAll().where("callId", "=", callId).executeTakeFirstOrThrow(),
      );
    const bothHear = (customer: SipCall, own: SipCall, hz: number = tones.customer) =>
      Promise.all([customer.peer.ears.tone(tones.agent), own.peer.ears.tone(hz)]);
    const answered = async (client: SipClient): Promise<SipCall> => {
      const call = kept(await client.incoming(15_000));
      await call.answer();
      return call;
    };
    const page = async (number: string, hz: number): Promise<SipClient> => {
      const guest = await floor.customerPage(direct, number);
      return floor.phone(guest.user, guest.password, hz);
    };
    /** The newest caller in the queue. */
    const queued = async (before: number): Promise<string> => {
      await floor.until("the queue", async () => (await waiting()).length > before);
      return (await waiting()).at(-1)!.callId;
    };

    /** Waits, asks by keys to be called back, and hangs up. */
    async function booked(number: string) {
      const client = await page(number, tones.customer);
      const call = kept(await client.call(direct));
      await call.peer.connected;
      const callId = await queued((await waiting()).filter(({ callback }) => callback !== null).length);
      await floor.until("the menu", async () => (await took(callId)).some(({ type }) => type === "menuOffered"));
      await call.peer.pressKey("2");
      await floor.until("the choice", async () => (await took(callId)).some(({ type }) => type === "menuChosen"));
      await call.peer.pressKey("1");
      await floor.until("the callback", async () => (await waiting()).some(({ callback }) => callback !== null));
      call.bye();
      await call.ended;
      await floor.until("the end of his call", async () => (await record(callId)).endAt !== null);
      return { client, callId };
    }

    test("E16 a key in the queue, confirmed, hung up: his row keeps its arrival; his telephone rings before who came later", async () => {
      const { client, callId } = await booked("13800138001");
      const { startAt, cause } = await record(callId);
      expect(cause).toBe("callbackRequested");
      const later = kept(await (await page("13800138002", tones.later)).call(direct));
      await later.peer.connected;
      await queued(1);
      const [mine, next] = await waiting();
      expect(mine).toMatchObject({ callId, callback: { tries: 0, nextAt: null }, number: "13800138001", ahead: 0 });
      expect(next).toMatchObject({ callback: null, number: "13800138002", ahead: 1 });
      // The first step of his call is written within the same few milliseconds.
      expect(Math.abs(mine!.arrivedAt - startAt.getTime())).toBeLessThan(100);
      expect(mine!.arrivedAt).toBeLessThan(next!.arrivedAt);

      await agent.command("setState", { state: "1" });
      const own = await answered(agent.client);
      const back = await answered(client);
      await bothHear(back, own);
      await later.peer.ears.music(Object.values(tones));
      expect(await waiting()).toMatchObject([{ callback: null, number: "13800138002", ahead: 0 }]);
      const called = agent.call()!.callId;
      back.bye();
      await agent.untilCode(4);
      expect(await record(called)).toMatchObject({ direction: "outbound", linkedCallId: callId, result: 200 });

      // He had to wait for the other one's talk, and nothing less.
      await agent.command("finishWrapUp");
      await bothHear(later, await answered(agent.client), tones.later);
    });

    test("E16 three tries in vain end it: each is counted, the next one is in five minutes, the last says why", async () => {
      const { client, callId } = await booked("13800138003");
      const { id } = (await waiting())[0]!.callback!;
      await agent.command("setState", { state: "1" });
      for (const tries of [1, 2, 3]) {
        // A supervisor does not wait for the five minutes.
        if (tries > 1)
          expect(await floor.engine.request({ verb: "callNow", compId, own: "1001", id })).toEqual({ code: 1 });
        const own = await answered(agent.client);
        const ringing = await client.incoming(15_000);
        const from = floor.ports.clock.now();
        ringing.refuse(486);
        await own.ended;
        await agent.untilCode(1);
        const left = await waiting();
        if (tries === 3) expect(left).toEqual([]);
        else {
          expect(left).toMatchObject([{ callId, callback: { id, tries } }]);
          expect(left[0]!.callback!.nextAt! - from).toBeGreaterThan(299_000);
        }
      }
      const ends = (await floor.facts(callId)).filter(({ fact }) => fact.type === "callbackEnded");
      expect(ends).toMatchObject([{ reason: "busy", fact: { outcome: "failed" } }]);
    });

    test("E18 the agent wraps up, the customer hears the question, key 2 is 8 in the record; no agent reads the key", async () => {
      await agent.command("setState", { state: "1" });
      const customer = kept(await (await page("13800138004", tones.customer)).call(direct));
      const own = await answered(agent.client);
      await bothHear(customer, own);
      await floor.until("the talk", () => agent.call()?.phase === "talking");
      const { callId } = agent.call()!;
      const asked = { verb: "survey", compId, agentId: "1001", callId } as const;
      expect((await floor.engine.request(asked)) as CommandReply).toEqual({ code: 1 });
      await own.ended;
      await agent.untilCode(4);
      await customer.peer.ears.music(Object.values(tones));
      expect(await record(callId)).toMatchObject({ endAt: null, satisfaction: null });
      await customer.peer.pressKey("2");
      await customer.ended;
      const facts = await took(callId);
      expect(facts).toContainEqual(expect.objectContaining({ type: "surveyAnswered", score: 8, agentId: "1001" }));
      expect(facts.map(({ type }) => type)).not.toContain("digits");
      expect(await record(callId)).toMatchObject({ satisfaction: 8, agentId: "1001", cause: "completed" });

      const ask = askIn(createRecordsModule(floor.ports).routes);
      const read = async (roleType: RoleType) =>
        JSON.stringify(await ask(cdrApi.callTrack, { body: { callId } }, seatCaller({ roleType })));
      const said = `${surveyTexts[8]}（8分）`;
      expect(await read(RoleType.administrator)).toContain(said);
      expect(await read(RoleType.agent)).toContain("客户评价");
      expect(await read(RoleType.agent)).not.toContain(said);
    });

    test("K45 at a voice nobody hears the customer, nor his keys; with the last one he is back, and they are in the data", async () => {
      await floor.ports.database.tenant(compId, (trx) =>
        trx
          .insertInto("suspend_target")
          .values({
            ...{ compId, id: "identity", name: "身份验证", text: "请输入身份证后四位", want: "digits" },
            ...{ leastDigits: 4, mostDigits: 4, dataKey: "identity" },
          })
          .execute(),
      );
      await agent.command("setState", { state: "1" });
      const customer = kept(await (await page("13800138005", tones.customer)).call(direct));
      const own = await answered(agent.client);
      await bothHear(customer, own);
      await floor.until("the talk", () => agent.call()?.phase === "talking");
      const { callId } = agent.call()!;
      const order = { callId, action: "start", target: "identity" } as const;
      expect(await agent.command("suspendTransfer", order)).toMatchObject({ code: 1 });
      await agent.untilCode(13);
      await floor.until("silence", () => own.peer.ears.shares([tones.customer])[0]! < 0.05);
      // A voice, or the chime in place of words that could not be made: not the agent.
      await customer.peer.ears.music(Object.values(tones));
      for (const key of "4321") await customer.peer.pressKey(key);
      await agent.untilCode(8);
      await floor.until("the result", () => agent.call()?.callData?.["identity"] === "4321");
      await bothHear(customer, own);
      expect((await took(callId)).filter(({ type }) => type === "suspendEnded" || type === "digits")).toEqual([
        { type: "suspendEnded", agentId: "1001", name: "身份验证", end: "done", digits: 4 },
      ]);
    });
  });
