/**
 * One app's place on the page. single-spa decides when an app is wanted; the container brings the app there and keeps
 * what goes wrong inside: a load that fails or takes over 120 s (console.md section 2), a mount that throws, a crash
 * while drawing. single-spa itself only ever sees a container that mounts at once, so one slow app never holds up the
 * routing of the others.
 */

export interface AppProps {
  readonly name: string;
  readonly domElement: HTMLElement;
  onCrash(error: unknown): void;
}

type Step = (props: AppProps) => Promise<unknown>;

export interface AppModule {
  readonly bootstrap: Step | readonly Step[];
  readonly mount: Step | readonly Step[];
  readonly unmount: Step | readonly Step[];
}

export interface LoadedApp {
  readonly app: AppModule;
  /** The address that the bundle came from. */
  readonly url: string;
}

export interface Failure {
  readonly kind: "load" | "timeout" | "crash";
  /** Shown to the person and reported with the error. */
  readonly id: string;
  retry(): void;
}

export interface ContainerView {
  loading(): void;
  /** A new empty element for the app to draw in; what was there before is gone. */
  stage(): HTMLElement;
  failed(failure: Failure): void;
  clear(): void;
}

export interface ContainerPorts {
  /** Imports the app as the import map has it now. */
  load(): Promise<LoadedApp>;
  /** Lets the next load fetch again what failed or was replaced. */
  forget(): void;
  /** Calls back after ms; returns the cancel. */
  after(ms: number, call: () => void): () => void;
  report(error: unknown, id: string): void;
  /** What was loaded, or could not be, is no good. */
  failed(): void;
  newId(): string;
  readonly view: ContainerView;
}

export interface Container {
  activate(): void;
  deactivate(): void;
  /** Takes the app down and brings up what the import map names now. */
  reload(): void;
  /** The network is back: what could not be loaded is tried again. A crash is no matter of the network. */
  reconnect(): void;
  /** Address of the version that is on the page, null when none is. */
  runningUrl(): string | null;
}

/** ms; a screen that takes longer to load is reported as a load failure. */
export const loadLimit = 120_000;

/** ms; an app that does not say that it is down by then is left to the collector. */
const stopLimit = 5_000;

class LoadTimeout extends Error {}

async function run(step: Step | readonly Step[], props: AppProps): Promise<void> {
  for (const one of Array.isArray(step) ? (step as readonly Step[]) : [step as Step]) await one(props);
}

/** Rejects with LoadTimeout when the work is not done by then. */
function limited<T>(name: string, { after }: ContainerPorts, work: Promise<T>, limit: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = after(limit, () => reject(new LoadTimeout(`${name} was not done after ${limit} ms`)));
    work.then(resolve, reject).finally(cancel);
  });
}

export function createContainer(name: string, ports: ContainerPorts): Container {
  let wanted = false;
  let generation = 0;
  let brokenGeneration = -1;
  let brokenBy: Failure["kind"] | undefined;
  let live: { generation: number; app: AppModule; props: AppProps; url: string } | null = null;
  let settling = false;

  const within = <T>(work: Promise<T>, limit = loadLimit) => limited(name, ports, work, limit);

  /** What nobody looks at any more is forgotten: it begins anew when it is opened again. */
  function forget(): void {
    ports.forget();
    generation += 1;
  }

  function retry(): void {
    forget();
    void settle();
  }

  function fail(error: unknown, kind: Failure["kind"]): void {
    const id = ports.newId();
    ports.report(error, id);
    ports.failed();
    if (!wanted) return forget();
    [brokenGeneration, brokenBy] = [generation, kind];
    ports.view.failed({ kind, id, retry });
  }

  async function begin(at: number): Promise<void> {
    ports.view.loading();
    let mounting = false;
    try {
      const { app, url } = await within(ports.load());
      if (!wanted || at !== generation) return;
      const props: AppProps = { name, domElement: ports.view.stage(), onCrash: (error) => crashed(at, error) };
      mounting = true;
      live = { generation: at, app, props, url };
      await run(app.bootstrap, props);
      await within(run(app.mount, props));
    } catch (error) {
      if (at === generation) fail(error, error instanceof LoadTimeout ? "timeout" : mounting ? "crash" : "load");
    }
  }

  function crashed(at: number, error: unknown): void {
    if (at !== generation || brokenGeneration === generation) return;
    fail(error, "crash");
    // Called while React draws: taking the root down there is not allowed.
    queueMicrotask(() => void settle());
  }

  async function end(): Promise<void> {
    const ended = live!;
    live = null;
    try {
      await within(run(ended.app.unmount, ended.props), stopLimit);
    } catch (error) {
      ports.report(error, ports.newId());
    }
    if (brokenGeneration !== generation) ports.view.clear();
  }

  async function settle(): Promise<void> {
    if (settling) return;
    settling = true;
    try {
      for (;;) {
        const broken = brokenGeneration === generation;
        if (live && (!wanted || broken || live.generation !== generation)) await end();
        else if (!live && wanted && !broken) await begin(generation);
        else break;
      }
    } finally {
      settling = false;
    }
  }

  return {
    activate() {
      wanted = true;
      void settle();
    },
    deactivate() {
      wanted = false;
      if (brokenGeneration === generation) forget();
      ports.view.clear();
      void settle();
    },
    reload() {
      generation += 1;
      void settle();
    },
    reconnect() {
      if (wanted && brokenGeneration === generation && brokenBy !== "crash") retry();
    },
    runningUrl: () => live?.url ?? null,
  };
}
