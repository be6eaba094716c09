/** Calls a second of a list through the whole stack and of a bare Fastify, in turns against one process. */
import { fork } from "node:child_process";
import { Agent, request } from "node:http";
import { fileURLToPath } from "node:url";
import { cdrApi, formatTime, hourMs, minuteMs } from "@liantai/api/contract";

export { startPostgres, type OwnPostgres } from "./postgres.ts";

export interface ListFigures {
  /** Calls a second. */
  readonly whole: number;
  readonly bare: number;
  /** Median of the turns' ratios whole / bare. */
  readonly ratio: number;
  readonly wholeP95Ms: number;
  readonly bareP95Ms: number;
}

interface Servers {
  readonly token: string;
  readonly skillGroupId: string;
  readonly whole: number;
  readonly bare: number;
}

interface Turn {
  readonly perSecond: number;
  readonly times: readonly number[];
}

/** What server.ts puts into the day that is asked for. */
const callsFound = 1_000;

async function turn(port: number, { token, skillGroupId }: Servers, connections: number, ms: number): Promise<Turn> {
  // Each connection from an address of its own (all of 127.0.0.0/8 is loopback): the limit per address is for one office, not for a load.
  const agents = Array.from(
    { length: connections },
    (_, i) => new Agent({ keepAlive: true, maxSockets: 1, localAddress: `127.0.1.${i + 1}` }),
  );
  const now = Date.now();
  const body = JSON.stringify({
    pageNo: 1,
    pageSize: 10,
    startTime: formatTime(now - hourMs),
    endTime: formatTime(now + minuteMs),
    direction: "inbound",
    skillGroupId,
    answered: "yes",
  });
  const headers = {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    authorization: `Bearer ${token}`,
  };
  const times: number[] = [];
  const once = (agent: Agent): Promise<void> =>
    new Promise((resolve, reject) => {
      const began = performance.now();
      const call = request(
        { host: "127.0.0.1", port, path: cdrApi.callRecords.path, method: "POST", agent, headers },
        (response) => {
          let text = "";
          response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
          response.once("end", () => {
            times.push(performance.now() - began);
            // Both must have found the same thousand, or one of them did less.
            if (response.statusCode === 200 && text.startsWith('{"code":1,') && text.includes(`"total":${callsFound}`))
              resolve();
            else reject(new Error(`${response.statusCode} ${text.slice(0, 200)}`));
          });
        },
      );
      call.once("error", reject);
      call.end(body);
    });
  const began = performance.now();
  const line = async (agent: Agent): Promise<void> => {
    while (performance.now() - began < ms) await once(agent);
  };
  await Promise.all(agents.map(line));
  const perSecond = times.length / ((performance.now() - began) / 1000);
  for (const agent of agents) agent.destroy();
  return { perSecond, times };
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
const p95 = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? NaN;

/** `engine`: 'pglite', or the address of an empty PostgreSQL database. */
export async function measureList(engine: string, rounds = 5, turnMs = 1_500, connections = 16): Promise<ListFigures> {
  const child = fork(fileURLToPath(new URL("./server.ts", import.meta.url)), [engine], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  try {
    const servers = await new Promise<Servers>((resolve, reject) => {
      child.once("message", (message) => resolve(message as Servers));
      child.once("exit", (code) => reject(new Error(`the servers ended with ${code}`)));
    });
    for (const port of [servers.whole, servers.bare]) await turn(port, servers, connections, turnMs);
    const turns: { whole: Turn; bare: Turn }[] = [];
    for (let round = 0; round < rounds; round++) {
      turns.push({
        whole: await turn(servers.whole, servers, connections, turnMs),
        bare: await turn(servers.bare, servers, connections, turnMs),
      });
    }
    return {
      whole: median(turns.map(({ whole }) => whole.perSecond)),
      bare: median(turns.map(({ bare }) => bare.perSecond)),
      ratio: median(turns.map(({ whole, bare }) => whole.perSecond / bare.perSecond)),
      wholeP95Ms: p95(turns.flatMap(({ whole }) => whole.times)),
      bareP95Ms: p95(turns.flatMap(({ bare }) => bare.times)),
    };
  } finally {
    child.disconnect();
  }
}
