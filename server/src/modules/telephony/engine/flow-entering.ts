/** What a call is led through, with what stands beside the flow as it was when the call began (docs/protocol.md, G120). */
import { promptsIn, type Program, type Prompts } from "@liantai/api/flows";
import { farOf } from "../call/parties.ts";
import type { Call } from "../call/types.ts";
import type { FlowPort } from "../flows.ts";

interface Entered {
  readonly program: Program;
  /** Shared prompts that it says; absent where it says none. */
  readonly prompts?: Prompts;
}

/** versionId undefined: the one that is published for this caller. The answer is undefined where there is none. */
export async function programFor(
  flows: Pick<FlowPort, "resolve" | "byVersion" | "prompts">,
  call: Call,
  flowId: string,
  versionId: string | undefined,
): Promise<Entered | undefined> {
  const { compId, startedAt } = call;
  const program = await (versionId === undefined
    ? flows.resolve(compId, flowId, farOf(call).number)
    : flows.byVersion(compId, versionId));
  const said = program ? promptsIn(program) : [];
  return program && { program, ...(said.length > 0 ? { prompts: await flows.prompts(compId, said, startedAt) } : {}) };
}
