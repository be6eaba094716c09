/** Why a link is not there, in the server's or the telephone's words: kept in the bar until it is there. */
import type { LinkState } from "@liantai/bus";
import type { AgentClientStore, Had } from "./ports.ts";

type Trouble = "cti" | "phone";

export class Troubles {
  private readonly store: Pick<AgentClientStore, "change">;
  private why: Readonly<Record<Trouble, string>> | undefined;

  constructor(store: Pick<AgentClientStore, "change">) {
    this.store = store;
  }

  begin(): void {
    this.why = { cti: "", phone: "" };
  }

  /** Nobody is signed in any more: what is heard late concerns nobody. */
  end(): void {
    this.why = undefined;
  }

  /** true: it is news. */
  told(link: Trouble, why: string): boolean {
    if (!this.why || this.why[link] === why) return false;
    this.why = { ...this.why, [link]: why };
    this.store.change({ trouble: this.why.cti || this.why.phone });
    return true;
  }

  /** What was asked of the server; why not is told. */
  had<T>(link: Trouble, had: Had<T>): T | undefined {
    if ("got" in had) return had.got;
    if (had.failure) this.told(link, had.failure);
    return undefined;
  }

  /** A browser without WebSocket: the CTI link's sentence stands in the bar, that of the messages is a notice. */
  noSockets(notice: (text: string) => void): void {
    this.told("cti", "Your browser does not support WebSocket");
    notice("您的浏览器不支持WebSocket");
  }

  linkIs(link: Trouble, state: LinkState): void {
    if (state === "up" || state === "off") this.told(link, "");
  }
}
