/** A meeting: a call about a room, whose members hear each other. Data only. */
export interface Meeting {
  readonly roomId: string;
  readonly name: string;
  /** What is dialled to come in. */
  readonly code: string;
  readonly max: number;
  /** Members are heard only when a host lets them; hosts always. */
  readonly enterMuted: boolean;
  /** Whoever is there hears that somebody comes or goes. */
  readonly tone: boolean;
  /** Music until a host is there. */
  readonly waitForHost: boolean;
  readonly record: boolean;
  /** '': none. Asked of who dials in and is neither known nor a host. */
  readonly hostPin: string;
  readonly memberPin: string;
}
