/** docs/protocol.md P34: a page is where it proved itself last, with the call that it has. */
import type { SwitchEvent } from "../../../ports/switch.ts";
import { SipClient } from "../../../testing/sip/sip-client.ts";
import { embeddedHarness } from "./testing/harness.ts";

const page = { user: "g123456789012345678", password: "secret", mayCall: true, single: true } as const;
const telephone = { user: "1000011001", password: "secret", mayCall: true } as const;

test("P34 a page that signs in on another socket leaves the one before, and its dialogue goes along; a telephone keeps both", async () => {
  const known = [page, telephone];
  const own = await embeddedHarness(
    { credentials: async (user) => known.filter((each) => each.user === user) },
    { workers: 1 },
  );
  const events: SwitchEvent[] = [];
  let told = (): void => undefined;
  own.switch.on((event) => {
    events.push(event);
    told();
  });
  const next = async <T extends SwitchEvent["type"]>(type: T) => {
    for (;;) {
      const found = events.find((event) => event.type === type);
      if (found) return found as Extract<SwitchEvent, { type: T }>;
      await new Promise<void>((resolve) => (told = resolve));
    }
  };
  const clients: SipClient[] = [];
  const connect = async (credential: typeof page | typeof telephone): Promise<SipClient> => {
    const client = await SipClient.connect({ url: own.url, realm: own.realm, ...credential });
    clients.push(client);
    await client.register();
    return client;
  };
  try {
    const client = await connect(page);
    const call = await client.call("4001");
    const { leg } = await next("incoming");
    await own.switch.answer(leg);
    await call.peer.connected;
    await client.reconnect();
    await client.register();
    expect(await client.closed).toBe(1008);
    call.bye();
    expect(await next("hungup")).toMatchObject({ leg, cause: "normal" });
    expect(events.map(({ type }) => type)).not.toContain("lost");
    const [first] = [await connect(telephone), await connect(telephone)];
    let closed = false;
    void first.closed.then(() => (closed = true));
    await first.register();
    expect(closed).toBe(false);
  } finally {
    await Promise.all(clients.map((each) => each.close()));
    await own.switch.stop();
    await own.close();
  }
});
