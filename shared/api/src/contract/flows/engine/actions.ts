/** Steps of the track by number (realtime.md section 3). */
export const flowActions = {
  entered: 110,
  node: 111,
  play: 112,
  keys: 113,
  heard: 114,
  branch: 115,
  variable: 116,
  ask: 117,
  transfer: 118,
  voicemail: 119,
  sms: 120,
  knowledge: 121,
  satisfaction: 122,
  intention: 123,
  left: 124,
  failed: 125,
  noRobot: 74,
} as const;
export type FlowAction = keyof typeof flowActions;
