/**
 * What predictive dialling is compared with: a level that is adapted to a drop limit, as VICIdial's manager manual describes its
 * method ADAPT_HARD_LIMIT with Available Only Tally and its usual Maximum Level of 3. Our reading of the description; no line of it
 * is VICIdial's. Every 15 s the level is multiplied by one plus the agents who waited on average (less the calls that did) over all
 * agents; it is at least 1, and 1 while more than the limit was abandoned. In flight are at most the level times the idle agents. Of
 * the variants tried (level over idle and talking agents, slower steps, a tenth down in place of the hard limit) this one talks most
 * with 5 and 10 agents.
 */
import type { Pacer } from "./floor.ts";

const adaptsEveryMs = 15_000;
const level = { least: 1, most: 3 } as const;

export function adaptiveLevel(dropLimit: number): Pacer {
  let now: number = level.least;
  let [answered, abandoned] = [0, 0];
  let [samples, difference, adaptedAt] = [0, 0, 0];
  const adapt = (at: number, agents: number): void => {
    const waited = samples > 0 ? difference / samples / agents : 0;
    const over = answered > 0 && abandoned / answered > dropLimit;
    now = over ? level.least : Math.min(level.most, Math.max(level.least, now * (1 + waited)));
    [samples, difference, adaptedAt] = [0, 0, at];
  };
  return {
    want({ now: at, agents, inFlight, waiting }) {
      const idle = agents.reduce((sum, { state }) => sum + (state === "idle" ? 1 : 0), 0);
      samples++;
      difference += idle - waiting;
      if (at - adaptedAt >= adaptsEveryMs) adapt(at, Math.max(1, agents.length));
      return Math.max(0, Math.floor(now * idle) - inFlight.length - waiting);
    },
    observe({ type }) {
      if (type === "answeredByPerson") answered++;
      if (type === "abandoned") abandoned++;
    },
  };
}
