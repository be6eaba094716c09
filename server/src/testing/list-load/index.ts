/** Calls a second of a list through the whole stack and of a bare Fastify, in turns against one process. */
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { cdrApi, formatTime, hourMs, minuteMs } from "@liantai/api/contract";
import { compareTurns, type ListFigures } from "./turns.ts";

export { startPostgres, type OwnPostgres } from "./postgres.ts";
export type { ListFigures } from "./turns.ts";

interface Servers {
  readonly token: string;
  readonly skillGroupId: string;
  readonly whole: number;
  readonly bare: number;
}

/** What server.ts puts into the day that is asked for. */
const callsFound = 1_000;

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
    const now = Date.now();
    const body = JSON.stringify({
      pageNo: 1,
      pageSize: 10,
      startTime: formatTime(now - hourMs),
      endTime: formatTime(now + minuteMs),
      direction: "inbound",
      skillGroupId: servers.skillGroupId,
      answered: "yes",
    });
    const question = {
      path: cdrApi.callRecords.path,
      token: servers.token,
      body: () => body,
      // Both must have found the same thousand, or one of them did less.
      accepts: (text: string) => text.startsWith('{"code":1,') && text.includes(`"total":${callsFound}`),
    };
    return await compareTurns(servers, question, { rounds, turnMs, connections });
  } finally {
    child.disconnect();
  }
}
