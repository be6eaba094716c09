/** What a call is led through, with what stands beside the flow as it was when the call began (docs/protocol.md, G120). */
import { fieldsIn, fieldsOf, promptsIn, type Program, type Prompts, type Values } from "@liantai/api/flows";
import { farOf } from "../call/parties.ts";
import type { Call } from "../call/types.ts";
import type { FlowPort } from "../flows.ts";

interface Entered {
  readonly program: Program;
  /** Shared prompts that it says; absent where it says none. */
  readonly prompts?: Prompts;
  /** Of the customer's record, and of the task's. */
  readonly fields: Values;
  /** Of those that hold a number, without its middle. */
  readonly masks?: Values;
  /** Which of them stand in no log. */
  readonly secret?: readonly string[];
}

/** versionId undefined: the one that is published for this caller. The answer is undefined where there is none. */
export async function programFor(
  flows: Pick<FlowPort, "resolve" | "byVersion" | "prompts" | "fields">,
  call: Call,
  flowId: string,
  versionId: string | undefined,
): Promise<Entered | undefined> {
  const { compId, startedAt } = call;
  const program = await (versionId === undefined
    ? flows.resolve(compId, flowId, farOf(call).number)
    : flows.byVersion(compId, versionId));
  if (!program) return undefined;
  const said = promptsIn(program);
  const prompts = said.length > 0 ? { prompts: await flows.prompts(compId, said, startedAt) } : {};
  const names = [...new Set([...fieldsOf(program), ...fieldsIn(JSON.stringify(prompts))])];
  const of = { number: farOf(call).number, phoneId: call.task?.phoneId ?? "" };
  const {
    values,
    masks = {},
    secret,
  } = names.length > 0 ? await flows.fields(compId, of, names) : { values: {}, secret: [] };
  return { program, ...prompts, fields: values, masks, ...(secret.length > 0 ? { secret } : {}) };
}
