/** Questions and answers of the robot: each has words to speak or a voice file. */
import { AppError, formatTime, type BodyOf } from "@liantai/api/contract";
import { understandingLimits, type innerKnowledgeApi } from "@liantai/api/contract/flow-editor";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { Trx } from "../../../ports/database.ts";
import { crudService } from "../../crud/index.ts";
import type { AdministrationDeps } from "../../deps.ts";
import { checkClass } from "../classes/service.ts";
import { telling } from "../telling.ts";
import {
  countQuestions,
  questionStore,
  voiceThere,
  type QuestionListed,
  type QuestionNew,
  type QuestionRow,
} from "./repository.ts";

type Body = BodyOf<typeof innerKnowledgeApi.add>;
const { allSamples } = understandingLimits;

async function toRow(trx: Trx, body: Body, before: QuestionRow | undefined, compId: string): Promise<QuestionNew> {
  const { classId, question, similar, answer = "", enabled = 1 } = body;
  const voiceId = body.voiceId || null;
  await checkClass(trx, compId, classId, 1);
  if (answer === "" && voiceId === null) throw fieldRefusal("answer", "答案", "请输入答案或选择录音");
  if (voiceId !== null && !(await voiceThere(trx, compId, voiceId)))
    throw fieldRefusal("voiceId", "录音", "录音不存在或已被删除");
  const others = similar.filter((text, at) => text !== question && similar.indexOf(text) === at);
  if ((await countQuestions(trx, compId, before?.id)) + others.length + 1 > allSamples)
    throw new AppError("refused", `内部知识的问法最多${allSamples}条`);
  return { classId, question, similar: others, answer, voiceId, enabled };
}

const present = (row: QuestionListed) => ({
  id: row.id,
  classId: row.classId,
  className: row.className,
  question: row.question,
  similar: [...row.similar],
  answer: row.answer,
  voiceId: row.voiceId ?? "",
  voiceName: row.voiceName ?? "",
  enabled: row.enabled,
  hits: row.hits,
  updateTime: formatTime(row.updatedAt),
});

export const createInnerKnowledge = (deps: AdministrationDeps) =>
  telling(
    deps,
    crudService({
      deps,
      object: "innerKnowledge",
      scope: "enterprise",
      store: questionStore(() => new Date(deps.ports.clock.now())),
      toRow,
      present,
      key: { path: "question", label: "问题", of: (row) => row.question },
    }),
  );
