import * as fc from "fast-check";
import { encodeFields, readStage, stageFields, type CallStage } from "./index.ts";

const agent = fc.string({ unit: "grapheme", maxLength: 20 });
const stage: fc.Arbitrary<CallStage> = fc.oneof(
  fc.record({ stage: fc.constantFrom("greeting" as const, "ringing" as const, "farewell" as const) }),
  fc.record({ stage: fc.constant("queued" as const), position: fc.integer({ min: 1, max: 9_999 }) }),
  fc.record({
    stage: fc.constantFrom("talking" as const, "held" as const, "agentLost" as const, "meeting" as const),
    agent,
  }),
);

test("P7: every stage survives its way through an INFO", () => {
  fc.assert(fc.property(stage, (one) => expect(readStage(encodeFields(stageFields(one)))).toEqual(one)));
});

test("P6: a body that is not understood is nothing, never an error", () => {
  for (const body of [
    "",
    "stage",
    "stage=",
    "stage=dancing",
    "stage=queued",
    "stage=queued&position=0",
    "stage=queued&position=x",
    "stage=talking&stage=held",
    "stage=talking&agent=%E0%A4%A",
    "<xml/>",
  ])
    expect(readStage(body)).toBeUndefined();
  fc.assert(fc.property(fc.string(), (text) => void readStage(text)));
});

test("what a later version adds does no harm", () => {
  expect(readStage("stage=talking&agent=1001&mood=good")).toEqual({ stage: "talking", agent: "1001" });
});
