import { number, object, string } from "yup";
import { textAt } from "../answers.ts";
import { defineNode } from "../node-type.ts";
import type { Run } from "../run.ts";
import type { Said } from "../session.ts";

const by = ["sentence", "question", "class"] as const;
type By = (typeof by)[number];

/** Says what the knowledge base answers; asks whether there is more, where the flow wants that, and answers that, too. */
export const knowledge = defineNode({
  type: "knowledge",
  name: "知识播报",
  group: "service",
  help: "用知识库回答客户的上一句话，或播报指定的问题、分类里问得最多的问题",
  config: object({
    by: string<By>().label("依据").oneOf(by).default("sentence"),
    /** '': all that robots may use. Of a class alone the question that was asked most is answered. */
    classId: string().label("知识分类").max(64).default(""),
    questionId: string().label("知识问题").max(64).default(""),
    /** '': nothing is asked. */
    followUp: string().label("追问话术").max(200).default(""),
    rounds: number().label("最多追问").integer().min(1).max(9).default(3),
    noInputSeconds: number().label("无声等待（秒）").integer().min(1).max(60).default(5),
  }),
  exits: () => [
    { id: "answered", name: "已回答" },
    { id: "notFound", name: "没有答案" },
  ],
  waits: () => true,
  needsRobot: true,
  listens: ({ followUp }) => followUp !== "",
  references: ({ by, classId, questionId }) => [
    ...(classId === "" ? [] : [{ kind: "knowledgeClass", id: classId } as const]),
    ...(by === "question" ? [{ kind: "knowledge", id: questionId } as const] : []),
  ],
  texts: ({ followUp }) => [followUp],
  faults: ({ by, classId, questionId }) =>
    by === "question" && questionId === ""
      ? [{ rule: "target", text: "请选择知识问题" }]
      : by === "class" && classId === ""
        ? [{ rule: "target", text: "请选择知识分类" }]
        : [],
  enter(run, _node, config) {
    run.local({ round: 0 });
    look(run, config, config.by === "sentence" ? run.text("${lastText}") : "");
  },
  on(run, node, config, event) {
    const round = Number(run.state.local["round"] ?? 0);
    if (event.type === "askFailed") return run.fail(event.class, "查询知识库失败");
    if (event.type === "answered") {
      const says = saidAt(event.answer["says"]);
      run.note("knowledge", undefined, { found: says.length > 0 });
      if (says.length === 0) return run.exit("notFound");
      const asks = config.followUp !== "" && round < config.rounds;
      const more = asks ? [{ kind: "text", text: run.text(config.followUp), tts: "" } as const] : [];
      return void run.play([...says, ...more]);
    }
    if (event.type === "playDone") {
      if (config.followUp === "" || round >= config.rounds) return run.exit("answered");
      const noInputMs = config.noInputSeconds * 1_000;
      return void run.listen({ intents: [], endSilenceMs: 800, maxMs: 15_000, noInputMs, bargeInMs: 0 });
    }
    if (event.type === "nothingHeard") return run.exit("answered");
    if (event.type !== "heard") return;
    run.note("heard", node.sensitive ? "***" : event.text, { confidence: event.confidence });
    run.give("lastText", event.text, node.sensitive);
    run.local({ round: round + 1 });
    look(run, { ...config, by: "sentence" }, event.text);
  },
});

type Config = Parameters<typeof knowledge.enter>[2];

function look(run: Run, { by, classId, questionId }: Config, text: string): void {
  if (by === "sentence" && text.trim() === "") return run.exit("notFound");
  run.ask({ what: "knowledge", text, classId, questionId: by === "question" ? questionId : "" });
}

const saidAt = (says: unknown): readonly Said[] =>
  (Array.isArray(says) ? (says as readonly unknown[]) : []).flatMap((each): Said[] => {
    if (typeof each !== "object" || each === null) return [];
    const [text, voiceId] = ["text", "voiceId"].map((key) => textAt(each as Record<string, unknown>, key));
    return voiceId ? [{ kind: "audio", voiceId }] : text ? [{ kind: "text", text: text.slice(0, 2_000), tts: "" }] : [];
  });
