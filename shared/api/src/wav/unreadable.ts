/** The file is none that can be read; the message is for people. */
export class UnreadableSound extends Error {
  constructor(message: string) {
    super(message);
    this.name = "UnreadableSound";
  }
}
