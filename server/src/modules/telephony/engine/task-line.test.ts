import { createTaskLine, type TaskLineDeps } from "./task-line.ts";

test("what is the same for all numbers of a turn is asked once, and anew in the next", async () => {
  const asked: Record<string, number> = {};
  const answers = (name: string, answer: unknown) => async (): Promise<unknown> => {
    asked[name] = (asked[name] ?? 0) + 1;
    return answer;
  };
  const deps = {
    numbers: {
      service: answers("service", { enabled: true, maxCalls: 0, arrears: false }),
      displayNumber: answers("displayNumber", "4001"),
      recordsByHand: answers("recordsByHand", true),
      extension: answers("extension", undefined),
      guests: { findByPhone: answers("findByPhone", undefined) },
    },
    screen: answers("screen", { ok: true }),
    outside: { trunks: answers("trunks", ["t1"]) },
    switch: { capabilities: { trunks: true } },
    calls: { outsiders: { byUser: () => undefined } },
    clock: { now: () => 0 },
  };
  const line = createTaskLine(deps as unknown as TaskLineDeps, "100001");
  const ask = line.asking();
  for (const number of ["13800138001", "13800138002", "13800138003"])
    expect(await ask(number, "4001")).toMatchObject({
      ok: true,
      line: { number, trunks: ["t1"], recordsByHand: true },
    });
  const ofNumbers = { extension: 3, findByPhone: 3, screen: 3, trunks: 3 };
  expect(asked).toEqual({ ...ofNumbers, service: 1, displayNumber: 1, recordsByHand: 1 });
  await ask("13800138004", "4002");
  await line.asking()("13800138005", "4001");
  expect(asked).toMatchObject({ service: 2, displayNumber: 2, recordsByHand: 3 });
});
