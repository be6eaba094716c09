/**
 * A process of its own with many test telephones that call in and talk, so that a bench does not weigh them with the switch.
 * Arguments: URL, realm, user, password, number of calls. Prints "up" when all talk; on a line of input prints how many 20 ms
 * frames they heard as JSON and ends.
 */
import { createInterface } from "node:readline";
import { SipClient } from "../../../../testing/sip/sip-client.ts";
import type { SipCall } from "../../../../testing/sip/sip-call.ts";

const CALLS_A_SOCKET = 20;
const AT_ONCE = 4;

const [url = "", realm = "", user = "", password = "", count = "0"] = process.argv.slice(2);
const calls: SipCall[] = [];
let client: SipClient | undefined;
while (calls.length < Number(count)) {
  if (calls.length % CALLS_A_SOCKET === 0)
    client = await SipClient.connect({ url, realm, user, password, toneHz: 440 });
  const some = Math.min(AT_ONCE, Number(count) - calls.length, CALLS_A_SOCKET - (calls.length % CALLS_A_SOCKET));
  const caller = client as SipClient;
  const made = await Promise.all(Array.from({ length: some }, () => caller.call("4001")));
  await Promise.all(
    made.map((call) =>
      Promise.race([
        call.peer.connected,
        call.ended.then(({ by, status }) => Promise.reject(new Error(`a call ended: ${by} ${status ?? ""}`))),
      ]),
    ),
  );
  calls.push(...made);
}
process.stdout.write("up\n");
const heard = (): number => calls.reduce((sum, call) => sum + call.peer.ears.heard, 0) / 160;
process.stdin.once("close", () => process.exit(0));
createInterface({ input: process.stdin }).on("line", (line) => {
  process.stdout.write(`${JSON.stringify({ heard: heard() })}\n`);
  if (line === "end") process.exit(0);
});
