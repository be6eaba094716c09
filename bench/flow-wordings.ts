/**
 * What a caller in a flow waits for (issue 10, performance goals), at his own ear over loopback on the embedded switch: from the press of
 * a key of 60 ms until the next wording begins, and from the end of his sentence until then, with the listener that comes with the
 * installation (a closed grammar, 800 ms of silence end a sentence). Wordings were spoken before, as they are from the second caller
 * on. Beside it, in turns, a peer that answers the caller's telephone with a tone: a key at once, a sentence after 800 ms of silence.
 */
import { apiSignIn, type ApiSession } from "@liantai/e2e/harness/api.ts";
import { startServer } from "@liantai/e2e/harness/server.ts";
import { leadNumber, publishFlow } from "@liantai/server/testing/leading";
import { sayings } from "@liantai/server/testing/sayings";
import { callFlow, callPeer, type Caller } from "./lib/flow-caller.ts";
import { bodyOf, node } from "./lib/flow-walk.ts";
import { compare, quantile, type Measured } from "./lib/result.ts";

const rounds = Number(process.env["WORDING_ROUNDS"] ?? 30);
const warmUps = 4;
const endSilenceMs = 800;
const number = "4001";
/** None of the voices that templates of the grammar are made of. */
const voice = "cmn+m7";
const sentences = ["查询话费余额", "我要办理宽带"] as const;

/** Two questions that lead to each other: by key 1, and by what is said. */
const flow = (intents: readonly string[]) =>
  bodyOf([
    node("start", "start", { nextNodeId: "a" }),
    ...(["a", "b"] as const).map((id) =>
      node(id, "speech", {
        says: id === "a" ? "请说" : "还要什么",
        config: {
          endSilenceMs,
          noInputSeconds: 30,
          tries: 9,
          branches: sentences.map((name, at) => ({ id: `s${at}`, name, key: String(at + 1) })),
        },
        branch: intents.map((intent, at) => ({
          id: `s${at}`,
          nodeName: sentences[at]!,
          nodeId: id === "a" ? "b" : "a",
          dictionariesId: intent,
        })),
      }),
    ),
  ]);

/** The access number leads into the flow, whose branches are named by intents of one sample sentence each. */
async function lead(admin: ApiSession): Promise<void> {
  const intents: string[] = [];
  for (const name of sentences) {
    const added = await admin.post<{ id: string }>("/ivr/api/v1/intentionClassify/add", { name, samples: [name] });
    intents.push(added.id);
  }
  await leadNumber(admin, number, await publishFlow(admin, "听写", flow(intents)));
}

interface Waits {
  readonly keys: number[];
  readonly said: number[];
}

async function wait(caller: Caller, sound: Int16Array, { keys, said }: Waits, counts: boolean): Promise<void> {
  const key = await caller.press("1");
  const sentence = await caller.say(sound);
  if (!counts) return;
  keys.push(key);
  said.push(sentence);
}

export async function run(): Promise<Measured> {
  const sounds = await sayings(sentences, voice);
  const server = await startServer();
  const [ours, theirs]: [Waits, Waits] = [
    { keys: [], said: [] },
    { keys: [], said: [] },
  ];
  const callers: Caller[] = [];
  try {
    await lead(await apiSignIn(server.url, "admin", 1));
    const caller = await callFlow(server.url, number, "13800012345");
    callers.push(caller);
    const peer = await callPeer(endSilenceMs);
    callers.push(peer);
    for (let round = -warmUps; round < rounds; round++) {
      const sound = sounds[Math.abs(round) % sounds.length]!;
      await wait(caller, sound, ours, round >= 0);
      await wait(peer, sound, theirs, round >= 0);
    }
  } finally {
    await Promise.all(callers.map((caller) => caller.close()));
    await server.stop();
  }
  const reference = "a peer that answers with a tone";
  const over = (what: string, of: keyof Waits, q: number) =>
    compare({ what, reference, unit: "ms" }, quantile(ours[of], q), quantile(theirs[of], q));
  return {
    name: "flow-wordings",
    compared: [
      over("key to the next wording, p95", "keys", 0.95),
      over("the same, median", "keys", 0.5),
      over("end of a sentence to the next wording, p95", "said", 0.95),
      over("the same, median", "said", 0.5),
    ],
    unit: "",
    goal: "key p95 < 150 ms, sentence p95 < 1,200 of which 800 end silence",
    values: { rounds },
  };
}
