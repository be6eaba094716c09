/** Whose pages are open, asked of several processes. */
import { EventEmitter } from "node:events";
import type { WebSocket } from "ws";
import { createTestPorts, type TestPorts } from "../../../testing/index.ts";
import { subscribe } from "../../topics.ts";
import { createPages } from "./pages.ts";

let ports: TestPorts;
beforeAll(async () => {
  ports = await createTestPorts();
});
afterAll(() => ports?.close());

async function openProcess() {
  const pages = createPages(ports);
  await subscribe(ports.broker, "chat.gone", ({ key }) => void pages.again(key));
  return pages;
}

test("J81 who closes his last page in one process and has one in another is there, whoever marked him last", async () => {
  const [one, two, other] = [await openProcess(), await openProcess(), await openProcess()];
  const whose = { compId: "100001", visitorId: "v", sessionId: "s" };
  const here = () => other.visitorHere("100001", "v");
  const socket = () =>
    Object.assign(new EventEmitter(), { readyState: 3, OPEN: 1, close: () => undefined }) as unknown as WebSocket;
  for (const last of [one, two]) {
    const [a, b] = [one, two].map((pages) => pages.add(socket(), whose, () => undefined));
    for (const [pages, page] of [
      [one, a!],
      [two, b!],
    ] as const)
      await pages.opened(page);
    await last.refresh();
    a!.close(1000, "");
    await ports.clock.settle();
    expect(await here()).toBe(true);
    b!.close(1000, "");
    await ports.clock.settle();
    expect(await here()).toBe(false);
  }
});
