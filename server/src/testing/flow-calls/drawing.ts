/** Flows as an editor would save them, with wordings that are tones: an ear tells which of them it hears. */
import { body, node as plain, say } from "@liantai/api/testing/flows";
import type { FlowBody, FlowNode, Talking } from "@liantai/api/flows";

export { body };
export type { FlowBody };

export interface Wording {
  readonly hz: number;
  readonly ms: number;
}

/** nodeId: letters; its name on the canvas is another. */
export const node = (
  nodeId: string,
  nodeName: string,
  nodeType: string,
  more: Parameters<typeof plain>[2] = {},
): FlowNode => ({
  ...plain(nodeId, nodeType, more),
  nodeName,
  flowId: "",
});

let made = 0;

/** A wording that is one of the enterprise's voices. */
export const sounding = (voiceId: string, skills: Talking["skills"] = {}): Talking =>
  say("", { talkKey: `k${(made += 1)}`, playType: "audio", audios: [voiceId], skills });

export const variables = (...names: readonly string[]): FlowBody["collectVariable"] =>
  names.map((vName) => ({ vName, vAlias: `变量${vName}`, type: "text" as const, value: "" }));

/** What is said the first, second and third time that a caller is not understood, and that he says nothing. */
export const ladders = (unknown: readonly Talking[], timeout: readonly Talking[]): Pick<FlowBody, "globals"> => ({
  globals: {
    unknown: { talkings: unknown.map((each) => [each]), limit: 3 },
    timeout: { talkings: timeout.map((each) => [each]), limit: 3 },
  },
});
