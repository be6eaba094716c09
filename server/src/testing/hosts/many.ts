/** An installation of very many enterprises, of which hardly one has calls: what a start, a process at rest and a take-over cost. */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { Hosts, type Host } from "./hosts.ts";
import { People } from "./people.ts";

const restMs = 15_000;
/** The one with a call: the last of all by its code. */
const last = { compId: "900001", number: "4009" } as const;

/** Connections of a process to Asterisk, by the kernel's tables. */
function socketsTo(pid: number, port: number): number {
  const hex = port.toString(16).toUpperCase().padStart(4, "0");
  const inodes = new Set(
    readFileSync("/proc/net/tcp", "utf8")
      .split("\n")
      .map((line) => line.trim().split(/\s+/))
      .flatMap((fields) => (fields[2]?.endsWith(`:${hex}`) && fields[3] === "01" ? [fields[9] ?? ""] : [])),
  );
  return readdirSync(`/proc/${pid}/fd`).filter((fd) => {
    try {
      return inodes.has(/socket:\[(\d+)\]/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? "");
    } catch {
      return false;
    }
  }).length;
}

const cpuMs = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
};
const rssMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_024;

export interface AtRest {
  /** From the start of the process until every engine serves. */
  readonly servesMs: number;
  readonly cpuMsPerSecond: number;
  readonly rssMb: number;
  readonly webSockets: number;
}

export interface ManyFigures {
  readonly one: AtRest;
  readonly many: AtRest;
  /** From kill -9 until another process, which had hardly any, has the leases of all, and until it is connected for all. */
  readonly takeOverMs: number;
  readonly connectedMs: number;
  /** From kill -9 until hold is obeyed in the one call that there is. */
  readonly obeysMs: number;
  /** That process, afterwards. */
  readonly after: Omit<AtRest, "servesMs">;
  /** Handed over a second to one that joins. */
  readonly handedPerSecond: number;
}

const leases = async ({ url }: Host): Promise<number> =>
  Number(/^liantai_leases (\d+)/m.exec(await (await fetch(`${url}/metrics`)).text())?.[1]);

export async function measureMany(enterprises: number): Promise<ManyFigures> {
  const hosts = await Hosts.open();
  const people = new People();
  const port = Number(new URL(process.env["TEST_ASTERISK_URL"] ?? "").port);
  const rest = async ({ child: { pid = 0 } }: Host) => {
    await pause(3_000);
    const from = cpuMs(pid);
    await pause(restMs);
    const cpuMsPerSecond = (cpuMs(pid) - from) / (restMs / 1_000);
    return { cpuMsPerSecond, rssMb: rssMb(pid), webSockets: socketsTo(pid, port) };
  };
  const has = (host: Host, count: number) =>
    hosts.until(`${count} leases`, async () => (await leases(host)) === count, 300_000);
  const begin = async (count: number) => {
    const from = performance.now();
    const host = await hosts.start(300_000);
    await has(host, count);
    return { host, servesMs: performance.now() - from };
  };
  try {
    // The first start of all makes the tables.
    await hosts.end((await begin(2)).host);
    const first = await begin(2);
    const one = { servesMs: first.servesMs, ...(await rest(first.host)) };
    await hosts.end(first.host);
    await hosts.addSecondEnterprise(last);
    await hosts.addBareEnterprises(enterprises - 2);
    const second = await begin(enterprises + 1);
    const many = { servesMs: second.servesMs, ...(await rest(second.host)) };
    const newcomer = await hosts.start(300_000);
    const agent = await people.agent(newcomer.url, { account: "1001", roleType: 2, password: "Liantai#2026", ...last });
    const rings = agent.answered();
    await agent.link.command("setState", { state: "1" });
    await people.customer(newcomer.url, "13800138000", last.number);
    await rings;
    const holds = async () => (await agent.inCall("hold"))["code"] === "1";
    await hosts.until("the first is handed over", async () => (await leases(newcomer)) > 0, 60_000);
    const [had, since] = [await leases(newcomer), performance.now()];
    await pause(10_000);
    const handedPerSecond = ((await leases(newcomer)) - had) / ((performance.now() - since) / 1_000);
    const killed = performance.now();
    second.host.child.kill("SIGKILL");
    const obeys = hosts.until("hold", holds, 300_000).then(() => performance.now() - killed);
    await has(newcomer, enterprises + 1);
    const takeOverMs = performance.now() - killed;
    const { pid = 0 } = newcomer.child;
    await hosts.until("all are connected", () => socketsTo(pid, port) >= many.webSockets, 300_000);
    const connectedMs = performance.now() - killed;
    const obeysMs = await obeys;
    return { one, many, takeOverMs, connectedMs, obeysMs, after: await rest(newcomer), handedPerSecond };
  } finally {
    await people.leave();
    await hosts.close();
  }
}
