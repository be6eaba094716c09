import { resolveTarget, type NumberConfig, type NumberRule } from "./targets.ts";

const at = (text: string) => Date.parse(`${text.replace(" ", "T")}:00+08:00`);
const rule = (
  position: number,
  days: number[],
  from: string,
  to: string,
  id: string,
  holidays: string[] = [],
): NumberRule => ({
  position,
  timeRuleId: `t${position}`,
  timeRuleName: `规则${position}`,
  time: {
    weekly: [{ days, ranges: [{ from, to }] }],
    holidays: holidays.map((date) => ({ date, name: "" })),
    specials: [],
  },
  target: { kind: "skillGroup", id, greeting: "", greetingVoice: "" },
});
const fallback = { kind: "voice", id: "v1", greeting: "", greetingVoice: "" } as const;
const config: Pick<NumberConfig, "rules" | "fallback"> = {
  rules: [
    rule(2, [1, 2, 3, 4, 5, 6, 7], "08:00", "22:00", "evening"),
    rule(1, [1, 2, 3, 4, 5], "09:00", "18:00", "day", ["2026-10-01"]),
  ],
  fallback,
};
const lead = (text: string) => resolveTarget(config, at(text)).target.id;

test("the first rule that applies, by position and not by how the rows came; else the fallback", () => {
  expect(lead("2026-11-20 10:00")).toBe("day");
  expect(lead("2026-11-20 18:00")).toBe("evening");
  expect(lead("2026-11-21 10:00")).toBe("evening");
  expect(lead("2026-11-20 23:00")).toBe("v1");
  expect(lead("2026-10-01 10:00")).toBe("evening");
});

test("says what was asked and why", () => {
  const { rule: found, steps } = resolveTarget(config, at("2026-10-01 10:00"));
  expect(found?.position).toBe(2);
  expect(steps).toEqual([
    { position: 1, name: "规则1", applies: false, reason: "2026-10-01 周四 10:00：节假日，全天休息" },
    { position: 2, name: "规则2", applies: true, reason: "2026-10-01 周四 10:00：工作日 08:00-22:00" },
  ]);
  expect(resolveTarget({ rules: [], fallback }, 0)).toEqual({ target: fallback, steps: [] });
});
