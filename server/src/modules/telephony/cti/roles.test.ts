import type { Caller } from "../../../http/routes.ts";
import { nobodyFollows } from "../../../testing/idle.ts";
import { createVirtualClock, silentLogger } from "../../../testing/index.ts";
import { createProcessBroker } from "../../../adapters/embedded/broker/index.ts";
import { publish } from "../../topics.ts";
import { Link } from "./link.ts";
import { createLinks } from "./links.ts";
import { followRoles } from "./roles.ts";
import { Showing } from "./showing.ts";

const caller: Caller = {
  ...{ userId: "u1", userName: "10000121001", sessionId: "s-1001", compId: "100001", roleType: 2 },
  ...{ isHiddenNum: false, hiddenGlobalPhone: false },
} as Caller;

test("an enterprise that hides numbers from now on hides them on open links, and from the next engine's sessions", async () => {
  const { links } = createLinks();
  const broker = createProcessBroker(createVirtualClock());
  const outlet = { OPEN: 1, readyState: 1, bufferedAmount: 0, send: () => undefined };
  const open = (compId: string) => {
    const link = new Link(`c-${compId}`, { ...outlet, close: () => undefined, terminate: () => undefined });
    link.caller = { ...caller, compId, sessionId: `s-${compId}` };
    link.attached = {
      ...{ verb: "attach", connection: link.id, gateway: "g", compId, agentId: "1001", sessionId: `s-${compId}` },
      ...{ extension: "1001", instance: "tab", takeMedia: false, hideNumbers: false },
    };
    links.set(link.id, link);
    return link;
  };
  const [own, other] = [open("100001"), open("100002")];
  const end = await followRoles({
    ...{ broker, links, logger: silentLogger, showing: new Showing(nobodyFollows) },
    sessions: {
      living: async (ids) => new Map(ids.map((id) => [id, { ...caller, sessionId: id, hiddenGlobalPhone: true }])),
    },
  });
  await publish(broker, "grants.changed", { compId: "100001" });
  await new Promise(setImmediate);
  expect([own, other].map(({ attached, caller: who }) => [attached?.hideNumbers, who?.hiddenGlobalPhone])).toEqual([
    [true, true],
    [false, false],
  ]);
  await end();
});
