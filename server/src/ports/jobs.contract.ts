/** What every Jobs does. */
import type { Jobs } from "./jobs.ts";

export interface JobsUnderTest {
  readonly jobs: Jobs;
  /** Lets so much time pass, on whatever clock the jobs run by. */
  pass(ms: number): Promise<void>;
  close(): Promise<void>;
}

export function jobsContract(name: string, make: () => Promise<JobsUnderTest>): void {
  describe(`Jobs: ${name}`, () => {
    let under: JobsUnderTest;
    let jobs: Jobs;
    const early: object[] = [];
    beforeAll(async () => {
      under = await make();
      ({ jobs } = under);
      await jobs.work("registered-early", async (data) => void early.push(data));
      await jobs.start();
    }, 60_000);
    afterAll(() => under.close(), 30_000);

    /** Time passes until it is so, or for ten seconds. */
    const until = async (done: () => boolean): Promise<void> => {
      for (let i = 0; i < 200 && !done(); i++) await under.pass(50);
    };

    test("a worker registered before the start gets its jobs", async () => {
      await jobs.send("registered-early", { n: 1 });
      await until(() => early.length === 1);
      expect(early).toEqual([{ n: 1 }]);
    });
    test("every job runs once, with its data", async () => {
      const seen: number[] = [];
      await jobs.work<{ n: number }>("plain", async ({ n }) => void seen.push(n));
      for (let n = 0; n < 5; n++) await jobs.send("plain", { n });
      await until(() => seen.length === 5);
      await under.pass(300);
      expect([...seen].sort()).toEqual([0, 1, 2, 3, 4]);
    });
    test("a job sent before its worker waits for it", async () => {
      const seen: object[] = [];
      await jobs.send("later-worker", { a: "甲" });
      await jobs.work("later-worker", async (data) => void seen.push(data));
      await until(() => seen.length === 1);
      expect(seen).toEqual([{ a: "甲" }]);
    });
    test("at most one job with a key waits or runs; when it is done, the next may", async () => {
      const seen: number[] = [];
      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await jobs.work<{ n: number }>("keyed", async ({ n }) => {
        seen.push(n);
        if (n === 1) await held;
      });
      await jobs.send("keyed", { n: 1 }, { key: "nightly" });
      await until(() => seen.length === 1);
      await jobs.send("keyed", { n: 2 }, { key: "nightly" });
      await jobs.send("keyed", { n: 3 }, { key: "other" });
      release();
      await until(() => seen.length === 2);
      await under.pass(500);
      expect(seen).toEqual([1, 3]);
      await jobs.send("keyed", { n: 4 }, { key: "nightly" });
      await until(() => seen.length === 3);
      expect(seen).toEqual([1, 3, 4]);
    });
    test("a delayed job does not run early", async () => {
      const seen: object[] = [];
      await jobs.work("delayed", async (data) => void seen.push(data));
      await jobs.send("delayed", { a: 1 }, { afterMs: 1_500 });
      await under.pass(700);
      expect(seen).toEqual([]);
      await until(() => seen.length === 1);
      expect(seen).toEqual([{ a: 1 }]);
    });
    test("a job that throws is tried again", async () => {
      let tries = 0;
      await jobs.work("failing", async () => {
        tries += 1;
        if (tries < 2) throw new Error("not yet");
      });
      await jobs.send("failing", {});
      await until(() => tries === 2);
      await under.pass(500);
      expect(tries).toBe(2);
    });
  });
}
