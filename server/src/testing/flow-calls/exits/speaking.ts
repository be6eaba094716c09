/** Nodes that listen: what callers say is a sentence's audio. */
import { innerKnowledgeApi, knowledgeClassApi } from "@liantai/api/contract/flow-editor";
import { sayings } from "../../speech/sayings.ts";
import { named } from "./draw.ts";
import type { FlowCaller } from "../flow-caller.ts";
import { heard, presses, type ExitCase, type World } from "./exit-case.ts";

/** The listener knows both sentences; of the first alone there is an answer. */
const known = "查询话费余额";
const unanswered = "我要办理宽带";
const learning = { calls: 12 };

/** Says it once the question is over. */
const says =
  (sound: Int16Array) =>
  async ({ hearing, call }: FlowCaller) => {
    await hearing.silence(100, 30_000, (await hearing.tone(heard.node, 0, 8)) + 12);
    call.peer.say(sound);
  };
/** Who says "aah": a voice from its first moment to its last, and no sentence. A pure tone is hardly ever taken for one. */
const voiced = Array.from({ length: 20 }, (_, h) => 140 * (h + 1)).map((hz) => ({
  hz,
  part: 1 / (1 + ((hz - 700) / 250) ** 2) + 0.7 / (1 + ((hz - 1_200) / 300) ** 2) + 0.1,
}));
const vowel = Int16Array.from({ length: 8_000 }, (_, n) => {
  const at = (2 * Math.PI * n) / 8_000;
  const swell = 0.6 + 0.4 * Math.sin(4 * at);
  return 2_500 * swell * voiced.reduce((sum, { hz, part }) => sum + part * Math.sin(hz * at), 0);
});

export async function speaking({ studio, short, voiceId }: World): Promise<readonly ExitCase[]> {
  const [first, second] = await sayings([known, unanswered], "cmn+m7");
  const [bill, line] = [await studio.intent(known), await studio.intent(unanswered)];
  const { id: classId } = await studio.admin.post<{ id: string }>(knowledgeClassApi.add.path, {
    ...{ kind: 1, name: "出口用分类", parentId: "", sort: 0 },
  });
  await studio.admin.post(innerKnowledgeApi.add.path, { classId, question: known, voiceId, enabled: 1 });
  const branches = [
    { id: "bill", name: "话费" },
    { id: "line", name: "宽带", key: "0" },
  ];
  const intents = { bill, line };
  const config = { branches, bargeInMs: 0, noInputSeconds: 6, tries: 1 };
  return [
    {
      ...{ id: "speech", type: "speech", says: [short()], config, intents },
      exits: {
        bill: { does: says(first!), ...learning },
        line: { does: presses("0") },
        unknown: { does: says(vowel), calls: 4 },
        timeout: {},
      },
    },
    {
      ...{ id: "knowledge", type: "knowledge", config: { classId } },
      before: [
        named("knowledge-asks", "speech", {
          says: [short()],
          config,
          to: { bill: "knowledge", line: "knowledge" },
          intents,
        }),
      ],
      exits: {
        answered: { does: says(first!), ...learning },
        notFound: { does: says(second!), ...learning },
      },
    },
  ];
}
