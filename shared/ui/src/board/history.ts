/** What was drawn, step by step: undone and done again. What is typed into one place without a pause is one step. */

export interface Board<Design> {
  readonly past: readonly Design[];
  readonly now: Design;
  readonly future: readonly Design[];
  readonly selected: string | undefined;
  /** The place and time of the last step. */
  readonly last: { readonly place: string; readonly at: number } | undefined;
}

export type Move<Design> =
  | {
      readonly do: "edit";
      readonly edit: (design: Design) => Design;
      /** Steps of one place follow each other as one. */
      readonly place?: string;
      readonly at?: number;
      /** Chosen afterwards; null: nothing. */
      readonly select?: string | null;
    }
  | { readonly do: "select"; readonly id: string | undefined }
  | { readonly do: "undo" | "redo" }
  | { readonly do: "load"; readonly design: Design };

const pauseMs = 1_000;

export const boardOf = <Design>(now: Design): Board<Design> => ({
  past: [],
  now,
  future: [],
  selected: undefined,
  last: undefined,
});

/** `has`: whether what is chosen still stands there. `mostSteps`: how many can be taken back. */
export const history =
  <Design>(has: (design: Design, id: string) => boolean, mostSteps = 200) =>
  (board: Board<Design>, move: Move<Design>): Board<Design> => {
    const still = (design: Design, id: string | undefined): string | undefined =>
      id !== undefined && has(design, id) ? id : undefined;
    switch (move.do) {
      case "load":
        return boardOf(move.design);
      case "select":
        return { ...board, selected: move.id };
      case "undo": {
        const before = board.past.at(-1);
        if (!before) return board;
        return {
          ...{ past: board.past.slice(0, -1), now: before, future: [board.now, ...board.future] },
          ...{ selected: still(before, board.selected), last: undefined },
        };
      }
      case "redo": {
        const [next, ...future] = board.future;
        if (!next) return board;
        return {
          ...{ past: [...board.past, board.now], now: next, future },
          ...{ selected: still(next, board.selected), last: undefined },
        };
      }
      case "edit": {
        const now = move.edit(board.now);
        if (now === board.now) return board;
        const { place, at = 0, select } = move;
        const goesOn = place !== undefined && board.last?.place === place && at - board.last.at < pauseMs;
        return {
          past: goesOn ? board.past : [...board.past, board.now].slice(-mostSteps),
          now,
          future: [],
          selected: still(now, select === undefined ? board.selected : (select ?? undefined)),
          last: place === undefined ? undefined : { place, at },
        };
      }
    }
  };
