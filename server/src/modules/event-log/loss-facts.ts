/** Facts of devices: lost and back, and a talk that goes on at another one. */
import type { DeviceKind } from "@liantai/api/contract";

export type LossFact =
  | { readonly type: "agentLost"; readonly agentId: string }
  | { readonly type: "agentBack"; readonly agentId: string }
  | { readonly type: "mediaMoved"; readonly agentId: string }
  | { readonly type: "deviceMoved"; readonly agentId: string; readonly to: DeviceKind }
  | { readonly type: "callerLost" }
  | { readonly type: "callerBack" };
