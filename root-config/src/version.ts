/**
 * The version check of realtime.md section 4: every 5 minutes the page compares its own script version with the
 * server's. Pure decision and a watch over injected ports.
 */

/** ms between two checks. */
export const checkInterval = 300_000;

export const inCallRefusal = "检测到当前正在通话，请结束通话后刷新页面！";

export interface VersionFacts {
  readonly own: string;
  readonly server: string;
  readonly inCall: boolean;
  readonly hidden: boolean;
}

export function decideVersion({ own, server, inCall, hidden }: VersionFacts): "same" | "reload" | "warn" {
  if (own === server || server === "") return "same";
  return !inCall && hidden ? "reload" : "warn";
}

/** The version in a page's text; '' when it has none (an error page, a proxy's answer). */
export function versionInPage(html: string): string {
  return /<meta name="app-version" content="([^"]*)">/.exec(html)?.[1] ?? "";
}

export interface VersionPorts {
  readonly own: string;
  /** The server's page text: GET /?versionTime=... A rejection is only logged (realtime.md section 8): the next check comes. */
  fetchPage(): Promise<string>;
  log(error: unknown): void;
  inCall(): boolean;
  hidden(): boolean;
  reload(): void;
  /** Shows (once) the sticky warning whose button calls press. */
  warn(press: () => void): void;
  /** Tells that a refresh was refused. */
  refuse(text: string): void;
  /** Calls every ms; returns the stop. */
  every(ms: number, call: () => void): () => void;
}

export interface VersionWatch {
  check(): Promise<void>;
  stop(): void;
}

export function watchVersion(ports: VersionPorts): VersionWatch {
  let warned = false;
  const press = () => (ports.inCall() ? ports.refuse(inCallRefusal) : ports.reload());
  async function check(): Promise<void> {
    let server: string;
    try {
      server = versionInPage(await ports.fetchPage());
    } catch (error) {
      ports.log(error);
      return;
    }
    const decision = decideVersion({ own: ports.own, server, inCall: ports.inCall(), hidden: ports.hidden() });
    if (decision === "reload") ports.reload();
    else if (decision === "warn" && !warned) {
      warned = true;
      ports.warn(press);
    }
  }
  const stop = ports.every(checkInterval, () => void check());
  return { check, stop };
}
