/** Who listens to the talks of this process' engines. */
import { AppError } from "@liantai/api/contract";
import type { AssistCustomer, AssistMessage } from "@liantai/api/contract/assist";
import type { Ports } from "../../ports/index.ts";
import { loadAreaCodes, numberPlace } from "../numbers/index.ts";
import type { Talk, TalkListener } from "../telephony/index.ts";
import { publish } from "../topics.ts";
import { TalkHearing } from "./hearing.ts";
import type { AssistFlow, Understand } from "./process.ts";
import type { Recogniser } from "./recogniser.ts";
import { accountOfSeat, insertEntry, knowledgeOf, settingOf } from "./repository.ts";

/** Published flows of type 5. */
export interface AssistFlows {
  /** undefined: there is none of this id, or it was never published. */
  find(compId: string, flowId: string): Promise<AssistFlow | undefined>;
  /** How branches of a flow are understood; absent: by their words. */
  understand?(compId: string): Promise<Understand>;
}

export interface ListenerDeps {
  readonly ports: Pick<Ports, "broker" | "clock" | "database" | "logger" | "random">;
  readonly recogniser?: Recogniser | undefined;
  readonly flows?: AssistFlows | undefined;
}

const lateMs = 3_000;
const noRecogniser = "没有可用的语音识别引擎";

export interface AssistListener extends TalkListener {
  /** Resolves when all that was said is kept. */
  stop(): Promise<void>;
}

export function createListener({ ports, recogniser, flows }: ListenerDeps): AssistListener {
  const { broker, database } = ports;
  const hearings = new Set<TalkHearing>();
  const tell = (talk: Talk, message: AssistMessage) =>
    publish(broker, "assist.told", { compId: talk.compId, agentId: talk.agentId, message });

  function customerOf(talk: Talk, userId: string): AssistCustomer {
    const { callId, agentId, compId, caller, callee, startedAt: startTime } = talk;
    const of = { callId, agentId, caller, callee, compId, startTime, userId };
    return talk.direction === "outbound"
      ? { ...of, connectType: 1, direction: 2, userPhone: callee, muteDuration: 0 }
      : { ...of, connectType: 0, direction: 1, userPhone: caller, muteDuration: 0 };
  }

  async function introduce(talk: Talk, customer: AssistCustomer): Promise<void> {
    const { callId, agentId, number } = talk;
    const of = { callId, agentId };
    await tell(talk, { type: "ASR_START", ...of });
    await tell(talk, { type: "CUSTOMER", ...of, customer });
    await loadAreaCodes();
    const facts = [
      { label: "客户号码", value: number },
      { label: "归属地", value: numberPlace(number) ?? "" },
    ];
    await tell(talk, { type: "customerInfo", ...of, content: facts.filter(({ value }) => value !== "") });
  }

  return {
    async begin(talk, asked) {
      const { compId } = talk;
      const [setting, knowledge, userId] = await database.tenant(compId, async (trx) => {
        const found = await settingOf(trx, compId);
        return found.enabled === 0 && !asked
          ? ([found, [], ""] as const)
          : ([found, await knowledgeOf(trx, compId), await accountOfSeat(trx, compId, talk.agentId)] as const);
      });
      if (setting.enabled === 0 && !asked) return undefined;
      if (!recogniser) throw new AppError("refused", noRecogniser);
      const flow = setting.flowId && flows ? await flows.find(compId, setting.flowId) : undefined;
      const understand = flow && (await flows?.understand?.(compId));
      const customer = customerOf(talk, userId);
      await introduce(talk, customer);
      const of = { ports, recogniser, setting, customer, knowledge, flow, understand };
      const hearing = await TalkHearing.begin(of, talk);
      hearings.add(hearing);
      return {
        push: (voice, samples) => hearing.push(voice, samples),
        pause: (on) => hearing.pause(on),
        end() {
          hearing.end();
          void hearing.done().finally(() => hearings.delete(hearing));
        },
      };
    },
    handedOver: (of, said) =>
      database.tenant(of.compId, async (trx) => {
        for (const entry of said) await insertEntry(trx, of, entry, 1, []);
      }),
    async stop() {
      const done = Promise.all([...hearings].map((hearing) => (hearing.end(), hearing.done())));
      // A recogniser elsewhere may never answer.
      let waiting = { cancel: (): void => undefined };
      const late = new Promise<void>((resolve) => (waiting = ports.clock.after(lateMs, resolve)));
      await Promise.race([done, late]);
      waiting.cancel();
    },
  };
}
