/** Four user tasks by bpmn-engine, whose state is saved in PostgreSQL at each of them. */
import { EventEmitter } from "node:events";
import { randomUUID } from "node:crypto";
import { Engine } from "bpmn-engine";
import pg from "pg";

const tasks = ["t0", "t1", "t2", "t3"];
const flows = ["start", ...tasks].map((from, n) => [from, n === tasks.length ? "end" : tasks[n]!] as const);
const source = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" id="d" targetNamespace="bench">
  <process id="p" isExecutable="true">
    <startEvent id="start" />
    ${tasks.map((id) => `<userTask id="${id}" />`).join("\n    ")}
    <endEvent id="end" />
    ${flows.map(([from, to], n) => `<sequenceFlow id="f${n}" sourceRef="${from}" targetRef="${to}" />`).join("\n    ")}
  </process>
</definitions>`;

interface Waiting {
  readonly id: string;
  signal(answer?: unknown): void;
}

export interface BpmnWalk {
  /** In one engine from its beginning to its end. */
  inMemory(): Promise<void>;
  /** Each step from the saved state, as a request meets it that comes hours later or in another process. */
  recovered(): Promise<void>;
  close(): Promise<void>;
}

/** At the next task, or at the end. */
const next = (listener: EventEmitter, ended: Promise<unknown>): Promise<Waiting | undefined> =>
  new Promise((resolve, reject) => {
    listener.once("wait", (task: Waiting) => resolve(task));
    ended.then(() => resolve(undefined), reject);
  });

export async function openBpmnWalk(url: string): Promise<BpmnWalk> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("create table bpmn_state (id text primary key, state jsonb not null)");
  const save = async (id: string, engine: Engine): Promise<void> => {
    const state = JSON.stringify(await engine.getState());
    await client.query({
      name: "save",
      text: "insert into bpmn_state values ($1, $2) on conflict (id) do update set state = excluded.state",
      values: [id, state],
    });
  };
  const name = "bench";

  return {
    async inMemory() {
      const id = randomUUID();
      const engine = new Engine({ name, source });
      const listener = new EventEmitter();
      const ended = engine.waitFor("end");
      let waiting = next(listener, ended);
      await engine.execute({ listener });
      let passed = 0;
      for (let task = await waiting; task; task = await waiting) {
        await save(id, engine);
        waiting = next(listener, ended);
        task.signal();
        passed += 1;
      }
      await save(id, engine);
      if (passed !== tasks.length) throw new Error(`${passed} tasks`);
    },
    async recovered() {
      const id = randomUUID();
      const first = new Engine({ name, source });
      const listener = new EventEmitter();
      const there = next(listener, first.waitFor("end"));
      await first.execute({ listener });
      await there;
      await save(id, first);
      first.stop();
      for (let passed = 0; passed < tasks.length; passed += 1) {
        const { rows } = await client.query<{ state: never }>({
          name: "read",
          text: "select state from bpmn_state where id = $1",
          values: [id],
        });
        const engine = new Engine({ name }).recover(rows[0]!.state);
        const again = new EventEmitter();
        const ended = engine.waitFor("end");
        const here = next(again, ended);
        await engine.resume({ listener: again });
        const task = await here;
        if (!task) throw new Error(`nothing waits after ${passed} tasks`);
        const after = next(again, ended);
        task.signal();
        if ((await after) === undefined && passed < tasks.length - 1) throw new Error(`it ended after ${passed} tasks`);
        await save(id, engine);
        if (passed < tasks.length - 1) engine.stop();
      }
    },
    close: () => client.end(),
  };
}
