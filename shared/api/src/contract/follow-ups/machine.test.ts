import * as fc from "fast-check";
import { applyToFollowUp, type FollowUp, type FollowUpInput } from "./machine.ts";

const around = { now: 1_000, most: 3 };
const open: FollowUp = { kind: "open", dueAt: 900, tries: 1 };
const done: FollowUp = { kind: "done", tries: 1, endedAt: 900 };
const gaveUp: FollowUp = { kind: "gaveUp", tries: 3, endedAt: 900 };

const next = (of: FollowUp, input: FollowUpInput) => {
  const outcome = applyToFollowUp(of, input, around);
  return outcome.ok ? outcome.next : outcome.text;
};

test.each<[FollowUp, FollowUpInput, FollowUp | string]>([
  [open, { type: "done" }, { kind: "done", tries: 2, endedAt: 1_000 }],
  [open, { type: "noAnswer", nextAt: 2_000 }, { kind: "open", tries: 2, dueAt: 2_000 }],
  [
    { ...open, tries: 2 },
    { type: "noAnswer", nextAt: 2_000 },
    { kind: "gaveUp", tries: 3, endedAt: 1_000 },
  ],
  [open, { type: "noAnswer", nextAt: 1_000 }, "下次回访时间应晚于当前时间"],
  [open, { type: "giveUp" }, { kind: "gaveUp", tries: 1, endedAt: 1_000 }],
  [open, { type: "arrange", dueAt: 5_000 }, { kind: "open", tries: 1, dueAt: 5_000 }],
  [open, { type: "arrange", dueAt: 999 }, "回访时间应晚于当前时间"],
  [open, { type: "lost" }, { kind: "gaveUp", tries: 1, endedAt: 1_000 }],
  [done, { type: "done" }, "该回访已回访，不能再次完成"],
  [done, { type: "noAnswer", nextAt: 2_000 }, "该回访已回访，不能登记未接通"],
  [done, { type: "giveUp" }, "该回访已回访，不能放弃"],
  [done, { type: "arrange", dueAt: 5_000 }, "该回访已回访，不能改期"],
  [done, { type: "lost" }, "该回访已回访，不能作废"],
  [gaveUp, { type: "done" }, "该回访已放弃，不能再次完成"],
  [gaveUp, { type: "noAnswer", nextAt: 2_000 }, "该回访已放弃，不能登记未接通"],
  [gaveUp, { type: "giveUp" }, "该回访已放弃，不能放弃"],
  [gaveUp, { type: "arrange", dueAt: 5_000 }, { kind: "open", tries: 0, dueAt: 5_000 }],
  [gaveUp, { type: "lost" }, "该回访已放弃，不能作废"],
])("V5 %j after %j is %j", (of, input, expected) => expect(next(of, input)).toEqual(expected));

test("V5 whatever is done in whatever order: never more tries than allowed, never open in the past", () => {
  const input = fc.oneof(
    fc.constantFrom<FollowUpInput>({ type: "done" }, { type: "giveUp" }, { type: "lost" }),
    fc.record({ type: fc.constant("noAnswer" as const), nextAt: fc.nat(100) }),
    fc.record({ type: fc.constant("arrange" as const), dueAt: fc.nat(100) }),
  );
  fc.assert(
    fc.property(fc.array(input, { maxLength: 30 }), fc.integer({ min: 1, max: 10 }), (inputs, most) => {
      let of: FollowUp = { kind: "open", dueAt: 1, tries: 0 };
      inputs.forEach((one, now) => {
        const outcome = applyToFollowUp(of, one, { now, most });
        if (!outcome.ok) return;
        if (outcome.next.kind === "open") expect(outcome.next.dueAt).toBeGreaterThan(now);
        // A third try that reaches the customer is the third.
        expect(outcome.next.tries).toBeLessThanOrEqual(most);
        of = outcome.next;
      });
    }),
  );
});
