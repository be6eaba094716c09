/** npm run flow:test: the tests of a flow (docs/operations.md). It changes nothing; it ends with 1 where a test is red. */
import { parseArgs } from "node:util";
import { redIn, testFlow, type FlowTestQuestion } from "../modules/flows/index.ts";
import { askInstallation } from "./client/asking.ts";
import { run, UsageError } from "./client/terminal.ts";

const usage = `npm run flow:test -- FLOWID [--version N] [--audio]
  without --version: the draft; --audio: what the caller says is really said to the recogniser
DATA_DIR and DATABASE_URL as for npm start`;

const wrong = (what: string): UsageError => new UsageError(`${what}\n${usage}`);

function given() {
  try {
    const options = { version: { type: "string" }, audio: { type: "boolean" } } as const;
    return parseArgs({ options, strict: true, allowPositionals: true });
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : String(error));
  }
}

function questionOf(): FlowTestQuestion {
  const { positionals, values } = given();
  const [flowId, ...more] = positionals;
  if (flowId === undefined || more.length > 0) throw wrong("one flow is named");
  const { version, audio } = values;
  if (version !== undefined && !/^[1-9]\d{0,8}$/.test(version)) throw wrong("--version takes a number of a version");
  return { flowId, ...(version === undefined ? {} : { version }), ...(audio === true ? { audio: 1 } : {}) };
}

await run("flow:test", async () => {
  const question = questionOf();
  const text = await askInstallation("flow:test", { flowTest: JSON.stringify(question) }, (database) =>
    testFlow(database, question),
  );
  process.stdout.write(`${text}\n`);
  if (redIn(text) > 0) process.exitCode = 1;
});
