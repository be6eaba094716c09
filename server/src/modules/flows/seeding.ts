/** A published flow and what it says, made without anybody who is signed in: the first start, and tests. */
import { flowTypes, type FlowBody, type FlowType } from "@liantai/api/flows";
import type { PromptContent } from "@liantai/api/contract/flow-editor";
import type { Trx } from "../../ports/database.ts";
import { promptSummary } from "./contents/prompts.ts";
import { insertContent, insertContentVersion } from "./contents/repository.ts";
import { namedIn } from "./naming.ts";
import { nodeCount, ownBody, textOf } from "./reading.ts";
import { insertFlow } from "./repository.ts";
import { setUses } from "./uses-repository.ts";
import { insertVersion } from "./versions-repository.ts";

interface Seed {
  readonly id: string;
  readonly versionId: string;
  readonly name: string;
  readonly body: FlowBody;
  readonly at: Date;
  readonly flowType?: FlowType;
  readonly remark?: string;
}

export async function seedFlow(
  trx: Trx,
  compId: string,
  { id, versionId, name, body, at, flowType = flowTypes.ivr, remark = "" }: Seed,
): Promise<void> {
  const own = ownBody(body, id);
  const text = textOf(own);
  const published = { version: 1, versionId, changed: 0, publishedAt: at };
  const times = { createdAt: at, updatedAt: at };
  await insertFlow(trx, {
    compId,
    id,
    name,
    flowType,
    remark,
    draft: text,
    nodeCount: nodeCount(own),
    ...published,
    ...times,
  });
  await insertVersion(trx, { compId, id: versionId, flowId: id, version: 1, flow: text, publishedAt: at });
  const named = namedIn(own);
  await setUses(trx, compId, id, "", named);
  await setUses(trx, compId, id, versionId, named);
}

interface SeedPrompt {
  readonly id: string;
  readonly versionId: string;
  readonly name: string;
  readonly remark: string;
  readonly wordings: PromptContent["wordings"];
  readonly at: Date;
}

export async function seedPrompt(
  trx: Trx,
  compId: string,
  { id, versionId, name, remark, wordings, at }: SeedPrompt,
): Promise<void> {
  const content = JSON.stringify({ wordings });
  const row = { compId, id, kind: "sharedPrompt", name, remark, version: 1, createdAt: at, updatedAt: at } as const;
  await insertContent(trx, { ...row, summary: JSON.stringify(promptSummary(content)) });
  await insertContentVersion(trx, { compId, id: versionId, contentId: id, version: 1, content, createdAt: at });
}
