/** Who follows is forgotten with his stream: nobody else tells that a page which talks of nothing is gone. */
import { nobodyFollows } from "../testing/idle.ts";
import { createTestPorts, type TestPorts } from "../testing/index.ts";
import { seatCaller } from "../testing/who.ts";
import { AssistRoom } from "./assist.ts";
import { RobotRoom } from "./robots.ts";
import { TaskRoom } from "./tasks.ts";

let ports: TestPorts;
beforeAll(async () => {
  ports = await createTestPorts();
});
afterAll(() => ports.close());

const compId = "100001";
const boss = seatCaller({ userId: "u", compId, agentId: null, roleType: 1 });
const own = { userId: "u", compId };
const message = { type: "CHAT", callId: "c", agentId: "1001", dialogueData: {} };

test.each([false, true])("M3 what a stream follows is forgotten with it: %s", async (forgotten) => {
  const send = jest.fn();
  const hub = { send, listeners: (key: string) => (key.startsWith("w:") ? [boss] : []), connected: () => true };
  const { clock, logger, broker } = ports;
  const maySee = async () => true;
  const granted = async () => ["1001"];
  const rooms = {
    assist: new AssistRoom({ hub, watches: { ...nobodyFollows, granted }, engine: {} as never, broker, logger }),
    robots: new RobotRoom({ hub, maySee }),
    tasks: new TaskRoom({ hub, maySee, clock, logger, counts: async () => ({ ftype: 4, task: {} }) as never }),
  };
  rooms.assist.follow("stream", boss, { ...own, agentId: "1001" });
  rooms.robots.follow("stream", boss, { ...own, on: true });
  rooms.tasks.follow("stream", boss, { ...own, taskIds: ["t"] });
  // A task is told at once.
  await clock.advance(2_000);
  expect(send.mock.calls.length).toBe(1);
  send.mockClear();
  if (forgotten) for (const room of Object.values(rooms)) room.forget("stream");
  await rooms.assist.told({ compId, agentId: "1001", message } as never);
  await rooms.robots.told({ compId, callId: "c", call: null, entries: [], by: null } as never);
  rooms.tasks.changed({ compId, taskId: "t" });
  await clock.advance(2_000);
  expect(send.mock.calls.length).toBe(forgotten ? 0 : 3);
  rooms.tasks.stop();
});
