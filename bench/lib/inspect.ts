/** Asks a running Node process about its memory over the inspector: the main thread and every worker, after garbage collection. */
import { once } from "node:events";
import { WebSocket } from "ws";

export interface Isolate {
  readonly name: string;
  readonly heapMb: number;
  /** What V8 has taken of the system for its heap, used or not. */
  readonly committedMb: number;
  /** Outside the heap, buffers and WebAssembly included. */
  readonly externalMb: number;
  readonly arrayBuffersMb: number;
  readonly handles: number;
}
type Reply = { readonly result?: Record<string, unknown>; readonly error?: { readonly message: string } };
type Ask = (method: string, params?: object) => Promise<Record<string, unknown>>;

/** Answers by number, whichever way the questions travel. */
class Questions {
  private readonly waiting = new Map<number, (reply: Reply) => void>();
  private readonly send: (text: string) => void;
  private n = 0;

  constructor(send: (text: string) => void) {
    this.send = send;
  }

  readonly ask: Ask = async (method, params = {}) => {
    const id = (this.n += 1);
    const reply = new Promise<Reply>((resolve) => this.waiting.set(id, resolve));
    this.send(JSON.stringify({ id, method, params }));
    const { result, error } = await reply;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result ?? {};
  };

  answered(message: { readonly id?: number } & Reply): void {
    if (message.id === undefined) return;
    this.waiting.get(message.id)?.(message);
    this.waiting.delete(message.id);
  }
}

const weigh = `JSON.stringify([process.memoryUsage(), process.getActiveResourcesInfo().length])`;
const mb = 1024 * 1024;

async function weighed(name: string, ask: Ask): Promise<Isolate> {
  const { result } = await ask("Runtime.evaluate", { expression: weigh });
  const [memory, handles] = JSON.parse(String((result as { value: unknown }).value)) as [NodeJS.MemoryUsage, number];
  const { heapUsed, heapTotal, external, arrayBuffers } = memory;
  const [heapMb, committedMb, externalMb, arrayBuffersMb] = [heapUsed, heapTotal, external, arrayBuffers].map(
    (bytes) => bytes / mb,
  ) as [number, number, number, number];
  return { name, heapMb, committedMb, externalMb, arrayBuffersMb, handles };
}

export interface Inspected {
  /** After a collection of garbage in each. */
  isolates(): Promise<readonly Isolate[]>;
  close(): void;
}

export async function inspect(url: string): Promise<Inspected> {
  const socket = new WebSocket(url);
  await once(socket, "open");
  const main = new Questions((text) => socket.send(text));
  const workers = new Map<string, { readonly name: string; readonly questions: Questions }>();
  socket.on("message", (data: Buffer) => {
    const message = JSON.parse(data.toString()) as { method?: string; params?: Record<string, unknown> } & Reply;
    const params = message.params ?? {};
    const sessionId = String(params["sessionId"] ?? "");
    if (message.method === "NodeWorker.attachedToWorker") {
      const { workerId, title } = params["workerInfo"] as { readonly workerId: string; readonly title: string };
      const send = (text: string): void =>
        void main.ask("NodeWorker.sendMessageToWorker", { sessionId, message: text });
      workers.set(sessionId, {
        name: `${/\[?worker[^\]]*\]?\s*(.*)/.exec(title)?.[1] || "worker"} ${workerId}`,
        questions: new Questions(send),
      });
    } else if (message.method === "NodeWorker.receivedMessageFromWorker")
      workers.get(sessionId)?.questions.answered(JSON.parse(String(params["message"])) as Reply);
    else if (message.method === "NodeWorker.detachedFromWorker") workers.delete(sessionId);
    else main.answered(message);
  });
  await main.ask("NodeWorker.enable", { waitForDebuggerOnStart: false });
  const each = <T>(work: (name: string, ask: Ask) => Promise<T>): Promise<T[]> =>
    Promise.all([
      work("main", main.ask),
      ...[...workers.values()].map(({ name, questions }) => work(name, questions.ask)),
    ]);
  return {
    async isolates() {
      // The first lets go what the second finds: finalizers of buffers run in between.
      for (let i = 0; i < 2; i += 1) await each((_, ask) => ask("HeapProfiler.collectGarbage"));
      return each(weighed);
    },
    close: () => socket.close(),
  };
}
