/** 会议室: what the engine asks of rooms whose pins are guessed. */

export interface MeetingDoors {
  /** Whether the number is a standing member's. */
  isMember(compId: string, roomId: string, number: string): Promise<boolean>;
  /** For these minutes members alone come in with a pin: whoever answers for the room is told, and it is logged. wrong: pins there were. */
  shut(compId: string, roomId: string, wrong: number, minutes: number): Promise<void>;
}
