/** All that a page gets and sends: frames of its sockets, replies and requests; and what it keeps and shows. */
import type { CDPSession, Page } from "puppeteer";

export interface Wire {
  /** Where these words stand now, or stood: '' where nowhere. Each place once. */
  placesOf(words: string): Promise<readonly string[]>;
  /** Frames of sockets and replies with these words. */
  count(words: string): number;
  /** Messages of a type that came over the sockets, oldest first. */
  messages<T>(type: string): readonly T[];
  /** Until every reply that has begun has been read. */
  settled(): Promise<void>;
}

/** Over the page's whole life, from when it is called: before it signs in. */
export async function listenTo(page: Page): Promise<Wire> {
  const cdp: CDPSession = await page.createCDPSession();
  const heard: { readonly place: string; readonly text: string }[] = [];
  const sockets = new Map<string, string>();
  const asked = new Map<string, string>();
  const reading = new Set<Promise<void>>();
  const put = (place: string, text: string | undefined) => void (text && heard.push({ place, text }));
  const pathOf = (url: string) => new URL(url).pathname;
  await cdp.send("Network.enable", { maxTotalBufferSize: 200_000_000, maxResourceBufferSize: 50_000_000 });
  cdp.on("Network.webSocketCreated", ({ requestId, url }) => void sockets.set(requestId, pathOf(url)));
  cdp.on("Network.webSocketFrameReceived", ({ requestId, response }) =>
    put(`a frame from ${sockets.get(requestId) ?? "a socket"}`, response.payloadData),
  );
  cdp.on("Network.webSocketFrameSent", ({ requestId, response }) =>
    put(`a frame to ${sockets.get(requestId) ?? "a socket"}`, response.payloadData),
  );
  cdp.on("Network.requestWillBeSent", ({ requestId, request, type }) => {
    if (type !== "XHR" && type !== "Fetch") return;
    asked.set(requestId, pathOf(request.url));
    put(`a request to ${pathOf(request.url)}`, `${request.url} ${request.postData ?? ""}`);
  });
  cdp.on("Network.loadingFinished", ({ requestId }) => {
    const path = asked.get(requestId);
    if (path === undefined) return;
    const read = cdp
      .send("Network.getResponseBody", { requestId })
      .then(
        ({ body }) => put(`a reply of ${path}`, body),
        () => undefined,
      )
      .finally(() => reading.delete(read));
    reading.add(read);
  });

  const shown = () =>
    page.evaluate(() => {
      const fields = [...document.querySelectorAll<HTMLInputElement>("input, textarea, select")];
      const stored = (storage: Storage) => JSON.stringify({ ...storage });
      return {
        "the page": document.documentElement.outerHTML,
        "its words": document.body.innerText,
        "its fields": fields.map(({ value }) => value).join("\n"),
        localStorage: stored(localStorage),
        sessionStorage: stored(sessionStorage),
        "its cookies": document.cookie,
        "its address": location.href + JSON.stringify(history.state),
      };
    });
  const settled = async () => {
    while (reading.size > 0) await Promise.all(reading);
  };
  return {
    settled,
    async placesOf(words) {
      await settled();
      const now = Object.entries(await shown()).filter(([, text]) => text.includes(words));
      const then = heard.filter(({ text }) => text.includes(words));
      return [...new Set([...now.map(([place]) => place), ...then.map(({ place }) => place)])];
    },
    count: (words) => heard.filter(({ text }) => text.includes(words)).length,
    messages: <T>(type: string) =>
      heard.flatMap(({ place, text }) => {
        if (!place.startsWith("a frame from") || !text.includes(`"${type}"`)) return [];
        const frame = JSON.parse(text) as { readonly type?: string };
        return frame.type === type ? [frame as T] : [];
      }),
  };
}
