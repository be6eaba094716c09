import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { customerApi, readStage, telephonyApi, type Endpoint, type ReplyOf } from "@liantai/api/contract";
import type { Module } from "../../../http/module.ts";
import type { Ports } from "../../../ports/index.ts";
import type { MakeSwitchHarness, SwitchHarness } from "../../../ports/switch.contract.ts";
import { toneShare } from "../../../testing/sip/goertzel.ts";
import { SipClient } from "../../../testing/sip/sip-client.ts";
import { readStereo } from "../../../testing/sip/wav-file.ts";
import type { TestPorts } from "../../../testing/index.ts";
import { isContact, readStream, type createEventLog } from "../../event-log/index.ts";
import { createNumbersModule } from "../../numbers/index.ts";
import { createEngineClient } from "../client.ts";
import type { CommandReply } from "../../../ports/engine.ts";
import { agentTopic, type AgentNotice } from "../topics.ts";
import type { Engine } from "../engine/index.ts";
import { openRealEngine, type RealEngine } from "./real-engine.ts";

const compId = "100001";
const tones = { customer: 440, agent: 1_000 } as const;

/** Agent 1001 is signed in for an hour. */
const signedIn = (database: Ports["database"], id: string, now: number) =>
  database.system(async (trx) => {
    const { id: accountId } = await trx
      .selectFrom("account")
      .select("id")
      .where("compId", "=", compId)
      .where("agentId", "=", "1001")
      .executeTakeFirstOrThrow();
    const at = new Date(now);
    const later = new Date(now + 3_600_000);
    await trx
      .insertInto("session")
      .values({
        id,
        compId,
        accountId,
        accessHash: id,
        refreshHash: id,
        accessExpiresAt: later,
        refreshExpiresAt: later,
        createdAt: at,
        lastSeenAt: at,
        address: "127.0.0.1",
        device: "",
      })
      .execute();
  });

