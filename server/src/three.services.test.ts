/**
 * Three server processes, then four, and twelve enterprises: one process is killed, one stands still and goes on, one joins. Every
 * enterprise has one owner at a time, as epochs and events tell (docs/protocol.md K42, K33, K34, decision 057).
 */
import { Hosts, type Host } from "./testing/hosts/hosts.ts";
import { People, compId, type Agent } from "./testing/hosts/people.ts";
import { second } from "./testing/hosts/second-enterprise.ts";

const bare = 10;
const all = bare + 2;
let hosts: Hosts;
const people = new People();
beforeAll(async () => {
  hosts = await Hosts.open();
});
afterAll(async () => {
  await people.leave();
  await hosts.close();
});

interface Owned {
  readonly name: string;
  readonly owner: string;
  readonly epoch: number;
}

/** Of whoever is there. */
const owned = () =>
  hosts.rows<Owned>(
    `select l.name, l.owner, l.epoch from telephony_lease l join telephony_process p on p.owner = l.owner
     where p.until > clock_timestamp() and l.name <> 'installation' order by l.name`,
  );
/** How many each process has, the fewest first. */
async function shares(): Promise<readonly number[]> {
  const counts = new Map<string, number>();
  for (const { owner } of await owned()) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  return [...counts.values()].sort((a, b) => a - b);
}
const shared = (...want: readonly number[]) =>
  hosts.until(`shares of ${want.join(", ")}`, async () => String(await shares()) === String(want), 120_000);
/** What the processes themselves take to be theirs, the lease of the installation among it. */
async function believed(living: readonly Host[]): Promise<number> {
  const each = await Promise.all(
    living.map(async ({ url }) => {
      const text = await (await fetch(`${url}/metrics`)).text();
      return Number(/^liantai_leases (\d+)/m.exec(text)?.[1] ?? Number.NaN);
    }),
  );
  return each.reduce((sum, count) => sum + count, 0);
}

test("K42 K33 K34 one is killed, one stands still, one joins: each enterprise is owned once, and serves", async () => {
  const first = await hosts.start();
  await hosts.addSecondEnterprise();
  await hosts.addBareEnterprises(bare);
  const others = [await hosts.start(), await hosts.start()];
  await shared(4, 4, 4);
  expect(await believed([first, ...others])).toBe(all + 1);

  // Every owner that any enterprise has from now on, by epoch.
  const seen = new Map<string, Set<string>>();
  let watching = true;
  const watched = (async () => {
    while (watching) {
      for (const { name, owner, epoch } of await owned()) {
        const key = `${name} ${epoch}`;
        seen.set(key, (seen.get(key) ?? new Set()).add(owner));
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  // Both enterprises with people write events all the while, by a process that stays.
  const agents: readonly Agent[] = await Promise.all(
    [compId, second.compId].map((code) =>
      people.agent(first.url, { account: "1001", roleType: 2, password: "Liantai#2026", compId: code }),
    ),
  );
  let done = 0;
  const writing = agents.map(async ({ link }) => {
    for (let n = 0; watching; n++) {
      const { code } = await link.command("setState", { state: n % 2 === 0 ? "1" : "2" });
      if (code === "1") done += 1;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });
  const serve = async () => {
    const before = done;
    await hosts.until("both are served", () => done > before + 4, 20_000);
  };
  await serve();

  const [killed, stopped] = [others[0]!, others[1]!];
  killed.child.kill("SIGKILL");
  const since = performance.now();
  await shared(6, 6);
  const takenMs = Math.round(performance.now() - since);
  await serve();
  expect(await believed([first, stopped])).toBe(all + 1);

  stopped.child.kill("SIGSTOP");
  const still = performance.now();
  await shared(12);
  await serve();
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, 6_000 - (performance.now() - still))));
  stopped.child.kill("SIGCONT");
  // It finds itself gone, and gets its share again, one after the other.
  await shared(6, 6);
  expect(await believed([first, stopped])).toBe(all + 1);
  await serve();

  const fourth = await hosts.start();
  await shared(4, 4, 4);
  expect(await believed([first, stopped, fourth])).toBe(all + 1);
  await serve();
  watching = false;
  await Promise.all([watched, ...writing]);

  process.stdout.write(`three: what the killed one had is others' after ${takenMs} ms\n`);
  expect(takenMs).toBeLessThan(6_000);
  expect([...seen].filter(([, owners]) => owners.size > 1)).toEqual([]);
  expect(await hosts.figure("select count(distinct name) n from telephony_lease where name <> 'installation'")).toBe(
    all,
  );
  // Transactions are numbered as they begin to write: none of an epoch begins after the first of the next.
  const crossed = await hosts.rows(
    `with each as (select comp_id, epoch, min(xmin::text::bigint) as first, max(xmin::text::bigint) as last from event group by 1, 2)
     select a.comp_id from each a join each b on a.comp_id = b.comp_id and a.epoch < b.epoch where a.last > b.first`,
  );
  expect(crossed).toEqual([]);
  const torn = "select stream_id from event group by comp_id, stream, stream_id having count(*) <> max(seq)";
  expect(await hosts.figure(`select count(*) n from (${torn}) torn`)).toBe(0);
  expect({ links: people.closed, telephones: people.dropped }).toEqual({ links: [], telephones: [] });
}, 240_000);
