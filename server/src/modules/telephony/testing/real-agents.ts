/**
 * What is done to agents, and what they do at their telephones, with real media: orders of a monitor (E9), keys (P9, E10), losses (E24).
 */
import { echoNumber } from "@liantai/api/contract/device-check";
import type { QueuesNow } from "../../../ports/engine.ts";
import type { MakeSwitchHarness } from "../../../ports/switch.contract.ts";
import { createLeapClock } from "../../../testing/clock.ts";
import type { SipCall } from "../../../testing/sip/sip-call.ts";
import { subscribe, type Topics } from "../../topics.ts";
import { compId, type Desk, direct, type Floor, openFloor } from "./real-floor.ts";

const tones = { agent: 500, customer: 1_100, colleague: 1_500, monitor: 1_900 } as const;
const voices = Object.values(tones);
/** The nominal 100 ms between two keys, and what a busy machine is late. */
const spacing = { least: 80, most: 140 } as const;

export const describeRealAgents = (name: string, make: MakeSwitchHarness): void =>
  describe(`orders, keys and losses with real media: ${name}`, () => {
    const clock = createLeapClock();
    let floor: Floor;
    let agent: Desk;
    let colleague: Desk;
    let monitor: Desk;
    let customers = 0;
    const open: SipCall[] = [];
    const told: Topics["message.send"][] = [];

    beforeAll(async () => {
      floor = await openFloor(
        make,
        ({ database }) => database.system((trx) => trx.updateTable("access_number").set({ greeting: "" }).execute()),
        undefined,
        clock,
      );
      await subscribe(floor.ports.broker, "message.send", (message) => told.push(message));
      agent = await floor.desk("1001", tones.agent);
      colleague = await floor.desk("1002", tones.colleague);
      monitor = await floor.desk("1005", tones.monitor);
    });
    afterEach(async () => {
      for (const call of open.splice(0)) call.bye();
      const desks = [agent, colleague, monitor];
      await floor.until("the end of the call", () => desks.every((desk) => !desk.call()));
      for (const desk of [agent, colleague]) {
        if (desk.codes().at(-1) === 4) await desk.command("finishWrapUp");
        if (desk.codes().at(-1) !== 0) await desk.command("setState", { state: "2" });
      }
      told.length = 0;
    });
    afterAll(() => floor?.close());

    const kept = (call: SipCall): SipCall => {
      open.push(call);
      return call;
    };
    const answered = async ({ client }: Desk): Promise<SipCall> => {
      const call = kept(await client.incoming(15_000));
      await call.answer();
      return call;
    };
    const customer = async (): Promise<SipCall> => {
      customers += 1;
      const guest = await floor.customerPage(direct, `1380013820${customers}`);
      const client = await floor.phone(guest.user, guest.password, tones.customer);
      return kept(await client.call(direct));
    };
    const hear = (one: SipCall, hz: number, other: SipCall) =>
      Promise.all([one.peer.ears.tone(hz, 10_000), other.peer.ears.tone(tones.customer, 10_000)]);
    async function talk() {
      await agent.command("setState", { state: "1" });
      const caller = await customer();
      const own = await answered(agent);
      await hear(caller, tones.agent, own);
      await agent.untilCode(8);
      return { caller, own, callId: agent.call()!.callId };
    }
    /** Bit by bit: whoever says from time to time that it is alive says so. */
    const passes = async (ms: number): Promise<void> => {
      for (let left = ms; left > 0; left -= 5_000) {
        clock.leap(Math.min(5_000, left));
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    const reason = (desk: Desk) => desk.told.findLast((each) => each.name === "agentState")?.fields["reason"];
    const code = async (desk: Desk, order: string, agentId: string) => (await desk.command(order, { agentId })).code;
    const since = (desk: Desk) => {
      const { length } = desk.codes();
      return () => desk.codes().slice(length);
    };
    const record = (callId: string) =>
      floor.ports.database.system((trx) =>
        trx.selectFrom("call_record").selectAll().where("callId", "=", callId).executeTakeFirstOrThrow(),
      );

    test("E9 pickup: what rings at the agent is the monitor's, they hear each other, and the agent waits on", async () => {
      await agent.command("setState", { state: "1" });
      const caller = await customer();
      const rings = await agent.client.incoming(10_000);
      rings.ring();
      await agent.untilCode(5);
      const codes = since(agent);
      expect(await code(monitor, "pickup", "1001")).toBe(1);
      const own = await answered(monitor);
      await hear(caller, tones.monitor, own);
      await rings.ended;
      expect([codes(), reason(agent), monitor.codes().at(-1)]).toEqual([[1], "pickedUp", 8]);
    });

    test("E9 switch: the talk that the monitor hears is his, and the agent wraps up", async () => {
      const { caller, own, callId } = await talk();
      expect(await code(monitor, "monitor", "1001")).toBe(1);
      const ear = await answered(monitor);
      await ear.peer.ears.tones([tones.agent, tones.customer], [tones.colleague], 10_000);
      const codes = since(agent);
      expect(await code(monitor, "switch", "1001")).toBe(1);
      await hear(caller, tones.monitor, ear);
      await own.ended;
      expect([codes(), reason(agent), monitor.codes().at(-1)]).toEqual([[14, 4], "takenOver", 8]);
      caller.bye();
      await floor.facts(callId);
      expect(await record(callId)).toMatchObject({ agentId: "1005", firstAgentId: "1001" });
    });

    test("E9 forceHangup: both telephones are hung up, the agent wraps up, and the record says who", async () => {
      const { caller, own, callId } = await talk();
      const codes = since(agent);
      expect(await code(monitor, "forceHangup", "1001")).toBe(1);
      expect(await Promise.all([caller.ended, own.ended])).toEqual([{ by: "far" }, { by: "far" }]);
      await agent.untilCode(4);
      expect(codes()).toEqual([14, 4]);
      await floor.facts(callId);
      expect(await record(callId)).toMatchObject({ cause: "byMonitor", result: 200 });
    });

    test("E9 forceBusy, forceReady, forceExit: the codes, the message to the seat's pages, the reason; not in a call", async () => {
      const { caller } = await talk();
      for (const order of ["forceReady", "forceBusy", "forceExit"])
        expect(await code(monitor, order, "1001")).toBe(-403);
      caller.bye();
      await agent.untilCode(4);
      await colleague.command("setState", { state: "1" });
      await colleague.untilCode(1);
      const codes = since(colleague);
      for (const order of ["forceBusy", "forceReady", "forceExit"]) {
        expect(await code(monitor, order, "1002")).toBe(1);
        expect(reason(colleague)).toBe("byMonitor");
      }
      expect(codes()).toEqual([2, 1, 0]);
      const to = { compId, agentId: "1002" };
      const types = told
        .filter((each) => JSON.stringify(each.to) === JSON.stringify(to))
        .map(({ message }) => message.type);
      expect(types).toEqual(["seatBusy", "seatForceReady"]);
      // He signs in again by saying what he is (C13).
      expect(await colleague.command("setState", { state: "2" })).toMatchObject({ code: 1 });
    });

    test("P9 E10 keys of the agent's telephone, by RFC 4733 and INFO, and of his bar reach the customer once, 100 ms apart", async () => {
      const { caller, own, callId } = await talk();
      const { keys, keyTimes } = caller.peer;
      for (const key of "12") await own.peer.pressKey(key, 100);
      // Two at once, as no finger presses them.
      for (const key of "34") own.info(key, 160);
      await floor.until("the telephone's keys", () => keys.length >= 4);
      expect((await agent.command("dtmf", { callId, digits: "5678901234" })).code).toBe(1);
      await floor.until("the bar's keys", () => keys.length >= 14);
      expect(keys.join("")).toBe("12345678901234");
      // Two clocks: that of the packets leaps where sound begins again, and ours is late where this machine is busy.
      const apart = keyTimes.slice(1).map(({ sent, came }, i) => {
        const before = keyTimes[i]!;
        return [sent - before.sent, came - before.came].map(Math.round) as [number, number];
      });
      const wrong = apart.filter(
        (both, i) => Math.max(...both) < spacing.least || (i > 3 && Math.min(...both) > spacing.most),
      );
      expect({ apart, wrong }).toEqual({ apart, wrong: [] });
      // The customer's are a step of the track, and reach nobody.
      await caller.peer.pressKey("9", 100);
      await floor.until("the customer's key", async () =>
        (await floor.facts(callId)).some(({ fact }) => fact.type === "digits" && fact.from === "caller"),
      );
      expect(own.peer.keys).toEqual([]);
      const pressed = (await floor.facts(callId)).flatMap(({ fact }) =>
        fact.type === "digits" ? [`${fact.from} ${fact.digits}`] : [],
      );
      expect(pressed.join("")).toBe("agent 1agent 2agent 3agent 4agent 5678901234caller 9");
    });

    test("T7 E24 who calls the echo number from his telephone hears himself", async () => {
      const loop = await agent.client.call(echoNumber);
      await loop.peer.ears.tone(tones.agent, 10_000);
      loop.bye();
    });

    test("E24 away for 20 s: the customer hears a sentence and music, then the agent at once; for 70 s: he is first in line", async () => {
      const { caller, own, callId } = await talk();
      const away = async (call: SipCall): Promise<void> => {
        agent.client.drop();
        await call.peer.close();
        await caller.peer.ears.music(voices, 10_000);
      };
      await away(own);
      await passes(20_000);
      await floor.until("the loss", async () =>
        (await floor.facts(callId)).some(({ fact }) => fact.type === "agentLost"),
      );
      await caller.peer.ears.music(voices, 10_000);
      const from = performance.now();
      agent.client = await floor.phone(agent.own.user, agent.own.password, tones.agent);
      const back = await answered(agent);
      await hear(caller, tones.agent, back);
      process.stdout.write(`${name}: the agent is heard ${Math.round(performance.now() - from)} ms after his return\n`);
      expect(agent.call()?.callId).toBe(callId);

      // Somebody else waits already.
      await customer();
      const waiting = async () => ((await floor.engine.request({ verb: "queues", compId })) as QueuesNow).waiting;
      await floor.until("the queue", async () => (await waiting()).length === 1);
      await away(back);
      await passes(70_000);
      await agent.untilCode(0);
      expect(reason(agent)).toBe("legLost");
      await floor.until("both wait", async () => (await waiting()).length === 2);
      expect((await waiting())[0]!.callId).toBe(callId);
      await colleague.command("setState", { state: "1" });
      const taken = await answered(colleague);
      await hear(caller, tones.colleague, taken);
    }, 60_000);
  });
