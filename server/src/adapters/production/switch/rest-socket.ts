/**
 * Requests of ARI on the socket of its events ("ARI REST over WebSocket", Asterisk 22.8): no connection, no header and no thread of
 * Asterisk's for each. Asterisk does them one after the other, in the order in which they were sent: behind one that it does not come
 * back from all others wait. Then the connection is ended, and whoever opened it opens another, which Asterisk serves by another thread.
 */
import type { WebSocket } from "ws";

/** As Asterisk answers. */
export interface RestResponse {
  readonly type: "RESTResponse";
  readonly request_id: string;
  readonly status_code: number;
  readonly message_body?: string;
}

export interface RestAnswer {
  readonly status: number;
  readonly text: string;
}

interface Asked {
  readonly what: string;
  readonly timer: NodeJS.Timeout;
  resolve(answer: RestAnswer): void;
  reject(error: Error): void;
}

export class RestSocket {
  private readonly patienceMs: number;
  private readonly asked = new Map<string, Asked>();
  private count = 0;
  private answers = 0;

  constructor(patienceMs: number) {
    this.patienceMs = patienceMs;
  }

  /** uri: without a slash in front, with its query. */
  ask(ws: Pick<WebSocket, "send" | "terminate">, method: string, uri: string, body?: object): Promise<RestAnswer> {
    const id = String((this.count += 1));
    const request = {
      type: "RESTRequest",
      request_id: id,
      method,
      uri,
      ...(body ? { content_type: "application/json", message_body: JSON.stringify(body) } : {}),
    };
    return new Promise((resolve, reject) => {
      const what = `${method} ${uri.split("?", 1)[0]}`;
      const fail = (why: string): void => {
        clearTimeout(timer);
        if (this.asked.delete(id)) reject(new Error(`Asterisk: ${what}: ${why}`));
      };
      const answers = this.answers;
      const timer = setTimeout(() => {
        fail("no answer");
        // Where others were answered meanwhile it is slow, and goes on.
        if (this.answers === answers) ws.terminate();
      }, this.patienceMs).unref();
      this.asked.set(id, { what, timer, resolve, reject });
      ws.send(JSON.stringify(request), (error) => error && fail(error.message));
    });
  }

  answered({ request_id, status_code: status, message_body: text = "" }: RestResponse): void {
    const asked = this.asked.get(request_id);
    this.answers += 1;
    this.asked.delete(request_id);
    clearTimeout(asked?.timer);
    asked?.resolve({ status, text });
  }

  /** Nobody answers on the socket any more. */
  closed(): void {
    const all = [...this.asked.values()];
    this.asked.clear();
    for (const { what, timer, reject } of all) {
      clearTimeout(timer);
      reject(new Error(`Asterisk: ${what}: the connection closed`));
    }
  }
}