/** The whole way once with real SIP, real audio, real speech and the seeded demonstration; real time, waiting for events only. */
export const describeRealMedia = (name: string, make: MakeSwitchHarness): void =>
  describe(`a call with real media: ${name}`, () => {
    let real: RealEngine;
    let base: TestPorts;
    let ports: Ports;
    let harness: SwitchHarness;
    let engine: Engine;
    let module: Module;
    let eventLog: ReturnType<typeof createEventLog>;
    const clients: SipClient[] = [];
    const notices: AgentNotice[] = [];

    beforeAll(async () => {
      real = await openRealEngine(make, async (base, now) => {
        await base.database.system((trx) => trx.updateTable("access_number").set({ greeting: "您好" }).execute());
        await signedIn(base.database, "s", now);
      });
      ({ base, ports, harness, engine, eventLog } = real);
      module = createNumbersModule({
        ports,
        sealer: real.sealer,
        engine: createEngineClient(ports.broker),
        localPhone: { script: async () => "" },
        realm: harness.realm,
      });
      await ports.broker.subscribe(agentTopic, (message) => notices.push(message as AgentNotice));
    });
    afterAll(async () => {
      await Promise.all(clients.map((c) => c.close()));
      await real.close();
    });

    const until = async (what: string, holds: () => boolean | Promise<boolean>): Promise<void> => {
      for (let i = 0; i < 1_500; i++) {
        if (await holds()) return;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      throw new Error(`${what}: did not happen`);
    };
    const callView = () => notices.findLast((n) => n.name === "call" || n.name === "callEnd");
    const state = () => notices.findLast((n) => n.name === "agentState")?.fields["code"];
    const phone = async (user: string, password: string, toneHz: number): Promise<SipClient> => {
      const client = await SipClient.connect({ url: harness.url, realm: harness.realm, user, password, toneHz });
      clients.push(client);
      await client.register();
      return client;
    };
    /** A route of the module, as the HTTP layer calls it for agent 1001. */
    const ask = <E extends Endpoint>(endpoint: E, input: object) =>
      module.routes
        .find((r) => r.endpoint.name === endpoint.name)!
        .handler(
          input as never,
          { caller: { compId, agentId: "1001", roleType: 2, sessionId: "s" }, origin: "http://localhost" } as never,
        ) as Promise<ReplyOf<E>>;
    const customerPage = (number: string, phone?: string) =>
      ask(customerApi.customerSession, { body: { number, phone } });
    const command = (name: string, fields: Record<string, string> = {}) =>
      engine.request({
        verb: "command",
        compId,
        agentId: "1001",
        connection: "c1",
        name,
        fields,
      }) as Promise<CommandReply>;

    test("greeting, queue, answer, two-way tones, hold, reload, hang-up, recording, record", async () => {
      await expect(customerPage("4001", "13800138000")).rejects.toThrow("当前没有客服人员在线，请稍后再拨");
      await expect(customerPage("4999")).rejects.toThrow("您拨打的号码不存在");
      const own = await ask(telephonyApi.querySecretKey, { query: { name: `${compId}1001` } });
      const agent = await phone(own.user, own.password, tones.agent);
      await engine.request({
        verb: "attach",
        connection: "c1",
        gateway: "g",
        compId,
        agentId: "1001",
        sessionId: "s",
        extension: "1001",
        instance: "tab",
        takeMedia: true,
        hideNumbers: true,
      });
      const guest = await customerPage("4001", "13800138000");
      const customer = await phone(guest.user, guest.password, tones.customer);

      const call = await customer.call("4001");
      await call.peer.connected;
      await call.peer.ears.music(Object.values(tones));
      expect(state()).toBe("2");
      await until("the queue", async () => {
        await eventLog.flush();
        return (await ports.database.system((trx) => trx.selectFrom("call_record").select("queuedAt").execute())).some(
          ({ queuedAt }) => queuedAt !== null,
        );
      });
      await command("setState", { state: "1" });
      const incoming = await agent.incoming(15_000);
      expect(incoming.request?.from.uri.user).toBe("138****8000");
      await call.peer.ears.music(Object.values(tones));
      incoming.ring();
      const clicked = performance.now();
      await incoming.answer();
      await Promise.all([call.peer.ears.tone(tones.agent), incoming.peer.ears.tone(tones.customer)]);
      const answerMs = performance.now() - clicked;
      await until("talking", () => callView()?.fields["json"]?.includes('"talking"') === true);
      const { callId } = JSON.parse(callView()!.fields["json"] as string) as { callId: string };

      expect((await command("hold", { callId })).code).toBe(1);
      await call.peer.ears.music(Object.values(tones));
      expect((await command("unhold", { callId })).code).toBe(1);
      await Promise.all([call.peer.ears.tone(tones.agent), incoming.peer.ears.tone(tones.customer)]);

      // Keys both ways, as telephone events (P9).
      expect((await command("dtmf", { callId, digits: "25*" })).code).toBe(1);
      await until("the agent's keys", () => call.peer.keys.join("") === "25*");
      await call.peer.pressKey("7", 80);

      // The page reloads: socket and audio go at once, a new page registers and answers by itself.
      const reload = performance.now();
      agent.drop();
      await incoming.peer.close();
      await call.peer.ears.music(Object.values(tones));
      const musicMs = performance.now() - reload;
      const again = await phone(own.user, own.password, tones.agent);
      const back = await again.incoming();
      expect(back.request?.getHeader("X-Liantai-Auto-Answer")).toBe("1");
      expect(back.request?.getHeader("X-Liantai-Call")).toBe(callId);
      await back.answer();
      await Promise.all([call.peer.ears.tone(tones.agent), back.peer.ears.tone(tones.customer)]);
      const reloadMs = performance.now() - reload;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      const stages = call.informs.map(({ body }) => readStage(body)?.stage);
      expect(stages).toEqual(["greeting", "queued", "ringing", "talking", "held", "talking", "agentLost", "talking"]);

      call.bye();
      await back.ended;
      await until("wrap-up", () => state() === "4");
      expect(callView()).toMatchObject({ name: "callEnd", fields: { callId, cause: "completed" } });
      await engine.idle();
      await eventLog.flush();
      const row = await ports.database.system((trx) =>
        trx.selectFrom("call_record").selectAll().where("callId", "=", callId).executeTakeFirstOrThrow(),
      );
      expect(row).toMatchObject({
        caller: "13800138000",
        callee: "4001",
        agentId: "1001",
        result: 200,
        cause: "completed",
      });
      expect(row.holdMs).toBeGreaterThan(0);
      const local = join(base.folder, "recording.wav");
      await copyFile(join(base.folder, "blobs", row.recordingKey ?? ""), local);
      const { left, right, ms } = await readStereo(local);
      expect(Math.abs(ms - row.talkMs)).toBeLessThan(500);
      expect(toneShare(left, tones.customer)).toBeGreaterThan(0.7);
      expect(toneShare(right, tones.agent)).toBeGreaterThan(0.3);
      expect(toneShare(left, tones.agent)).toBeLessThan(0.05);
      expect(toneShare(right, tones.customer)).toBeLessThan(0.05);
      const events = (
        await ports.database.system((trx) => readStream(trx, { compId, stream: "contact", id: callId }))
      ).filter(isContact);
      const facts = events.map((e) => e.fact.type);
      expect(events.flatMap((e) => (e.fact.type === "digits" ? [`${e.fact.from} ${e.fact.digits}`] : []))).toEqual([
        "agent 25*",
        "caller 7",
      ]);
      expect(facts).toEqual(
        expect.arrayContaining([
          "created",
          "greetingStarted",
          "queued",
          "positionAnnounced",
          "offered",
          "answered",
          "recordingStarted",
          "held",
          "resumed",
          "agentLost",
          "agentBack",
          "hungup",
          "ended",
          "recordingStored",
        ]),
      );
      process.stdout.write(
        `real media: answer to two-way audio ${Math.round(answerMs)} ms, music after the loss ${Math.round(musicMs)} ms, reload to audio ${Math.round(reloadMs)} ms\n`,
      );
    });
  });
