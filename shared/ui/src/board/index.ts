/**
 * What drawing boards share (forms, flows of orders, flows of calls): steps back, the head, what is asked before a drawing is left or
 * laid over another's, differences in words, and the inputs of property panels. A bundle of its own, loaded with the screens that draw.
 */
export { BoardHead, type BoardFault } from "./board-head.tsx";
export { BoardQuestions } from "./board-questions.tsx";
export { Differences, type Difference } from "./differences.tsx";
export { boardOf, history, type Board, type Move } from "./history.ts";
export {
  nameAmong,
  namedPairs,
  PanelNumber,
  PanelSelect,
  PanelSwitch,
  PanelText,
  pendingPairs,
  type InputProps,
  type Pairs,
} from "./inputs.tsx";
export { OpenBoard } from "./open-board.tsx";
