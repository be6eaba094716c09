/** What is played to one leg: clips in a row sent to its audio socket, a little ahead of the ear. */
import { FRAME } from "../../embedded/switch/media/g711.ts";
import type { Player } from "../../embedded/switch/media/player.ts";
import type { Ari } from "./ari.ts";
import { AudioSocket } from "./audio-socket.ts";

/** Frames of one piece, and how many pieces lie in Asterisk unheard: a second each. */
const PIECE = 50;
const AHEAD = 2;

export class Speaker {
  private readonly socket: AudioSocket;
  private readonly finished: (player: Player) => void;
  private player: Player | undefined;
  /** Grows with every change of what is played, so that a mark of what is thrown away means nothing. */
  private turn = 0;

  private constructor(socket: AudioSocket, finished: (player: Player) => void) {
    this.socket = socket;
    this.finished = finished;
  }

  /** `finished`: the last sample of a player has left. */
  static async open(ari: Ari, finished: (player: Player) => void): Promise<Speaker> {
    const marks: { heard?: (id: string) => void } = {};
    const speaker = new Speaker(
      await AudioSocket.connect(ari, "speaker", { marked: (id) => marks.heard?.(id) }),
      finished,
    );
    marks.heard = (id) => speaker.heard(id);
    return speaker;
  }

  get channel(): string {
    return this.socket.channel;
  }

  /** Undefined: silence. The same player goes on. */
  play(player: Player | undefined): void {
    if (player === this.player) return;
    if (this.player) this.socket.flush();
    this.player = player;
    this.turn++;
    for (let n = 0; n < AHEAD; n++) this.sendPiece();
  }

  close(): Promise<void> {
    this.player = undefined;
    return this.socket.close();
  }

  /** Nothing is said to Asterisk but that the socket is gone. */
  letGo(): void {
    this.player = undefined;
    this.socket.letGo();
  }

  private sendPiece(): void {
    const { player } = this;
    if (!player || player.done) return;
    const piece = new Uint8Array(PIECE * FRAME);
    let filled = 0;
    while (filled < piece.length && !player.done) {
      player.next(piece.subarray(filled, filled + FRAME));
      filled += FRAME;
    }
    this.socket.send(piece.subarray(0, filled));
    this.socket.mark(`${this.turn}/${player.done ? "last" : "more"}`);
  }

  private heard(mark: string): void {
    const [turn, which] = mark.split("/");
    const { player } = this;
    if (!player || Number(turn) !== this.turn) return;
    if (which === "more") return this.sendPiece();
    this.player = undefined;
    this.finished(player);
  }
}
