import { embeddedHarness } from "../../adapters/embedded/switch/testing/harness.ts";
import type { SwitchEvent } from "../../ports/switch.ts";
import { createSoftphoneAgent } from "./agent.ts";

const telephone = { user: "1000011001", password: "secret", mayCall: true } as const;

test("L2 T6 703 while it rings is a person who says no; a second call meets a busy telephone", async () => {
  const own = await embeddedHarness(
    { credentials: async (user) => (user === telephone.user ? [telephone] : []) },
    { workers: 1 },
  );
  const events: SwitchEvent[] = [];
  let happened = (): void => undefined;
  own.switch.on((event) => {
    events.push(event);
    happened();
  });
  const rung: string[] = [];
  const agent = createSoftphoneAgent(own.url, undefined, (frame) => {
    if (frame.type === 901) rung.push(frame.callId);
    happened();
  });
  const until = async <T>(find: () => T | undefined): Promise<T> => {
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => (happened = resolve));
    }
  };
  const over = (of: string) => until(() => events.find((event) => event.type === "hungup" && event.leg === of));
  try {
    const { user, password: ticket } = telephone;
    expect(await agent.order({ type: 701, seq: 1, user, realm: own.realm, ticket })).toMatchObject({ type: 801 });
    const call = { to: user, from: "4001", ringMs: 30_000 };
    const first = await own.switch.originate(call);
    const callId = await until(() => rung[0]);
    const second = await own.switch.originate(call);
    expect(await over(second)).toMatchObject({ cause: "busy" });
    await agent.order({ type: 703, seq: 2, callId });
    expect(await over(first)).toMatchObject({ cause: "rejected" });
  } finally {
    await agent.close();
    await own.switch.stop();
    await own.close();
  }
});
