/** Why a link is not there, in the server's or the telephone's words: kept in the bar until it is there. */
import type { LinkState } from "@liantai/bus";
import type { AgentClientStore, Had } from "./ports.ts";

type Trouble = "cti" | "phone";

export class Troubles {
  private readonly store: Pick<AgentClientStore, "change">;
  private readonly notice: (text: string) => void;
  private why: Readonly<Record<Trouble, string>> | undefined;

  /** `notice`: told once a reason, however often it is tried again. */
  constructor(store: Pick<AgentClientStore, "change">, notice: (text: string) => void) {
    this.store = store;
    this.notice = notice;
  }

  begin(): void {
    this.why = { cti: "", phone: "" };
  }

  /** Nobody is signed in any more: what is heard late concerns nobody. */
  end(): void {
    this.why = undefined;
  }

  told(link: Trouble, why: string): void {
    if (!this.why || this.why[link] === why) return;
    this.why = { ...this.why, [link]: why };
    this.store.change({ trouble: this.why.cti || this.why.phone });
    if (why) this.notice(why);
  }

  /** What was asked of the server; why not is told. */
  had<T>(link: Trouble, had: Had<T>): T | undefined {
    if ("got" in had) return had.got;
    if (had.failure) this.told(link, had.failure);
    return undefined;
  }

  /** A browser without WebSocket: the CTI link's sentence stands in the bar, that of the messages is a notice. */
  noSockets(): void {
    this.told("cti", "Your browser does not support WebSocket");
    this.notice("您的浏览器不支持WebSocket");
  }

  linkIs(link: Trouble, state: LinkState): void {
    if (state === "up" || state === "off") this.told(link, "");
  }
}
