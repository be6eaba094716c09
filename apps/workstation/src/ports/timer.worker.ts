/** Timers for a hidden tab: told {set: id, ms} or {clear: id}, answers the id when its time has come. */
type Order = { readonly set: number; readonly ms: number } | { readonly clear: number };

const running = new Map<number, ReturnType<typeof setTimeout>>();

self.onmessage = ({ data }: MessageEvent<Order>) => {
  if ("clear" in data) {
    clearTimeout(running.get(data.clear));
    running.delete(data.clear);
    return;
  }
  running.set(
    data.set,
    setTimeout(() => {
      running.delete(data.set);
      self.postMessage(data.set);
    }, data.ms),
  );
};
