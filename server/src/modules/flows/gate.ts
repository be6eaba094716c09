/** What bars publishing, or asks for a reason (docs/protocol.md, G43): findings, red tests, intents that are taken for each other. */
import { AppError } from "@liantai/api/contract";
import { flowLimits, type PublishRefusal } from "@liantai/api/contract/flow-editor";
import { configOf, type FlowBody } from "@liantai/api/flows";
import { isError, type Finding } from "./checking.ts";
import type { FlowNeighbour, ListeningNode } from "./deps.ts";
import type { TestResult } from "./running.ts";

const numberOf = (value: unknown): number => (typeof value === "number" ? value : 0);

const listeningIn = ({ nodes }: FlowBody): readonly ListeningNode[] =>
  nodes
    .flatMap(({ subProcess }) => subProcess.flow.nodes)
    .filter(({ nodeType }) => nodeType === "speech")
    .map((node) => {
      const { threshold, margin } = configOf(node);
      const intents = node.branch.flatMap(({ dictionariesId }) => (dictionariesId === "" ? [] : [dictionariesId]));
      const { nodeId, nodeName } = node;
      return { nodeId, nodeName, intents, threshold: numberOf(threshold), margin: numberOf(margin) };
    })
    .filter(({ intents }) => intents.length > 1);

/** [] where they are few enough. */
export async function confusedIn(
  neighbours: readonly FlowNeighbour[],
  compId: string,
  body: FlowBody,
): Promise<PublishRefusal["confused"]> {
  const nodes = listeningIn(body);
  const asked = neighbours.find((each) => each.confusion);
  if (nodes.length === 0 || !asked?.confusion) return [];
  const { tried, confused } = await asked.confusion(compId, nodes);
  return tried >= flowLimits.confusionFrom && confused.length > tried * flowLimits.confusion ? confused : [];
}

/** How many a refusal names; all of them are in its data. */
const named = 5;

interface Bars {
  readonly findings: readonly Finding[];
  readonly red: readonly TestResult[];
  readonly confused: PublishRefusal["confused"];
}

export function barred(what: string, { findings, red, confused }: Bars): AppError {
  const tests = red.map(({ id, name, faults }) => ({ id, name, faults }));
  const refusal: PublishRefusal = { findings, tests, confused };
  const errors = findings.filter(isError);
  const [why, texts] =
    errors.length > 0
      ? [
          `${what}有${errors.length}处错误，不能发布：`,
          errors.map(({ nodeName, text }) => (nodeName === "" ? text : `「${nodeName}」${text}`)),
        ]
      : red.length > 0
        ? [`有${red.length}个测试未通过，发布请填写原因：`, red.map(({ name }) => `「${name}」`)]
        : [
            `有${confused.length}个相似句会走错分支，发布请填写原因：`,
            confused.map(({ nodeName, text, takenName }) => `「${nodeName}」“${text}”会被识别为“${takenName}”`),
          ];
  return new AppError(
    "refused",
    `${why}${texts.slice(0, named).join("；")}${texts.length > named ? "…" : ""}`,
    refusal,
  );
}
