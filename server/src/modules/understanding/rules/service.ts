/** 正则管理: what does not compile is not kept; what an intent uses is not deleted. */
import type { BodyOf, ReplyOf } from "@liantai/api/contract";
import type { regexRuleApi } from "@liantai/api/contract/flow-editor";
import { compOf } from "../../../http/company.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import { crudService } from "../../crud/index.ts";
import type { AdministrationDeps } from "../../deps.ts";
import { compilePattern, mostSteps } from "../patterns.ts";
import { telling } from "../telling.ts";
import { ruleStore, type RuleListed, type RuleNew } from "./repository.ts";

type Api = typeof regexRuleApi;

/** Throws AppError 'invalid' at the field. */
function toRow(body: BodyOf<Api["add"]>): RuleNew {
  const { fault } = compilePattern(body.pattern);
  if (fault !== undefined) throw fieldRefusal("pattern", "正则表达式", fault);
  const { name, pattern, kind, remark = "", enabled = 1 } = body;
  return { name, pattern, kind, remark, enabled };
}

const present = ({ id, name, pattern, kind, remark, enabled, intents }: RuleListed) => ({
  id,
  name,
  pattern,
  kind,
  remark,
  enabled,
  intents: [...intents],
});

/** Nothing is read: the pattern and the sentences come from whoever asks. */
export async function testRule(body: BodyOf<Api["test"]>, { caller }: RequestContext): Promise<ReplyOf<Api["test"]>> {
  compOf(caller, body.compId);
  const { pattern, fault } = compilePattern(body.pattern);
  if (!pattern) return { fault, results: [] };
  const results: ReplyOf<Api["test"]>["results"] = [];
  let steps = 0;
  for (const sentence of body.sentences) {
    steps += pattern.size * sentence.length;
    if (steps > mostSteps) return { fault: `正则表达式和句子都太长，只测试了前${results.length}句`, results };
    const found = pattern.find(sentence);
    results.push(
      found
        ? { matched: 1, start: found.start, end: found.end, groups: found.groups.map((group) => ({ ...group })) }
        : { matched: 0, start: 0, end: 0, groups: [] },
    );
  }
  return { fault: "", results };
}

export const createRules = (deps: AdministrationDeps) =>
  telling(
    deps,
    crudService({
      deps,
      object: "regexRule",
      scope: "enterprise",
      store: ruleStore(() => new Date(deps.ports.clock.now())),
      toRow: (_trx, body: BodyOf<Api["add"]>) => toRow(body),
      present,
      key: { path: "name", label: "规则名称", of: (row) => row.name },
    }),
  );
