/** F107: lists are asked for again when an import into them that ran in the background has ended. */
import { bus } from "@liantai/bus";
import {
  agentApi,
  agentGroupApi,
  blackListApi,
  cascadeApi,
  extensionApi,
  roleApi,
  taskPages,
} from "@liantai/api/contract/admin";
import { act, screen, waitFor } from "@testing-library/react";
import { furnish, paths, task } from "../dialling/testing/rows.ts";
import { openTab, page, signIn } from "../testing/screen.tsx";
import { agent, group } from "../testing/seats.ts";

const settings = {
  ...{ maxSession: 5, agentMaxSession: null, idDigits: 4, localPhonePort: 17_010, deviceCheck: "refuse" },
  ...{ conferenceEnds: 0, shortAbandonS: 5 },
};

function serve() {
  const server = signIn();
  server.on(blackListApi.list.path, page([]));
  server.on(agentApi.list.path, page([agent()]));
  server.on(agentGroupApi.list.path, page([group()]));
  server.on(agentApi.getMaxSession.path, () => settings);
  for (const path of [extensionApi.list.path, roleApi.listDef.path, cascadeApi.list.path]) server.on(path, page([]));
  furnish(server);
  server.on(paths.list, page([task({ ftype: 4 })]));
  return server;
}

test.each([
  ["blackList", "/enterpriseblack", blackListApi.list.path],
  ["agent", "/seats", agentApi.list.path],
  ["cascade", "/cascademanage", cascadeApi.list.path],
  ["taskPhone", taskPages[4].list, paths.list],
])("F107 %s: %s", async (kind, tab, path) => {
  const server = serve();
  await openTab(tab);
  await waitFor(() => expect(server.bodies(path).length).toBeGreaterThan(0));
  const asked = server.bodies(path).length;
  act(() => bus.publish("import.ended", { kind: "contact" }));
  expect(server.bodies(path)).toHaveLength(asked);
  act(() => bus.publish("import.ended", { kind }));
  await waitFor(() => expect(server.bodies(path).length).toBeGreaterThan(asked));
  expect(screen.queryByRole("dialog")).toBeNull();
});
