/** Seats and menus as the server tells them. */
import type { LiveAgent } from "@liantai/api/contract/admin";

export const seat = (agentId: string, over: object = {}) => ({
  agentId,
  name: `坐席${agentId}`,
  groupId: "a",
  groupName: "客服部",
  skillGroups: ["客服一组"],
  extension: agentId,
  terminalType: 2,
  forwardModes: "",
  forwardTo: "",
  followed: false,
  signedInS: 3_600,
  idleS: 600,
  busyS: 60,
  wrapUpS: 30,
  inbound: 4,
  outbound: 2,
  answered: 5,
  missed: 1,
  averageTalkS: 75,
  ...over,
});

export const menu = (url: string) => ({
  ...{ id: url, name: url, url, alias: null, icon: null, category: 2, code: null, children: [] },
});

export const agent = (agentId: string, over: Partial<LiveAgent> = {}): LiveAgent => ({
  agentId,
  code: 1,
  reason: "byAgent",
  since: Date.now() - 65_000,
  registered: true,
  ...over,
});
export const talking = (agentId: string, over: Partial<NonNullable<LiveAgent["call"]>> = {}): LiveAgent =>
  agent(agentId, {
    code: 8,
    reason: "answered",
    call: {
      callId: "c1",
      direction: "inbound",
      phase: "talking",
      number: "138****8000",
      ringingAt: Date.now() - 70_000,
      answeredAt: Date.now() - 65_000,
      held: false,
      supervisors: [],
      ...over,
    },
  });
