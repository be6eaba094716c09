/** makeCall by reference: the number is found here, and the engine is given it as any other. */
import type { CtiLine } from "@liantai/api/contract";
import type { CommandReply } from "../../../ports/engine.ts";
import type { DialGate } from "../dial-refs.ts";

/** The fields of makeCall as the engine takes them: `referred` is said here and never by a page. */
export async function withNumber(
  dialRefs: DialGate,
  sessionId: string,
  fields: CtiLine["fields"],
): Promise<CtiLine["fields"] | CommandReply> {
  const { referred: _, ref, ...plain } = fields;
  if (ref === undefined) return plain;
  const found = await dialRefs.numberOf(sessionId, ref);
  return "code" in found ? found : { ...plain, number: found.number, referred: "1" };
}
