import { readStage } from "@liantai/api/contract";
import { createSystemClock } from "../../../adapters/embedded/clock/index.ts";
import type { MakeSwitchHarness } from "../../../ports/switch.contract.ts";
import { limits } from "../call/limits.ts";
import { direct, type Floor, openFloor } from "./real-floor.ts";

const tones = { customer: 440, agent: 1_000 } as const;

/** An agent who does not come back, with real SIP, real audio and real speech; the minute he is waited for takes two seconds. */
export const describeRealLosses = (name: string, make: MakeSwitchHarness): void =>
  describe(`an agent who is lost for good: ${name}`, () => {
    const real = createSystemClock();
    let floor: Floor;
    beforeAll(async () => {
      floor = await openFloor(
        make,
        ({ database }) =>
          database.system((trx) =>
            trx.updateTable("access_number").set({ greeting: "", targetKind: "seat", targetId: "1001" }).execute(),
          ),
        undefined,
        { ...real, after: (ms, run) => real.after(ms === limits.agentLost ? 2_000 : ms, run) },
      );
    });
    afterAll(() => floor?.close());

    test("K70 a caller without a queue hears a sentence to its end, and only then is the call over", async () => {
      const { ports, phone, customerPage, until } = floor;
      const desk = await floor.desk("1001", tones.agent);
      await desk.command("setState", { state: "1" });
      const guest = await customerPage(direct, "13800138000");
      const customer = await phone(guest.user, guest.password, tones.customer);
      const call = await customer.call(direct);
      const incoming = await desk.client.incoming(15_000);
      await incoming.answer();
      await call.peer.ears.tone(tones.agent);
      await until("talking", () => desk.call()?.phase === "talking");
      const { callId } = desk.call()!;
      desk.client.drop();
      await incoming.peer.close();
      const stages = () => call.informs.map(({ body }) => readStage(body)?.stage);
      await until("the last sentence", () => stages().at(-1) === "farewell");
      const began = performance.now();
      await call.peer.ears.music(Object.values(tones), 8_000);
      await call.ended;
      const saidMs = performance.now() - began;
      expect(stages().slice(-3)).toEqual(["talking", "agentLost", "farewell"]);
      expect(saidMs).toBeGreaterThan(1_500);
      expect(saidMs).toBeLessThan(limits.farewell - 1_000);
      const facts = (await floor.facts(callId)).map(({ fact, reason }) =>
        reason ? `${fact.type}:${reason}` : fact.type,
      );
      expect(facts).toContain("ended:agentLost");
      const row = await ports.database.system((trx) =>
        trx
          .selectFrom("call_record")
          .select(["cause", "result"])
          .where("callId", "=", callId)
          .executeTakeFirstOrThrow(),
      );
      expect(row).toEqual({ cause: "agentLost", result: 200 });
      expect(desk.codes().at(-1)).toBe(0);
      process.stdout.write(`real media: a sentence of ${Math.round(saidMs)} ms to who lost his agent\n`);
    });
  });
