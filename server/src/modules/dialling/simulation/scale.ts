/**
 * How a large task is simulated as a small one. Of more agents than `mostAgents` the floor has as many, and the list its part of the
 * numbers: pacing gains little beyond. A longer list than the floor dials in a second of computing is cut, and what its numbers wait
 * between two calls is shortened alike, so that new and returning numbers meet as in the whole list.
 */
export interface Scale {
  readonly agents: number;
  readonly numbers: number;
  /** The whole floor is so many of this one. */
  readonly floors: number;
  /** The whole time is so many of this one. */
  readonly times: number;
}

const mostAgents = 40;
/** Numbers an agent: what a decision costs grows with the agents. */
const mostNumbers = { plain: 4_000, predictive: 2_000 } as const;

export function scaleOf(agents: number, numbers: number, predictive: boolean): Scale {
  const floors = Math.max(1, agents / mostAgents);
  const ofFloor = Math.max(1, Math.round(numbers / floors));
  const kept = Math.min(ofFloor, predictive ? mostNumbers.predictive : mostNumbers.plain);
  return {
    agents: Math.max(1, Math.round(agents / floors)),
    numbers: numbers === 0 ? 0 : kept,
    floors: numbers === 0 ? 1 : numbers / ofFloor,
    times: ofFloor / kept,
  };
}
