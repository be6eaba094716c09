/** How many legs a core carries: one media thread, rooms of talking legs, telephones in another process. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { SwitchHarness } from "../../../../ports/switch.contract.ts";
import type { LegId, SwitchDirectory } from "../../../../ports/switch.ts";
import { everyoneHears } from "../../../../testing/sip/plans.ts";
import { embeddedHarness } from "./harness.ts";

export interface LoadFigures {
  readonly legs: number;
  /** CPU time of the media thread for a second of a leg's audio, ms. */
  readonly cpuMsPerLeg: number;
  /** Legs at which one core would be full. */
  readonly legsPerCore: number;
  readonly latenessP99Ms: number;
  /** Part of the frames due that the telephones really got. */
  readonly delivered: number;
  /** CPU time of the whole switch process (SIP included) in a second, ms. */
  readonly processCpuMs: number;
}

/** A switch and what its audio costs. */
export interface MeasuredSwitch extends SwitchHarness {
  /** CPU time since it began, ms. */
  audioCpuMs(): number;
}

const credential = { user: "load", password: "load-secret", mayCall: true };
/** Of the telephones. */
export const loadDirectory: SwitchDirectory = {
  credentials: async (user) => (user === credential.user ? [credential] : []),
};

/** `wanted` legs are rounded up to whole rooms; `seconds` is how long is measured, after a few seconds of settling. */
export async function measureLegs(wanted: number, seconds: number, inRoom = 2): Promise<LoadFigures> {
  const harness = await embeddedHarness(loadDirectory, { workers: 1 });
  const audioCpuMs = (): number => harness.switch.mediaCpuMs().reduce((sum, ms) => sum + ms, 0);
  return measureOn({ ...harness, audioCpuMs }, wanted, seconds, { inRoom });
}

/** `record`: a file for the recording of each room; absent: none is recorded. Ends the switch. */
export async function measureOn(
  harness: MeasuredSwitch,
  wanted: number,
  seconds: number,
  { inRoom = 2, record }: { readonly inRoom?: number; readonly record?: (room: number) => string } = {},
): Promise<LoadFigures> {
  const legs = Math.ceil(wanted / inRoom) * inRoom;
  const { switch: it } = harness;
  const talking: LegId[] = [];
  it.on((event) => {
    if (event.type === "incoming") void it.answer(event.leg);
    if (event.type !== "answered") return;
    talking.push(event.leg);
    if (talking.length % inRoom > 0) return;
    const room = talking.slice(-inRoom);
    void it.arrange(room[0]!, everyoneHears(...room));
    const [left, ...right] = room;
    if (record) void it.startRecording(left!, record(talking.length / inRoom), { left: [left!], right });
  });
  const fleet = spawn(
    process.execPath,
    [
      fileURLToPath(new URL("./fleet.ts", import.meta.url)),
      harness.url,
      harness.realm,
      credential.user,
      credential.password,
      String(legs),
    ],
    {
      stdio: ["pipe", "pipe", "inherit"],
    },
  );
  const lines = createInterface({ input: fleet.stdout });
  const heard = async (ask: string): Promise<number> => {
    fleet.stdin.write(`${ask}\n`);
    const [line] = (await once(lines, "line")) as [string];
    return (JSON.parse(line) as { heard: number }).heard;
  };
  const second = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1_000));
  try {
    await Promise.race([
      once(lines, "line"),
      once(fleet, "exit").then(() => Promise.reject(new Error("the telephones gave up"))),
    ]);
    // The lateness covers ten seconds; those of the set-up must be over.
    for (let i = 0; i < 10; i++) await second();
    const before = {
      heard: await heard("count"),
      at: performance.now(),
      cpu: process.cpuUsage(),
      audio: harness.audioCpuMs(),
    };
    for (let i = 0; i < seconds; i++) await second();
    const cpu = process.cpuUsage(before.cpu);
    const took = performance.now() - before.at;
    const frames = (await heard("end")) - before.heard;
    // Per frame that arrived: on a starved machine frames are left out, and what was not done must not count as cheap.
    const cpuMsPerLeg = (harness.audioCpuMs() - before.audio) / (frames / 50);
    return {
      legs,
      cpuMsPerLeg,
      legsPerCore: 1_000 / cpuMsPerLeg,
      latenessP99Ms: it.stats().frameLatenessP99Ms,
      delivered: frames / ((took / 20) * legs),
      processCpuMs: (cpu.user + cpu.system) / took,
    };
  } finally {
    fleet.kill();
    await it.stop();
    await harness.close();
  }
}
