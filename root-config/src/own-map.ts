/**
 * Which version of an app the session's enterprise has (docs/protocol.md H9). The page itself is everybody's: an app that some enterprises
 * have another version of waits for the session's own map, all others are loaded at once.
 */

/** appVersionFailed of the contract of 版本管理, which the page does not load. */
export const failurePath = "/pbx/api/v1/appVersion/failed";

/** ms; after them the app is loaded as everybody has it, and its own version is offered when it is known. */
export const patience = 3_000;

export interface OwnMapPorts {
  /** Apps that some enterprises have another version of, as the page says. */
  readonly trials: readonly string[];
  swappable(app: string): boolean;
  /** Asks for the session's map and takes it over; never throws. */
  check(): Promise<void>;
  after(ms: number, call: () => void): void;
}

export interface OwnMap {
  /** The page came with a session: what it said of trials holds. */
  begin(): void;
  /** Somebody signed in on this page, or the session is another one. */
  signedIn(): void;
  /** Resolves when this app may be loaded. */
  ready(app: string): Promise<void>;
}

export function createOwnMap({ trials, swappable, check, after }: OwnMapPorts): OwnMap {
  let asked: Promise<void> = Promise.resolve();
  let waits = (app: string): boolean => trials.includes(app);
  const ask = () => {
    asked = Promise.race([check(), new Promise<void>((resolve) => after(patience, resolve))]);
  };
  return {
    begin() {
      if (trials.length > 0) ask();
    },
    signedIn() {
      // What the page said when it came may be out by now.
      waits = swappable;
      ask();
    },
    ready: (app) => (waits(app) ? asked : Promise.resolve()),
  };
}
