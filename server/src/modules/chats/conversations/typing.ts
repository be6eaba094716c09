/** What a visitor types, as what a caller says or presses. */
import type { FlowEvent, FlowState, Program, ProgramNode } from "@liantai/api/flows";
import type { Typed } from "./line-types.ts";
import { keyCalled, nodeAt, waits, waitsFor } from "./places.ts";

/** A line that is fed. */
interface Fed {
  readonly program: Program;
  /** As it is now. */
  readonly state: FlowState;
  feed(event: FlowEvent): void;
}

/** A key that no question has. */
const noKey = "?";

/** As keys: full-width digits and signs count. */
export const keyed = (text: string): string => text.normalize("NFKC").trim();

/** X of an identity number and the point of an amount are * on a telephone. */
function writtenAs(text: string, node: ProgramNode | undefined): string {
  if (node?.type !== "keyCollect" || node.config["terminator"] === "*") return text;
  if (node.config["check"] === "idCard") return text.replace(/(\d{17})x/i, "$1*");
  return node.config["check"] === "amount" ? text.replace(/(\d)\.(?=\d)/g, "$1*") : text;
}

/** Where the flow waits for its visitor. */
export function take(line: Fed, { text }: Typed): void {
  const as = keyed(text);
  const named = keyCalled(line.program, line.state, as) ?? keyCalled(line.program, line.state, text.trim());
  const { listen } = waitsFor(line.program, line);
  if (listen !== undefined && named === undefined) return line.feed({ type: "heard", id: listen, text, confidence: 1 });
  const digits =
    named !== undefined
      ? [named]
      : [...writtenAs(as, nodeAt(line.program, line.state))].filter((key) => /[0-9*#]/.test(key));
  if (digits.length === 0) invalid(line);
  for (const digit of digits) {
    const before = misses(line.state);
    if (!waits(line.program, line)) return;
    line.feed({ type: "digit", digit });
    // One message is one try: what is left of it answers nothing that was asked since.
    if (misses(line.state) > before) return;
  }
  endOfKeys(line);
}

const misses = ({ counts }: FlowState): number =>
  Object.values(counts).reduce((sum, { unknown, timeout }) => sum + unknown + timeout, 0);

/** The end of a message is the end of the keys: nobody waits for another. */
function endOfKeys(line: Fed): void {
  const { local, open } = line.state;
  const timer = local["timer"];
  if ((local["keys"] ?? "") === "" || (local["confirming"] ?? "") !== "" || (local["looking"] ?? "") !== "") return;
  if (typeof timer === "string" && open[timer] === "timer") line.feed({ type: "timer", id: timer });
}

/** There is no key in it: not understood, by the node's own measure. */
function invalid(line: Fed): void {
  const node = nodeAt(line.program, line.state);
  const { local } = line.state;
  if (node?.type !== "keyCollect" || (local["confirming"] ?? "") !== "") {
    line.feed({ type: "digit", digit: noKey });
    return endOfKeys(line);
  }
  // That key would be taken for what was collected; no keys at all are too few.
  const terminator = node.config["terminator"];
  if (typeof terminator === "string" && terminator !== "") return line.feed({ type: "digit", digit: terminator });
  const timer = local["timer"];
  if (typeof timer === "string") line.feed({ type: "timer", id: timer });
}
