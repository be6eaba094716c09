// Says what servers complained of while a journey failed: in CI nobody can look again.
import NodeEnvironment from "jest-environment-node";

const mostLines = 40;

/** @param {string} output */
const complaints = (output) => output.split("\n").filter((line) => /^\{"level":"(?:warn|error|fatal)"/.test(line));

export default class JourneyEnvironment extends NodeEnvironment {
  /** @param {{ readonly name: string }} event */
  handleTestEvent(event) {
    if (event.name !== "test_fn_failure" && event.name !== "hook_failure") return;
    for (const server of this.global.liantaiServers ?? []) {
      const lines = complaints(server.output()).slice(-mostLines);
      process.stderr.write(`${server.url} complained of ${lines.length}:\n${lines.join("\n")}\n`);
    }
  }
}
