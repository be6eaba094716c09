/** A server at the network's edge for screen tests: answers by path, remembers what it was asked. */

export interface Asked {
  readonly path: string;
  readonly body: Record<string, unknown>;
  readonly query: Record<string, string>;
}

type Answer = (asked: Asked) => unknown | Promise<unknown>;

export interface FakeServer {
  readonly asked: Asked[];
  /** The bodies of what was asked at a path, in order. */
  bodies(path: string): readonly Asked["body"][];
  on(path: string, answer: Answer): void;
}

const envelope = (data: unknown) => Response.json({ code: 1, msg: "成功", data });
export const refusal = (status: number, msg: string) => Response.json({ code: status, msg, data: null }, { status });

/** Replaces the page's fetch. An answer that is no Response is the data of an envelope; a path without one is a broken line. */
export function fakeServer(): FakeServer {
  const answers = new Map<string, Answer>();
  const asked: Asked[] = [];
  globalThis.fetch = (async (request: Request) => {
    const url = new URL(request.url);
    const text = await request.text();
    const one: Asked = {
      path: url.pathname,
      body: text ? JSON.parse(text) : {},
      query: Object.fromEntries(url.searchParams),
    };
    asked.push(one);
    const answer = answers.get(url.pathname);
    if (!answer) throw new TypeError("Failed to fetch");
    const given = await answer(one);
    const response = given instanceof Response ? given : envelope(given);
    // Node's Response makes objects of Node's realm, which forms would take for instances of a class and not copy.
    return Object.assign(response, { json: async () => JSON.parse(await response.text()) as unknown });
  }) as typeof fetch;
  return {
    asked,
    bodies: (path) => asked.filter((each) => each.path === path).map((each) => each.body),
    on: (path, answer) => void answers.set(path, answer),
  };
}
