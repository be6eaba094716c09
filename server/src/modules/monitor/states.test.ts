/** agentState and largeScreenMonitor/agentState: asked once, in the scope and with the mask of what is followed live. */
import { agentGroupMemberApi, agentGroupApi, seatStatesApi, type LiveAgent } from "@liantai/api/contract/admin";
import { openOffice, refused, type Office } from "../../testing/office.ts";

let office: Office;
const live: LiveAgent[] = [];

beforeAll(async () => {
  office = await openOffice();
  const at = office.ports.clock.now();
  const free = (agentId: string, code: number, more: Partial<LiveAgent> = {}): LiveAgent => ({
    agentId,
    code,
    reason: "byAgent",
    since: at - 5_000,
    registered: true,
    ...more,
  });
  live.push(
    free("1001", 8, {
      reason: "answered",
      call: {
        callId: "c9",
        direction: "inbound",
        phase: "talking",
        number: "13812345678",
        ringingAt: at - 9_000,
        answeredAt: at - 5_000,
        held: false,
        supervisors: [],
      },
    }),
    free("1002", 2, { statusName: "小休" }),
    free("1003", 2),
    free("1005", 2, { statusName: "小休" }),
  );
  await office.ports.broker.serve("telephony.engine", async (request) => {
    const { verb } = request as { readonly verb: string };
    return verb === "live" ? { epoch: "e", v: 0, agents: live } : { code: 1 };
  });
});
afterAll(() => office?.close());

test("each seat with its state; of the named ones alone; a seat that was never there is offline", async () => {
  const { at, seats } = await office.administrator.call(seatStatesApi.states, { body: {} });
  expect(at).toBe(office.ports.clock.now());
  expect(seats.map(({ agentId, code, name }) => `${agentId} ${code} ${name}`)).toEqual([
    "1001 8 通话中",
    "1002 2 小休",
    "1003 2 忙碌",
    "1004 0 离线",
    "1005 2 小休",
  ]);
  const named = { body: { agentIds: ["1001", "1004", "9999"] } };
  expect((await office.administrator.call(seatStatesApi.states, named)).seats).toEqual([
    {
      agentId: "1001",
      code: 8,
      name: "通话中",
      reason: "answered",
      since: at - 5_000,
      callId: "c9",
      number: "13812345678",
      direction: "inbound",
    },
    {
      agentId: "1004",
      code: 0,
      name: "离线",
      reason: "signOut",
      since: 0,
      callId: null,
      number: null,
      direction: null,
    },
  ]);
});

test("seats by state, custom statuses apart, for a wall", async () => {
  expect(await office.administrator.call(seatStatesApi.counts, { body: {} })).toEqual({
    at: office.ports.clock.now(),
    seats: 5,
    signedIn: 4,
    states: [
      { code: 2, name: "小休", count: 2 },
      { code: 0, name: "离线", count: 1 },
      { code: 2, name: "忙碌", count: 1 },
      { code: 8, name: "通话中", count: 1 },
    ],
  });
});

test("a monitor is told of his groups' seats, with numbers masked where they are hidden; agents are refused", async () => {
  const { administrator, monitor, agent, ports } = office;
  const other = await administrator.call(agentGroupApi.add, { body: { name: "别组" } });
  await administrator.call(agentGroupMemberApi.add, { body: { groupId: other.id, agentIds: ["1002"] } });
  await ports.database.system((trx) =>
    trx.updateTable("account").set({ isHiddenNum: 1 }).where("agentId", "=", "1005").execute(),
  );
  const again = await office.signIn({ code: "100001", roleType: 3, account: "1005" });
  const { seats } = await again.call(seatStatesApi.states, { body: {} });
  expect(seats.map(({ agentId }) => agentId)).toEqual(["1001", "1003", "1004", "1005"]);
  expect(seats[0]!.number).toBe("138****5678");
  expect((await again.call(seatStatesApi.counts, { body: {} })).seats).toBe(4);
  for (const endpoint of [seatStatesApi.states, seatStatesApi.counts])
    expect((await refused(agent.call(endpoint, { body: {} }))).status).toBe(403);
  expect((await refused(monitor.call(seatStatesApi.counts, { body: {} }))).status).toBe(426);
  const foreign = { body: { compId: "999999" } };
  expect((await refused(administrator.call(seatStatesApi.states, foreign))).status).toBe(403);
});
