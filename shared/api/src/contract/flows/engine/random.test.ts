import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compile } from "./compile.ts";
import type { FlowEvent, FlowState } from "./session.ts";
import { begun, step } from "./step.ts";
import { Lot, randomEvent, randomFlow } from "./testing/random.ts";
import type { Tools } from "./tools.ts";

const tools: Tools = {
  evaluate: (_text, vars) => (vars["b"] === 3 ? { error: "错" } : { value: vars["a"] === "1" }),
  matches: (pattern, text) => pattern === text,
};
const flows = 2_000;
const events = 60;

test("G21 whatever comes in any order: the state is its JSON and the fold of its log, it waits or is over, no secret is noted", () => {
  const seen = { over: 0, ignored: 0, steps: 0 };
  for (let seed = 1; seed <= flows; seed++) {
    const lot = new Lot(seed * 7_919);
    const program = compile({ flowId: "f", versionId: "v", flowType: 1, body: randomFlow(lot), voice: null });
    let state: FlowState = begun(program, seed);
    const log: FlowEvent[] = [];
    const take = (event: FlowEvent): void => {
      const { state: next, effects } = step(program, state, event, tools);
      const text = JSON.stringify(next);
      if (JSON.stringify(JSON.parse(text)) !== text || text.includes("null,null"))
        throw new Error(`seed ${seed}: not JSON`);
      if (!next.over && Object.keys(next.open).length === 0)
        throw new Error(`seed ${seed}: stuck after ${JSON.stringify(event)} in ${JSON.stringify(next.frames)}`);
      if (next.over && next.recordingPaused && !next.unrecorded)
        throw new Error(`seed ${seed}: the recording stays paused`);
      const ids = effects.flatMap((effect) => ("id" in effect && !/^(stop|clear)/.test(effect.do) ? [effect.id] : []));
      if (new Set(ids).size < ids.length) throw new Error(`seed ${seed}: an id twice`);
      const notes = JSON.stringify(
        effects.filter((effect) => effect.do === "note").map(({ note }) => note.content ?? ""),
      );
      const leaked = next.secret
        .map((name) => String(next.vars[name]))
        .find((each) => /^[^*]{2,}$/.test(each) && notes.includes(each));
      if (leaked !== undefined) throw new Error(`seed ${seed}: ${leaked} is noted`);
      if (next === state) seen.ignored++;
      else seen.steps++;
      state = next;
      log.push(event);
      if (lot.below(10) === 0) take(event);
    };
    take({ type: "begin", vars: { caller: "13800000000", a: lot.of(["", "1", "2"]) } });
    for (let at = 0; at < events && !state.over; at++) {
      const event = randomEvent(lot, state);
      // One in ten is lost on its way.
      if (lot.below(10) > 0) take(event);
    }
    if (state.over) seen.over++;
    const folded = log.reduce(
      (each, event) => step(program, JSON.parse(JSON.stringify(each)) as FlowState, event, tools).state,
      begun(program, seed),
    );
    if (JSON.stringify(folded) !== JSON.stringify(state))
      throw new Error(`seed ${seed}: the fold of the log is another state`);
  }
  expect(seen.over).toBeGreaterThan(flows / 2);
  expect([seen.steps > flows * 3, seen.ignored > flows]).toEqual([true, true]);
});

test("G21 the engine knows neither clock nor chance nor I/O", () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".ts") && !name.endsWith(".test.ts"),
  );
  expect(files.length).toBeGreaterThan(50);
  for (const name of files) {
    const text = readFileSync(join(import.meta.dirname, name), "utf8");
    const imports = Array.from(
      text.matchAll(/^(?:import|export)\b[^;]*?from "([^"]+)"|^import "([^"]+)"/gm),
      (m) => m[1] ?? m[2]!,
    );
    expect([name, imports.filter((from) => from !== "yup" && !/^\.\.?\//.test(from))]).toEqual([name, []]);
    expect([
      name,
      /\b(Date|Math\.random|setTimeout|setInterval|fetch|process|performance|globalThis)\b\s*[.(]/.test(text),
    ]).toEqual([name, false]);
  }
});
