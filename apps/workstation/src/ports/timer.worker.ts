/** Timers for a hidden tab: told {set: id, ms} or {clear: id}, answers the id when its time has come. */
type Order = { readonly set: number; readonly ms: number } | { readonly clear: number };

const scope = self as unknown as {
  onmessage: ((event: { data: Order }) => void) | null;
  postMessage(id: number): void;
};
const running = new Map<number, ReturnType<typeof setTimeout>>();

scope.onmessage = ({ data }) => {
  if ("clear" in data) {
    clearTimeout(running.get(data.clear));
    running.delete(data.clear);
    return;
  }
  running.set(
    data.set,
    setTimeout(() => {
      running.delete(data.set);
      scope.postMessage(data.set);
    }, data.ms),
  );
};
