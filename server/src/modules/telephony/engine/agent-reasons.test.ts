/** Why an agent's state changed where his call goes on without him, or he without it: what the page is told, and the log keeps. */
import { stageEach, type Page, type Stage } from "../testing/stage.ts";
import { talkWith } from "../testing/talks.ts";

let s: Stage;
stageEach((stage) => (s = stage));

/** Codes and reasons that the page has heard since this was made, each time it is asked. */
function told(page: Page) {
  const { length } = page.heard;
  return () =>
    page.heard
      .slice(length)
      .flatMap(({ name, fields }) => (name === "agentState" ? [`${fields["code"]} ${fields["reason"]}`] : []));
}
const answers = async (page: Page) => {
  const leg = s.sw.at(page.user).at(-1)!;
  s.sw.pickUp(leg);
  await s.settle();
  return leg;
};
/** 1001 talks with a customer, 1002 is ready. */
async function talk() {
  const { page: one, ...rest } = await talkWith(s);
  return { one, ...rest, two: await s.ready("1002") };
}
async function consulting() {
  const at = await talk();
  await at.one.command("consult", { callId: at.callId, agentId: "1002" });
  await answers(at.two);
  return { ...at, first: told(at.one), second: told(at.two) };
}
async function conference() {
  const at = await consulting();
  await at.one.command("meeting", { callId: at.callId });
  return { ...at, first: told(at.one), second: told(at.two) };
}
const rows = async (agentId: string) => {
  await s.eventLog.flush();
  const all = await s.ports.database.system((trx) =>
    trx.selectFrom("agent_status").select(["code", "reason"]).where("agentId", "=", agentId).orderBy("seq").execute(),
  );
  return all.map(({ code, reason }) => `${code} ${reason}`);
};

describe("K86 one reason for the end of an agent's part and for what follows; who goes on reads why, too", () => {
  test("通话转: 转移 for both, in the agent's intervals as well", async () => {
    const { one, callId, first, second } = await consulting();
    expect((await one.command("tranfer", { callId })).code).toBe(1);
    expect([first(), second()]).toEqual([["14 transferred", "4 transferred"], ["8 transferred"]]);
    expect([(await rows("1001")).at(-1), (await rows("1002")).at(-1)]).toEqual(["4 transferred", "8 transferred"]);
  });

  test("释放转: 转移 for who sends it on; who lifts has answered", async () => {
    const { one, two, callId } = await talk();
    const [first, second] = [told(one), told(two)];
    await one.command("transfer", { callId, agentId: "1002" });
    await answers(two);
    expect([first(), second().at(-1)]).toEqual([["14 transferred", "4 transferred"], "8 answered"]);
  });

  test("a consultation that came to nothing: 咨询结束 for who was asked and who asked", async () => {
    const { one, callId, first, second } = await consulting();
    await one.command("consultCancel", { callId });
    expect([first(), second()]).toEqual([["8 consultOver"], ["14 consultOver", "1 consultOver"]]);
  });

  test("切换: 通话被接管 for the agent, 接管通话 for the monitor; without it 监控结束", async () => {
    const { page: agent } = await talkWith(s);
    const monitor = await s.ready("1003");
    const [first, second] = [told(agent), told(monitor)];
    await monitor.command("monitor", { agentId: "1001", mode: "listen" });
    await monitor.command("hangup", { callId: monitor.callView()!.callId });
    expect(second()).toEqual(["15 dial", "3 supervising", "14 supervisionOver", "1 supervisionOver"]);
    await monitor.command("monitor", { agentId: "1001", mode: "listen" });
    expect((await monitor.command("switch", { agentId: "1001" })).code).toBe(1);
    expect([first(), second().slice(4)]).toEqual([
      ["14 takenOver", "4 takenOver"],
      ["15 dial", "3 supervising", "8 tookOver"],
    ]);
  });

  test("a conference that two are left of: 会议结束 for who stays, 退出会议 for who leaves, its owner or another", async () => {
    const { one, two, callId, first, second } = await conference();
    await two.command("hangup", { callId });
    expect([first(), second()]).toEqual([["8 conferenceOver"], ["14 leftConference", "1 leftConference"]]);
    await one.command("consult", { callId, agentId: "1002" });
    await answers(two);
    await one.command("meeting", { callId });
    const [third, fourth] = [told(one), told(two)];
    await one.command("hangup", { callId });
    expect([third(), fourth()]).toEqual([["14 leftConference", "4 leftConference"], ["8 conferenceOver"]]);
  });

  test("强制复位 and a device that is lost for good end a talk with 14, too; a forced reset at rest has none", async () => {
    const { one, two } = await talk();
    const [first, second] = [told(one), told(two)];
    await one.command("recover");
    await two.command("recover");
    expect([first(), second()]).toEqual([["14 recovered", "2 recovered"], ["2 recovered"]]);
    await one.command("setState", { state: "1" });
    await s.customer();
    s.sw.lose(await answers(one));
    await s.advance(61_000);
    expect(first().slice(-2)).toEqual(["14 legLost", "0 legLost"]);
  });
});
