/**
 * The floor of a media thread: the same peers (ICE, DTLS, SRTP) in one thread that forwards each packet to the other one of its pair as
 * it comes. No SIP, playout buffer, concealment, clock, players, taps, recordings or reports.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { FleetNews } from "./relay-fleet.ts";
import type { RelayNews, RelayOffer } from "./relay-thread.ts";

const settleMs = 5_000;

export interface RelayFigures {
  /** CPU time of the thread for a second of a leg's audio, ms. */
  readonly cpuMsPerLeg: number;
  /** Part of the frames due that the telephones really got. */
  readonly delivered: number;
}

export async function measureRelay(legs: number, seconds: number): Promise<RelayFigures> {
  const thread = new Worker(new URL("./relay-thread.ts", import.meta.url));
  const fleet = fork(fileURLToPath(new URL("./relay-fleet.ts", import.meta.url)), [String(legs)], { execArgv: [] });
  fleet.on("message", (news: FleetNews | RelayOffer) => {
    if (typeof news === "object" && "kind" in news) thread.postMessage(news);
  });
  thread.on("message", (news: RelayNews) => {
    if (news.kind === "answer") fleet.send(news);
  });
  const heard = async (): Promise<number> => {
    fleet.send("count");
    const [news] = (await once(fleet, "message")) as [{ readonly heard: number }];
    return news.heard;
  };
  const cpu = async (): Promise<number> => {
    thread.postMessage({ kind: "cpu" });
    const [news] = (await once(thread, "message")) as [{ readonly ms: number }];
    return news.ms;
  };
  try {
    for (let up = false; !up;) up = ((await once(fleet, "message")) as [FleetNews | RelayOffer])[0] === "up";
    await pause(settleMs);
    const before = { heard: await heard(), cpu: await cpu(), at: performance.now() };
    await pause(seconds * 1_000);
    const frames = (await heard()) - before.heard;
    const took = performance.now() - before.at;
    return {
      cpuMsPerLeg: ((await cpu()) - before.cpu) / (frames / 50),
      delivered: frames / ((took / 20) * legs),
    };
  } finally {
    fleet.kill();
    await thread.terminate();
  }
}
