/** Carries out swap plans: asks the server for its map, replaces entries, offers refreshes. */
import { planSwap, refreshDecision, versionOf, type Imports, type SwappableApp } from "./swap.ts";
import { inCallRefusal } from "./version.ts";

/** ms between two looks at the served map while the page is visible. */
export const pollInterval = 60_000;

export interface SwapApp extends SwappableApp {
  readonly name: string;
  /** Lets the container load the new version on its next mount. */
  reload(): void;
  /** Null for the light entries: a visitor is not bothered, the next visit has the new version. */
  readonly strip: { offer(press: () => string | null): void; withdrawOffer(): void } | null;
}

export interface SwapPorts {
  readonly apps: readonly SwapApp[];
  known(): Imports;
  fetchMap(): Promise<Imports>;
  replaceEntry(specifier: string, to: string): void;
  inCall(): boolean;
  shellChanged(): void;
  published(app: string, version: string): void;
  /** Development: take every new version at once when no call is active. */
  readonly eager: boolean;
}

/** Returns checkForSwap: safe to call at any time, checks never overlap. */
export function createSwapWatch(ports: SwapPorts): () => Promise<void> {
  let known = ports.known();
  let running: Promise<void> | null = null;
  let again: Promise<void> | null = null;
  const offered = new Map<string, string>();

  function refresh(app: SwapApp): string | null {
    if (refreshDecision(ports.inCall()) === "refuse") return inCallRefusal;
    offered.delete(app.name);
    app.reload();
    return null;
  }

  async function look(): Promise<void> {
    let served: Imports;
    try {
      served = await ports.fetchMap();
    } catch {
      return;
    }
    const plan = planSwap(known, served, ports.apps);
    if (plan.shellChanged) {
      ports.shellChanged();
      return;
    }
    for (const { app, to } of plan.replace) ports.replaceEntry(app.specifier, to);
    known = { ...known, ...served };
    for (const app of plan.current) {
      if (offered.delete(app.name)) app.strip?.withdrawOffer();
    }
    for (const { app, to } of plan.offer) {
      if (!app.strip || offered.get(app.name) === to) continue;
      if (ports.eager && refresh(app) === null) continue;
      offered.set(app.name, to);
      app.strip.offer(() => refresh(app));
      ports.published(app.name, versionOf(to));
    }
  }

  const check = (): Promise<void> => {
    if (!running) {
      running = look().finally(() => (running = null));
      return running;
    }
    // What is under way may have been answered before what this call is about.
    again ??= running.then(() => {
      again = null;
      return check();
    });
    return again;
  };
  return check;
}
