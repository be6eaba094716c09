/** npm run flow:replay: a stored call in a flow, run again under any version (docs/operations.md). It changes nothing. */
import { parseArgs } from "node:util";
import { replayFlowCall, type FlowReplayQuestion } from "../modules/flows/index.ts";
import { askInstallation } from "./client/asking.ts";
import { run, UsageError } from "./client/terminal.ts";

const usage = `npm run flow:replay -- CALLID [--version N|draft] [--comp CODE]
  without --version: under the version that the call had, as a check
DATA_DIR and DATABASE_URL as for npm start`;

const wrong = (what: string): UsageError => new UsageError(`${what}\n${usage}`);

function given() {
  try {
    const options = { version: { type: "string" }, comp: { type: "string" } } as const;
    return parseArgs({ options, strict: true, allowPositionals: true });
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : String(error));
  }
}

function questionOf(): FlowReplayQuestion {
  const { positionals, values } = given();
  const [callId, ...more] = positionals;
  if (callId === undefined || more.length > 0) throw wrong("one call is named");
  const { version, comp } = values;
  if (version !== undefined && !/^([1-9]\d{0,8}|draft)$/.test(version))
    throw wrong("--version takes a number of a version, or draft");
  return { callId, ...(comp === undefined ? {} : { compId: comp }), ...(version === undefined ? {} : { version }) };
}

await run("flow:replay", async () => {
  const question = questionOf();
  const text = await askInstallation("flow:replay", { flowReplay: JSON.stringify(question) }, (database) =>
    replayFlowCall(database, question),
  );
  process.stdout.write(`${text}\n`);
});
