import { DraftKeeper, draftDelays, findDraft, type DraftPorts, type KeptDraft } from "./draft-keeper.ts";

interface Sent {
  readonly values: unknown;
  readonly leaving: boolean;
  done(): Promise<void>;
  fail(): Promise<void>;
}

const settled = async () => {
  for (let n = 0; n < 5; n += 1) await Promise.resolve();
};

function harness() {
  const sent: Sent[] = [];
  const log: string[] = [];
  let timer: { readonly ms: number; readonly run: () => void } | undefined;
  const ports: DraftPorts = {
    find: async (): Promise<KeptDraft | null> => {
      log.push("find");
      return null;
    },
    save: (_, version, { values }, leaving) =>
      new Promise((resolve, reject) => {
        log.push(`save ${version}`);
        const done = async () => {
          resolve("2026-11-23 10:00:00");
          await settled();
        };
        const fail = async () => {
          reject(new Error("offline"));
          await settled();
        };
        sent.push({ values, leaving, done, fail });
      }),
    drop: async () => void log.push("drop"),
    later(ms, run) {
      const own = { ms, run };
      timer = own;
      return () => {
        if (timer === own) timer = undefined;
      };
    },
  };
  const keeper = new DraftKeeper(ports, { formId: "f", recordId: "r" }, 3);
  const passes = (ms: number) => {
    expect(timer?.ms).toBe(ms);
    const { run } = timer!;
    timer = undefined;
    run();
  };
  return { ports, keeper, sent, log, passes, waits: () => timer?.ms };
}

test("a moment after the last key everything typed goes once", async () => {
  const { keeper, sent, passes, log } = harness();
  keeper.typed({ a: "1" });
  keeper.typed({ a: "12" });
  expect(keeper.state()).toEqual({ kind: "waiting" });
  expect(sent).toEqual([]);
  passes(draftDelays.typing);
  expect(sent.map(({ values }) => values)).toEqual([{ a: "12" }]);
  await sent[0]!.done();
  expect(keeper.state()).toEqual({ kind: "kept", savedTime: "2026-11-23 10:00:00" });
  expect(log).toEqual(["save 3"]);
});

test("left fields and pages send at once; a page that goes waits for nothing", async () => {
  const { keeper, sent } = harness();
  keeper.typed({ a: "1" });
  void keeper.flush();
  keeper.typed({ a: "2" });
  void keeper.flush();
  expect(sent).toHaveLength(1);
  keeper.typed({ a: "3" });
  void keeper.flush(true);
  expect(sent.map(({ values, leaving }) => [values, leaving])).toEqual([
    [{ a: "1" }, false],
    [{ a: "3" }, true],
  ]);
});

test("what was not kept is sent again, ever more rarely, and nothing else is typed in between is lost", async () => {
  const { keeper, sent, passes, waits } = harness();
  keeper.typed({ a: "1" });
  passes(draftDelays.typing);
  await sent[0]!.fail();
  expect(keeper.state()).toEqual({ kind: "failed" });
  passes(draftDelays.again);
  await sent[1]!.fail();
  expect(waits()).toBe(2 * draftDelays.again);
  keeper.typed({ a: "12" });
  passes(draftDelays.typing);
  expect(sent[2]!.values).toEqual({ a: "12" });
  await sent[2]!.done();
  expect(keeper.state().kind).toBe("kept");
});

test("the form's save waits for the draft that is under way; after it nothing is kept, after a refusal it is", async () => {
  const { keeper, sent, log } = harness();
  keeper.typed({ a: "1" });
  void keeper.flush();
  const refusal = keeper.around(async () => {
    log.push("form");
    throw new Error("refused");
  });
  const heard = expect(refusal).rejects.toThrow("refused");
  keeper.typed({ a: "12" });
  await settled();
  expect(log).toEqual(["save 3"]);
  await sent[0]!.done();
  await heard;
  expect(log).toEqual(["save 3", "form", "save 3"]);
  await sent[1]!.done();
  await keeper.around(async () => void log.push("form"));
  keeper.typed({ a: "123" });
  await keeper.flush();
  expect(log).toEqual(["save 3", "form", "save 3", "form"]);
  expect(keeper.state()).toEqual({ kind: "none" });
});

test("thrown away: what is under way arrives before", async () => {
  const { keeper, sent, log } = harness();
  keeper.typed({ a: "1" });
  void keeper.flush();
  const gone = keeper.discard();
  await settled();
  expect(log).toEqual(["save 3"]);
  await sent[0]!.done();
  await gone;
  expect(log).toEqual(["save 3", "drop"]);
});

test("who opens the form again reads what is still under way", async () => {
  const { ports, keeper, sent, log } = harness();
  keeper.typed({ a: "1" });
  void keeper.flush();
  const found = findDraft(ports, { formId: "f", recordId: "r" });
  await settled();
  expect(log).toEqual(["save 3"]);
  await sent[0]!.done();
  await found;
  expect(log).toEqual(["save 3", "find"]);
});

test("a hidden number that was only looked at is no draft", () => {
  const { keeper, waits } = harness();
  keeper.typed({});
  expect([keeper.state(), waits()]).toEqual([{ kind: "none" }, undefined]);
});
