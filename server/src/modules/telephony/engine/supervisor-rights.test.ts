/** Rights that are taken away while somebody hears a talk (K90). */
import { listenerUser } from "../../numbers/index.ts";
import type { CommandReply } from "../../../ports/engine.ts";
import { publish } from "../../topics.ts";
import { sessionNoticeId } from "../cti/links.ts";
import { agentTopic, type AgentNotice } from "../topics.ts";
import { stagesOf, type Stage } from "../testing/stage.ts";
import { talkWith } from "../testing/talks.ts";

describe("K90 a right that is taken away ends what it gave, within a second", () => {
  let s: Stage;
  /** Sessions, and whom they may not hear any more. */
  const taken = new Map<string, string>();
  let away = false;
  const open = stagesOf((stage) => (s = stage), {
    maySupervise: async (sessionId, agentId) => {
      if (away) throw new Error("the database is away");
      return taken.get(sessionId) !== agentId;
    },
  });
  beforeEach(async () => {
    taken.clear();
    away = false;
    await open();
  });
  const says = "您已没有监控坐席1001的权限，监控已结束";
  const changes = {
    "grants.changed": () => publish(s.ports.broker, "grants.changed", { roleIds: ["r"] }),
    "grants.changed of the enterprise": () => publish(s.ports.broker, "grants.changed", { compId: s.compId }),
    "monitors.changed": () => publish(s.ports.broker, "monitors.changed", { compId: s.compId }),
    "seat.changed": () => publish(s.ports.broker, "seat.changed", { compId: s.compId, agentId: "1001" }),
    "operators.changed": () => publish(s.ports.broker, "operators.changed", {}),
  };

  test.each(Object.keys(changes) as (keyof typeof changes)[])(
    "%s: a monitor who may not hear this agent any more is out, and reads why; the others talk on",
    async (topic) => {
      const { page: agent, leg, phone, callId } = await talkWith(s);
      const monitor = await s.ready("1003");
      await monitor.command("monitor", { agentId: "1001", mode: "whisper" });
      const ear = s.sw.at(monitor.user)[0]!;
      // A change that does not touch him.
      await changes[topic]();
      await s.advance(1_000);
      expect([monitor.code(), s.sw.hears(phone)]).toEqual([3, `leg ${leg} ${ear}`]);
      taken.set("s-1003", "1001");
      await changes[topic]();
      await s.advance(1_000);
      expect([s.sw.hears(ear), s.sw.hears(phone), s.sw.hears(leg)]).toEqual(["gone", `leg ${leg}`, `leg ${phone}`]);
      expect([agent.code(), monitor.code(), monitor.callView()]).toEqual([8, 1, undefined]);
      expect(monitor.last("notice")).toMatchObject({ level: "warning", msg: says });
      expect((await s.track(callId)).filter((type) => type === "supervisionEnded")).toHaveLength(1);
    },
  );

  test("an administrator who joined in is out likewise, and his page reads why; whoever else hears goes on", async () => {
    const { leg, phone } = await talkWith(s);
    const monitor = await s.ready("1003");
    await monitor.command("monitor", { agentId: "1001" });
    const heard: AgentNotice[] = [];
    await s.ports.broker.subscribe(agentTopic, (message) => {
      const notice = message as AgentNotice;
      if (notice.agentId === sessionNoticeId("s-admin")) heard.push(notice);
    });
    s.sw.register(listenerUser("s-admin"), "urn:tab");
    const asked = { compId: s.compId, by: "admin", title: "管理员", sessionId: "s-admin", hideNumbers: false } as const;
    const fields = { agentId: "1001" };
    const reply = (await s.engine.request({ verb: "administer", ...asked, name: "insert", fields })) as CommandReply;
    await s.settle();
    expect([reply.code, s.sw.hears(leg)]).toEqual([1, `leg ${phone} ${s.sw.at(listenerUser("s-admin"))[0]}`]);
    taken.set("s-admin", "1001");
    await changes["grants.changed"]();
    await s.advance(1_000);
    expect([s.sw.at(listenerUser("s-admin")), s.sw.hears(leg), monitor.code()]).toEqual([[], `leg ${phone}`, 3]);
    expect(heard.slice(-2).map(({ name, fields: told }) => [name, told["msg"] ?? ""])).toEqual([
      ["callEnd", ""],
      ["notice", says],
    ]);
  });

  test("who has taken the talk over keeps it; where rights cannot be read they are asked again", async () => {
    const { page: agent, leg } = await talkWith(s);
    const monitor = await s.ready("1003");
    await monitor.command("monitor", { agentId: "1001" });
    taken.set("s-1003", "1001");
    away = true;
    await changes["monitors.changed"]();
    await s.advance(1_000);
    expect(monitor.code()).toBe(3);
    await monitor.command("switch", { agentId: "1001" });
    away = false;
    await s.advance(3_000);
    expect([monitor.code(), agent.code(), s.sw.hears(leg)]).toEqual([8, 4, `leg ${s.sw.at(monitor.user)[0]}`]);
    taken.set("s-1001", "1003");
    await agent.command("monitor", { agentId: "1003" });
    away = true;
    await changes["monitors.changed"]();
    await s.advance(1_000);
    expect(agent.code()).toBe(3);
    away = false;
    await s.advance(1_500);
    expect(agent.code()).not.toBe(3);
  });

  test("one that was taken away while nobody led is over with the next process", async () => {
    await open({ outlives: true });
    const { leg, phone } = await talkWith(s);
    const monitor = await s.ready("1003");
    await monitor.command("monitor", { agentId: "1001" });
    const ear = s.sw.at(monitor.user)[0]!;
    const before = s;
    await before.kill();
    taken.set("s-1003", "1001");
    await open({ after: before, outlives: true });
    await s.settle();
    expect(s.sw.hears(ear)).not.toBe("gone");
    await s.advance(1_000);
    expect([s.sw.hears(ear), s.sw.hears(leg), s.sw.hears(phone)]).toEqual(["gone", `leg ${phone}`, `leg ${leg}`]);
    await before.ports.close();
  });
});
