import type { CallStage } from "@liantai/api/contract";
import { handlersOf } from "./jssip-call.ts";
import type { CallEvents } from "./ports.ts";

const nothing: CallEvents = {
  ringing: () => undefined,
  connected: () => undefined,
  track: () => undefined,
  ended: () => undefined,
};

test("P6: only the switch's own words about the call count, and a device without ears for them is unharmed", () => {
  const seen: CallStage[] = [];
  const hear = (events: CallEvents, originator: string, contentType: string, body: string | null) =>
    (handlersOf(events, () => undefined).newInfo as unknown as (event: unknown) => void)({
      originator,
      info: { contentType, body },
    });
  const events = { ...nothing, stage: (stage: CallStage) => void seen.push(stage) };
  const type = "application/vnd.liantai.state";
  hear(events, "remote", type, "stage=queued&position=2");
  hear(events, "remote", `${type}; charset=utf-8`, "stage=talking&agent=1001");
  hear(events, "local", type, "stage=greeting");
  hear(events, "remote", "application/json", "stage=greeting");
  hear(events, "remote", type, null);
  hear(nothing, "remote", type, "stage=greeting");
  expect(seen).toEqual([
    { stage: "queued", position: 2 },
    { stage: "talking", agent: "1001" },
  ]);
});
