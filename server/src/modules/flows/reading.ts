/** Texts of flows: read strictly, kept in one spelling. */
import { readFlow, withEdges, type FlowBody, type FlowVoice } from "@liantai/api/flows";
import { fieldRefusal } from "../../http/refusals.ts";

/** How many faults a refusal names. */
const named = 5;

/** Throws AppError 'invalid' that names what the text has and a flow has not. */
export function bodyOf(text: string): FlowBody {
  const read = readFlow(text);
  if ("body" in read) return read.body;
  const faults = read.faults.slice(0, named).map((fault) => `${fault.path}：${fault.text}`);
  const more = read.faults.length > named ? `等${read.faults.length}处` : "";
  throw fieldRefusal("flow", "流程", `流程格式有误：${faults.join("；")}${more}`);
}

/** As the database has it: what was read once. */
export const keptBody = (text: string): FlowBody => JSON.parse(text) as FlowBody;

export const voiceOf = (tts: string): FlowVoice | null => (tts === "" ? null : (JSON.parse(tts) as FlowVoice));

export const nodeCount = ({ nodes }: FlowBody): number =>
  nodes.reduce((sum, { subProcess }) => sum + subProcess.flow.nodes.length, 0);

const nothingRemoved = { talkIds: [], wordIds: [], nodeIds: [] };

/** The nodes belong to this flow, the lines are what they say; what was removed is no part of what is kept. */
export const ownBody = (body: FlowBody, flowId: string): FlowBody =>
  withEdges({
    ...body,
    removeIds: nothingRemoved,
    nodes: body.nodes.map(({ subProcess }) => ({
      subProcess: {
        ...subProcess,
        flow: { ...subProcess.flow, nodes: subProcess.flow.nodes.map((node) => ({ ...node, flowId })) },
      },
    })),
  });

export const textOf = (body: FlowBody): string => JSON.stringify(body);
