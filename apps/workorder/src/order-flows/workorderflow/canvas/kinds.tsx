import type { NodeKind } from "@liantai/api/contract/workorder";
import { CircleCheck, CirclePlay, GitBranch, type LucideIcon, Network, UserRound, UsersRound } from "lucide-react";

export const kindIcons: Readonly<Record<NodeKind, LucideIcon>> = {
  start: CirclePlay,
  task: UserRound,
  gateway: GitBranch,
  countersign: UsersRound,
  subOrder: Network,
  end: CircleCheck,
};

export const kindPalettes: Readonly<Record<NodeKind, string>> = {
  start: "green",
  task: "blue",
  gateway: "orange",
  countersign: "purple",
  subOrder: "teal",
  end: "gray",
};
