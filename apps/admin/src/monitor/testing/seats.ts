/** Seats and menus as the server tells them, and a monitor's screen with them. */
import { authApi } from "@liantai/api/contract";
import { assistanceApi, type LiveAgent } from "@liantai/api/contract/admin";
import { screen } from "@testing-library/react";
import { openTab, signIn } from "../../testing/screen.tsx";

export const monitorPaths = {
  seats: "/dca/api/v1/agentState/monitor",
  follow: "/pbx/api/v1/agent/putAgentMonitor",
  purviews: "/pbx/api/v1/businessPurview/selectByRoleId",
};

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

/** Every page with the same buttons. */
export const menu = (url: string, buttons: readonly string[] = []) => {
  const plain = { alias: null, icon: null };
  return {
    ...{ ...plain, id: url, name: url, url, category: 2, code: null },
    children: buttons.map((code) => ({ ...plain, id: code, name: code, url: null, category: 1, code, children: [] })),
  };
};

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

/** Waits until it shows 坐席1001 with its buttons. `seats` is read anew at every question. */
export async function openMonitor(
  path = "/realtimemonitoring",
  seats: readonly object[] = [seat("1001"), seat("1002"), seat("1003")],
  menus?: readonly string[],
  buttons?: readonly string[],
) {
  const fake = signIn({ roleType: 3, agentId: "1005", userName: "1000012005" });
  fake.on(assistanceApi.list.path, () => []);
  fake.on(monitorPaths.seats, () => ({ asOf: Date.now(), seats: [...seats] }));
  fake.on(monitorPaths.purviews, () => [{ key: "monitor", value: 1 }]);
  fake.on(monitorPaths.follow, () => ({ agentIds: [] }));
  if (menus) fake.on(authApi.roleMenu.path, () => menus.map((url) => menu(url, buttons)));
  await openTab(path);
  await screen.findByText("坐席1001");
  await screen.findByRole("columnheader", { name: /操作/ });
  return { fake, follows: () => fake.bodies(monitorPaths.follow) };
}
