/**
 * What we add to the set-up of a call on Asterisk: calls of a customer through a server process with PostgreSQL and Redis to a ready
 * agent. Of the time from the first INVITE at our edge until the two hear each other, ours is what passes between a message that came to
 * us and the next of ours while neither Asterisk nor a telephone owes us an answer. In turns with it the same two telephones at the same
 * Asterisk, whose dialplan alone connects them: of that, Asterisk's own is what passes in the same way. CONTROL_PLANE_CALLS: how many of
 * each. Needs what .ci/run installs.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { referenceDialplan } from "@liantai/server/testing/reference-dialplan";
import { compare, quantile, type Measured } from "./lib/result.ts";

const calls = Number(process.env["CONTROL_PLANE_CALLS"] ?? 100);

export async function run(): Promise<Measured> {
  const backing = spawn(process.execPath, [join(import.meta.dirname, "../scripts/backing.mjs")], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, LIANTAI_ASTERISK_DIALPLAN: referenceDialplan },
  });
  try {
    const [line] = (await once(createInterface({ input: backing.stdout }), "line")) as [string];
    Object.assign(process.env, JSON.parse(line));
    // Read after the environment is known.
    const { measureControlPlane } = await import("@liantai/server/testing/control-plane");
    const { ours, theirs } = await measureControlPlane(calls);
    const of = (figures: typeof ours, part: keyof (typeof ours)[number], q: number): number =>
      quantile(
        figures.map((figure) => figure[part]),
        q,
      );
    const words = {
      what: "our part of the set-up",
      reference: "what passes in Asterisk between messages of a call of its dialplan",
      unit: "ms",
    };
    const whole = { what: "INVITE until both hear", reference: "the same by Asterisk's dialplan", unit: "ms" };
    return {
      name: "control-plane",
      compared: [
        compare(
          { ...whole, what: "our part of the set-up, p99", reference: "Asterisk's own set-up, by its dialplan" },
          of(ours, "ownMs", 0.99),
          of(theirs, "wholeMs", 0.99),
        ),
        compare({ ...words, what: `${words.what}, p99` }, of(ours, "ownMs", 0.99), of(theirs, "ownMs", 0.99)),
        compare({ ...words, what: `${words.what}, p50` }, of(ours, "ownMs", 0.5), of(theirs, "ownMs", 0.5)),
        compare({ ...whole, what: `${whole.what}, p99` }, of(ours, "wholeMs", 0.99), of(theirs, "wholeMs", 0.99)),
        compare({ ...whole, what: `${whole.what}, p50` }, of(ours, "wholeMs", 0.5), of(theirs, "wholeMs", 0.5)),
      ],
      unit: "",
      goal: "our part p99 under half of Asterisk's own set-up",
      values: { calls, askedP50Ms: of(ours, "askedMs", 0.5), askedP99Ms: of(ours, "askedMs", 0.99) },
    };
  } finally {
    backing.stdin.end();
  }
}
