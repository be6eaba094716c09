/** A meeting: a call about a room, whose members hear each other. Data only. */
import type { RoomInfo } from "../../../ports/engine.ts";

/** The pins stand with whoever is asked for them alone: a call is written down as it is. */
export type Meeting = Omit<RoomInfo, "hostPin" | "memberPin">;
