/** A design as it is sent, and what is gone since it was last saved. */
import { withEdges, type FlowBody } from "@liantai/api/flows";
import { allNodes } from "./body.ts";

/** The server reads a text before it keeps one: what comes from there is a body. */
export const bodyOf = (text: string): FlowBody => JSON.parse(text) as FlowBody;

const idsOf = (body: FlowBody) => {
  const nodes = allNodes(body);
  const { unknown, timeout } = body.globals;
  const talkings = [...nodes.flatMap((node) => node.talkings), ...unknown.talkings.flat(), ...timeout.talkings.flat()];
  return {
    nodeIds: new Set(nodes.map(({ nodeId }) => nodeId)),
    talkIds: new Set(talkings.map(({ talkKey }) => talkKey)),
    wordIds: new Set(
      [...nodes.flatMap((node) => node.branch), ...body.qaNodes]
        .map(({ dictionariesId }) => dictionariesId)
        .filter((id) => id !== ""),
    ),
  };
};

/** Nodes, wordings and intents that `before` has and `now` has not: told from the two, so that what was undone is not gone. */
export function removedIds(before: FlowBody, now: FlowBody): FlowBody["removeIds"] {
  const [old, own] = [idsOf(before), idsOf(now)];
  const gone = (of: keyof typeof own) => [...old[of]].filter((id) => !own[of].has(id));
  return { talkIds: gone("talkIds"), wordIds: gone("wordIds"), nodeIds: gone("nodeIds") };
}

/** With its lines and with what is gone since `before`. */
export function textOf(body: FlowBody, before: FlowBody): string {
  return JSON.stringify({ ...withEdges(body), removeIds: removedIds(before, body) });
}
