/** showAgentIds and hideAgentIds (C11): states of other seats, live, on this link. */
import { ctiMaxLine, fieldError } from "@liantai/api/contract";
import type { AgentPull, FollowedSeats, LiveAgent } from "@liantai/api/contract/admin";
import type { Caller } from "../../../http/routes.ts";
import type { CommandReply } from "../../../ports/engine.ts";
import type { Follower, MonitorModule } from "../../monitor/index.ts";
import type { Link } from "./link.ts";

export type Watches = MonitorModule["watches"];

/** Encoded a row grows to about twice its length; with room for the rest of the line. */
const partLength = Math.floor(ctiMaxLine / 3);

/** Rows of one line each. */
export function linesOf(agents: readonly LiveAgent[]): string[] {
  const lines: string[] = [];
  let line = "";
  for (const agent of agents) {
    const row = JSON.stringify(agent);
    if (line !== "" && encodeURIComponent(line).length + encodeURIComponent(row).length > partLength * 2) {
      lines.push(`[${line}]`);
      line = "";
    }
    line = line === "" ? row : `${line},${row}`;
  }
  return line === "" && lines.length > 0 ? lines : [...lines, `[${line}]`];
}

class LinkFollower implements Follower {
  readonly #link: Link;
  wanted: FollowedSeats = [];

  constructor(link: Link) {
    this.#link = link;
  }

  get caller(): Caller {
    const { caller } = this.#link;
    if (!caller) throw new Error("nobody has signed in on this link");
    return caller;
  }

  pull({ full, agents, desc }: AgentPull): boolean {
    if (!this.#link.keepsUp) return false;
    linesOf(agents).forEach((json, part) =>
      this.#link.event("agentStates", { full: full && part === 0 ? "1" : "0", json, ...(desc ? { desc } : {}) }),
    );
    return true;
  }
}

export class Showing {
  readonly #watches: Watches;
  readonly #followers = new Map<Link, LinkFollower>();

  constructor(watches: Watches) {
    this.#watches = watches;
  }

  /** agentIds: work numbers between commas, or *. Answers with those that are shown from now on. */
  async show(link: Link, agentIds: string | undefined): Promise<CommandReply> {
    const asked = seatsOf(agentIds);
    if (!asked || !link.caller) return wrong;
    const follower = this.#followers.get(link) ?? new LinkFollower(link);
    const { wanted } = follower;
    const next = asked === "*" || wanted === "*" ? "*" : [...new Set([...wanted, ...asked])];
    const granted = await this.#watches.granted(follower, next);
    if (granted.length === 0) return { code: -403, msg: "没有查看坐席状态的权限" };
    follower.wanted = next;
    this.#followers.set(link, follower);
    this.#watches.subscribe(follower, next);
    return answer(granted);
  }

  async hide(link: Link, agentIds: string | undefined): Promise<CommandReply> {
    const asked = seatsOf(agentIds);
    if (!asked) return wrong;
    const follower = this.#followers.get(link);
    if (!follower) return answer([]);
    const gone = new Set(asked);
    const shown = asked === "*" ? [] : await this.#watches.granted(follower, follower.wanted);
    const left = shown.filter((agentId) => !gone.has(agentId));
    if (left.length === 0) this.drop(link);
    else {
      follower.wanted = left;
      this.#watches.subscribe(follower, left);
    }
    return answer(left);
  }

  /** Its caller is another now. */
  again(link: Link): void {
    const follower = this.#followers.get(link);
    if (follower) this.#watches.again(follower);
  }

  drop(link: Link): void {
    const follower = this.#followers.get(link);
    if (!follower) return;
    this.#followers.delete(link);
    this.#watches.unsubscribe(follower);
  }
}

const wrong: CommandReply = { code: -400, msg: fieldError("agentIds") };

function seatsOf(text: string | undefined): FollowedSeats | undefined {
  if (text === "*") return "*";
  const ids = text?.split(",") ?? [];
  return ids.length > 0 && ids.every((id) => /^\d{1,10}$/.test(id)) ? ids : undefined;
}

/** As many as a line holds; `count` says how many they are. */
const answer = (agentIds: readonly string[]): CommandReply => ({
  code: 1,
  fields: { agentIds: agentIds.slice(0, 1_000).join(), count: String(agentIds.length) },
});
