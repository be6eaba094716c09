/** The socket of the soft phone on this machine, in a worker: the page's own policy does not name it (decision 048). */
import type { OpenWire } from "../ports/wire.ts";

type News = { readonly open: true } | { readonly text: string } | { readonly closed: number };

/** `url`: the worker's script, which is served once. */
export const openWorkerWire: OpenWire = (url, events) => {
  let over = false;
  const end = (code?: number) => {
    if (over) return;
    over = true;
    events.closed(code);
  };
  const worker = new Worker(url);
  worker.onmessage = ({ data }: MessageEvent<News>) => {
    if (over) return;
    if ("open" in data) events.open();
    else if ("text" in data) events.text(data.text);
    else end(data.closed);
  };
  worker.onerror = () => end();
  return {
    send(text) {
      if (!over) worker.postMessage(text);
      return !over;
    },
    close() {
      over = true;
      worker.postMessage(null);
    },
  };
};
