/** Runs of cells on threads, in any order: for tests, whose own context computes many times slower, and for bench/pacing.ts. */
import { Worker } from "node:worker_threads";
import type { Cell, Way } from "./testing-load.ts";

export interface Job {
  readonly cell: Cell;
  readonly way: Way;
  readonly seed: number;
}

export interface Ran extends Job {
  readonly talkMs: number;
  /** Abandoned of those that people answered. */
  readonly share: number;
  /** What it took. */
  readonly ms: number;
}

const file = new URL("./testing-worker.ts", import.meta.url);

function runOn(thread: Worker, job: Job): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      thread.off("message", heard);
      thread.off("error", broken);
    };
    const heard = (answer: Omit<Ran, keyof Job>): void => {
      settle();
      resolve({ ...job, ...answer });
    };
    const broken = (error: Error): void => {
      settle();
      reject(error);
    };
    thread.on("message", heard).on("error", broken);
    thread.postMessage(job);
  });
}

export async function runJobs(jobs: readonly Job[], threads: number): Promise<readonly Ran[]> {
  const ran: Ran[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    const thread = new Worker(file);
    try {
      while (next < jobs.length) ran.push(await runOn(thread, jobs[next++]!));
    } finally {
      await thread.terminate();
    }
  };
  await Promise.all(Array.from({ length: threads }, work));
  return ran;
}
