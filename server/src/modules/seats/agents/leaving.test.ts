import { authApi } from "@liantai/api/contract";
import { openOffice, type Office } from "../../../testing/office.ts";
import { demoEnterprise } from "../../system/index.ts";
import { publish, subscribe } from "../../topics.ts";
import { createLeaving } from "./leaving.ts";

let office: Office;
const { compId } = demoEnterprise;
const inCall = new Set<string>();
const ended: string[] = [];
beforeAll(async () => {
  office = await openOffice();
  await subscribe(office.ports.broker, "session.ended", ({ agentId, reason }) => ended.push(`${agentId} ${reason}`));
});
afterAll(() => office?.close());

const enabled = async (agentId: string) =>
  (
    await office.ports.database.system((trx) =>
      trx
        .selectFrom("account")
        .select("enabled")
        .where("compId", "=", compId)
        .where("agentId", "=", agentId)
        .executeTakeFirstOrThrow(),
    )
  ).enabled;
const mark = (agentId: string) =>
  office.ports.database.system((trx) =>
    trx
      .updateTable("account")
      .set({ enabled: 2 })
      .where("compId", "=", compId)
      .where("agentId", "=", agentId)
      .execute(),
  );
const opened = () =>
  createLeaving({
    ports: office.ports,
    auth: office.composition.auth,
    work: [],
    engine: { retire: async (_comp: string, agentId: string) => inCall.has(agentId) } as never,
  });
const settle = async () => {
  for (let i = 0; i < 5; i++) await office.ports.database.ping();
};

test("in a call the session lives and nobody signs in anew; with the call it ends", async () => {
  const leaving = opened();
  await leaving.start();
  const person = await office.signIn({ code: compId, roleType: 2, account: "1002" });
  inCall.add("1002");
  await mark("1002");
  await leaving.begin(compId, "1002");
  await office.ports.clock.advance(31_000);
  expect(await person.call(authApi.getUser)).toMatchObject({ agentId: "1002" });
  await expect(office.signIn({ code: compId, roleType: 2, account: "1002" })).rejects.toThrow("账号已停用");
  await publish(office.ports.broker, "agent.changed", {
    compId,
    agentId: "1002",
    state: { kind: "engaged", since: 0, callId: "c", activity: "held" },
    reason: "held",
  });
  await settle();
  expect([await enabled("1002"), ended]).toEqual([2, []]);
  await publish(office.ports.broker, "agent.changed", {
    compId,
    agentId: "1002",
    state: { kind: "busy", since: 0 },
    reason: "ended",
  });
  await settle();
  expect([await enabled("1002"), ended]).toEqual([0, ["1002 disabled"]]);
  await expect(person.call(authApi.getUser)).rejects.toThrow();
  await leaving.stop();
});

test("what a process that died left behind is found by the next one", async () => {
  inCall.clear();
  await mark("1003");
  const leaving = opened();
  await leaving.start();
  await office.ports.clock.advance(61_000);
  await settle();
  expect(await enabled("1003")).toBe(0);
  await leaving.stop();
});
