import { WebSocketInterface } from 'jssip';

/**
 * JsSIP's socket with a way to leave quietly. JsSIP sends BYE and un-REGISTER when it stops; a tab that lost the media to
 * another tab must not, or it would end a call that goes on there.
 */
export class SilentSocket extends WebSocketInterface {
  private quiet = false;

  silence(): void {
    this.quiet = true;
  }

  override send(message: string | ArrayBufferLike | Blob | ArrayBufferView): boolean {
    return this.quiet ? true : super.send(message);
  }
}
