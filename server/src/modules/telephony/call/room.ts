/** A meeting: a call about a room, whose members hear each other. Data only. */
import type { RoomInfo } from "../../../ports/engine.ts";

export type Meeting = RoomInfo;
