/**
 * CTI commands a second of server CPU: a question (getAgentState) and a change (setState, with its entry in the event log and its
 * event back) of forty signed-in agents, each as fast as a link may (docs/protocol.md, section CTI), against a plain ws server
 * that answers the same lines. In turns.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { apiSignIn } from "@liantai/e2e/harness/api.ts";
import { WebSocket } from "ws";
import { ctiLink, type Link } from "./lib/cti-link.ts";
import { compare, type Measured } from "./lib/result.ts";
import { addSeats, seatPassword } from "./lib/seats.ts";
import { cpuMs, serve } from "./lib/served.ts";
import { inTurns } from "./lib/turns.ts";

const agents = Array.from({ length: 40 }, (_, i) => String(2_001 + i));
/** A link may send 50 lines a second. */
const everyMs = 25;
const seconds = 4;
const rounds = 5;

/** Commands a CPU second of the process; each resolves with its answer. */
async function pace(pid: number, links: readonly (() => Promise<unknown>)[]): Promise<number> {
  const before = cpuMs(pid);
  const each = (seconds * 1_000) / everyMs;
  await Promise.all(
    links.map(async (send) => {
      for (let n = 0; n < each; n += 1) await Promise.all([send(), pause(everyMs)]);
    }),
  );
  return (each * links.length) / ((cpuMs(pid) - before) / 1_000);
}

async function plainEcho() {
  const child = fork(fileURLToPath(new URL("./lib/echo-server.ts", import.meta.url)));
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  const links = await Promise.all(
    agents.map(async () => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}`, { perMessageDeflate: false });
      await once(socket, "open");
      const waiting: (() => void)[] = [];
      socket.on("message", () => waiting.shift()?.());
      return {
        send: () =>
          new Promise<void>((resolve) => {
            waiting.push(resolve);
            socket.send("command|getAgentState|seq=1234");
          }),
        close: () => socket.terminate(),
      };
    }),
  );
  return {
    pid: child.pid!,
    sends: links.map(({ send }) => send),
    close() {
      for (const link of links) link.close();
      child.disconnect();
    },
  };
}

export async function run(): Promise<Measured> {
  const [server, echo] = [await serve({ LIANTAI_E2E: "1" }), await plainEcho()];
  const links: Link[] = [];
  try {
    await addSeats(server.url, await apiSignIn(server.url, "admin", 1), agents);
    for (const agentId of agents) links.push(await ctiLink(server.url, agentId, seatPassword));
    const plain = () => pace(echo.pid, echo.sends);
    const asked = await inTurns(
      rounds,
      () =>
        pace(
          server.pid,
          links.map(({ ask }) => ask),
        ),
      plain,
    );
    const changed = await inTurns(
      rounds,
      () =>
        pace(
          server.pid,
          links.map(({ change }) => change),
        ),
      plain,
    );
    const words = { reference: "a plain ws server that answers", unit: "commands a CPU second; more is better" };
    return {
      name: "cti",
      compared: [
        compare({ what: "questions", ...words }, asked.ours, asked.theirs),
        compare({ what: "changes of state, logged", ...words }, changed.ours, changed.theirs),
      ],
      unit: "",
      goal: "none set",
      values: {},
    };
  } finally {
    for (const link of links) link.close();
    echo.close();
    await server.stop();
  }
}
