/** One question asked over and over on several connections: how often a second, and how long each took. */
import { Agent, request } from "node:http";

export interface Turn {
  readonly perSecond: number;
  readonly times: readonly number[];
}

export interface Question {
  readonly path: string;
  /** Default POST. */
  readonly method?: string;
  readonly token: string;
  body(): string;
  /** What makes an answer a good one, beside its status. */
  accepts(text: string): boolean;
}

function once(port: number, question: Question, agent: Agent): Promise<number> {
  const body = question.body();
  const headers = {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    authorization: `Bearer ${question.token}`,
  };
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const call = request(
      { host: "127.0.0.1", port, path: question.path, method: question.method ?? "POST", agent, headers },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
        response.once("end", () => {
          if (response.statusCode === 200 && question.accepts(text)) resolve(performance.now() - began);
          else reject(new Error(`${response.statusCode} ${text.slice(0, 200)}`));
        });
      },
    );
    call.once("error", reject);
    call.end(body);
  });
}

export async function turn(port: number, question: Question, connections: number, ms: number): Promise<Turn> {
  // Each connection from an address of its own (all of 127.0.0.0/8 is loopback): the limit per address is for one office, not for a load.
  const agents = Array.from(
    { length: connections },
    (_, i) => new Agent({ keepAlive: true, maxSockets: 1, localAddress: `127.0.1.${i + 1}` }),
  );
  const times: number[] = [];
  const began = performance.now();
  const line = async (agent: Agent): Promise<void> => {
    while (performance.now() - began < ms) times.push(await once(port, question, agent));
  };
  await Promise.all(agents.map(line));
  const perSecond = times.length / ((performance.now() - began) / 1_000);
  for (const agent of agents) agent.destroy();
  return { perSecond, times };
}

const at = (values: readonly number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * part)] ?? NaN;
export const medianOf = (values: readonly number[]): number => at(values, 0.5);
export const p95Of = (values: readonly number[]): number => at(values, 0.95);

export interface ListFigures {
  /** Calls a second. */
  readonly whole: number;
  readonly bare: number;
  /** Median of the turns' ratios whole / bare. */
  readonly ratio: number;
  readonly wholeP95Ms: number;
  readonly bareP95Ms: number;
}

/** The same of two servers in turns; `bares`: where the second is asked otherwise. */
export async function compareTurns(
  { whole, bare }: { readonly whole: number; readonly bare: number },
  question: Question,
  { rounds, turnMs, connections }: { readonly rounds: number; readonly turnMs: number; readonly connections: number },
  bares: Question = question,
): Promise<ListFigures> {
  await turn(whole, question, connections, turnMs);
  await turn(bare, bares, connections, turnMs);
  const turns: { whole: Turn; bare: Turn }[] = [];
  for (let round = 0; round < rounds; round++)
    turns.push({
      whole: await turn(whole, question, connections, turnMs),
      bare: await turn(bare, bares, connections, turnMs),
    });
  return {
    whole: medianOf(turns.map((one) => one.whole.perSecond)),
    bare: medianOf(turns.map((one) => one.bare.perSecond)),
    ratio: medianOf(turns.map((one) => one.whole.perSecond / one.bare.perSecond)),
    wholeP95Ms: p95Of(turns.flatMap((one) => one.whole.times)),
    bareP95Ms: p95Of(turns.flatMap((one) => one.bare.times)),
  };
}
