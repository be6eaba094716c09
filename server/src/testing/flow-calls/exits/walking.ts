/** Every way out of every case, each by a call of its own: some telephones call one after the other, several at a time. */
import type { SipClient } from "../../sip/sip-client.ts";
import type { FlowCaller } from "../flow-caller.ts";
import type { Studio, TrackStep } from "../studio.ts";
import { codeOf, nameOf, pathOf } from "./draw.ts";
import { heard, type ExitCase, type Take } from "./exit-case.ts";

/** Telephones at a time. */
const telephones = 5;
/** A call that takes longer hangs. */
const patienceMs = 120_000;
/** On a machine with much other work who has some seconds to press a key may be late: he calls once more. */
const usualCalls = 2;
const entered = 111;
const branched = 115;

export interface Walked {
  readonly cause: string | null;
  /** Nodes that were entered, in order: id and name. */
  readonly entered: readonly (readonly [id: string, name: string])[];
  /** Where each of them led, in order. */
  readonly led: readonly string[];
  /** By which branch the node under test was left; of who went on without one: none. */
  readonly from: string | undefined;
}

const waysOf = ({ exits, ways = {} }: ExitCase): readonly (readonly [string, Take])[] => [
  ...Object.entries(exits),
  ...Object.entries(ways),
];
export const nameOfWay = (each: ExitCase, exit: string): string => `${each.id} ${exit}`;
export const namesOfWays = (each: ExitCase): readonly string[] => waysOf(each).map(([exit]) => nameOfWay(each, exit));

const seen = (steps: readonly TrackStep[], id: string): Omit<Walked, "cause"> => ({
  entered: steps.filter(({ actionType }) => actionType === entered).map(({ nodeId, nodeName }) => [nodeId, nodeName]),
  led: steps.flatMap(({ actionType, nextNodeId }) =>
    actionType === branched && nextNodeId !== "" ? [nextNodeId] : [],
  ),
  from: steps.find(
    ({ actionType, nodeId, nextNodeId }) => actionType === branched && nodeId === id && nextNodeId !== "",
  )?.nextNodeId,
});

/** What the track must have. Over to another flow no branch leads. */
export function expected(cases: readonly ExitCase[], each: ExitCase, exit: string): Walked {
  const path = pathOf(cases, each, exit);
  const after = path.slice(1).filter((id) => id !== "other-start");
  const next = path[path.indexOf(each.id) + 1];
  const take = each.exits[exit] ?? each.ways?.[exit];
  return {
    cause: take?.cause ?? "flowEnded",
    entered: path.map((id) => [id, nameOf(id)]),
    led: after,
    from: next === "other-start" ? undefined : next,
  };
}

interface Telephone {
  readonly client: SipClient;
  readonly phone: string;
}

interface Walk {
  readonly done: Promise<Walked>;
  readonly resolve: (walked: Walked) => void;
  readonly reject: (error: unknown) => void;
}

function walkToCome(): Walk {
  let [resolve, reject]: [Walk["resolve"], Walk["reject"]] = [() => undefined, () => undefined];
  const done = new Promise<Walked>((...settled) => ([resolve, reject] = settled));
  // Whoever asks for it is told; nobody may have asked yet.
  done.catch(() => undefined);
  return { done, resolve, reject };
}

export class Walkers {
  readonly #studio: Studio;
  readonly #number: string;
  readonly #cases: readonly ExitCase[];
  readonly #idle: Telephone[] = [];
  readonly #walks = new Map<string, Walk>();

  constructor(studio: Studio, number: string, cases: readonly ExitCase[]) {
    this.#studio = studio;
    this.#number = number;
    this.#cases = cases;
    for (const each of cases) for (const name of namesOfWays(each)) this.#walks.set(name, walkToCome());
  }

  walked(each: ExitCase, exit: string): Promise<Walked> {
    return this.#walks.get(nameOfWay(each, exit))!.done;
  }

  /** Cases in their order, several at a time; the ways of one after the other. */
  start(): void {
    const left = [...this.#cases];
    const work = async (): Promise<void> => {
      for (let each = left.shift(); each; each = left.shift())
        for (const [exit, take] of waysOf(each)) {
          const { resolve, reject } = this.#walks.get(nameOfWay(each, exit))!;
          await this.#walk(each, exit, take).then(resolve, reject);
        }
    };
    for (let n = 0; n < telephones; n++) void work();
  }

  async #walk(each: ExitCase, exit: string, take: Take): Promise<Walked> {
    const wanted = expected(this.#cases, each, exit);
    const right = ({ from, entered: nodes }: Walked): boolean =>
      from === wanted.from && nodes.length === wanted.entered.length;
    for (let left = take.calls ?? usualCalls; ; left--) {
      await take.before?.();
      const walked = await this.#call(each, take);
      if (left === 1 || right(walked)) return walked;
    }
  }

  async #call(each: ExitCase, take: Take): Promise<Walked> {
    const telephone = (take.phone === undefined && this.#idle.pop()) || (await this.#telephone(take.phone));
    const caller = await this.#studio.callFrom(telephone.client, telephone.phone, this.#number);
    try {
      await this.#through(caller, each, take);
    } finally {
      caller.call.bye();
    }
    const { callId, cause } = await this.#studio.record(caller);
    if (take.phone === undefined) this.#idle.push(telephone);
    const { steps } = await this.#studio.track(callId);
    return { cause, ...seen(steps, each.id) };
  }

  async #through(caller: FlowCaller, each: ExitCase, take: Take): Promise<void> {
    const over = caller.hungUp(patienceMs);
    const does = async (): Promise<void> => {
      await caller.hearing.tone(heard.which, 0);
      await caller.press(codeOf(this.#cases.indexOf(each)));
      if (each.asks) {
        await caller.hearing.tone(heard.typed, 0);
        await caller.press(`${take.typed ?? ""}#`);
      }
      await take.does?.(caller);
    };
    // A flow that went elsewhere and has hung up waits for nobody.
    await Promise.race([does(), over]);
    await over;
  }

  async #telephone(phone = this.#studio.newPhone()): Promise<Telephone> {
    return { client: await this.#studio.page(this.#number, phone), phone };
  }
}
