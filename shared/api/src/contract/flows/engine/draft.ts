/** A copy of a state, to be changed by one step. The records on it are still those of the state before. */
import type { FlowState } from "./session.ts";

export type Draft = { -readonly [K in keyof FlowState]: FlowState[K] };

/** By name, which is quicker than a spread of so many; what few calls have comes after. */
export function draftOf(state: FlowState): Draft {
  const draft = usual(state);
  const { links, noLine, prompts, interfaceMs, loads, masks } = state;
  if (links) draft.links = links;
  if (noLine) draft.noLine = noLine;
  if (prompts) draft.prompts = prompts;
  if (interfaceMs) draft.interfaceMs = interfaceMs;
  if (loads) draft.loads = loads;
  if (masks) draft.masks = masks;
  return draft;
}

const usual = (state: FlowState): Draft => ({
  flowId: state.flowId,
  versionId: state.versionId,
  frames: state.frames,
  vars: state.vars,
  secret: state.secret,
  counts: state.counts,
  local: state.local,
  open: state.open,
  playing: state.playing,
  cut: state.cut,
  draw: state.draw,
  made: state.made,
  steps: state.steps,
  hungUp: state.hungUp,
  over: state.over,
  recordingPaused: state.recordingPaused,
  unrecorded: state.unrecorded,
});
