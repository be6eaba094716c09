/* global AudioWorkletProcessor, registerProcessor */
// What the microphone brings, in pieces of 1,024 samples of the page's own rate. As it is: it is loaded by itself, beside the bundle.
class Microphone extends AudioWorkletProcessor {
  piece = new Float32Array(1_024);
  at = 0;

  process([[channel]]) {
    for (const sample of channel ?? []) {
      this.piece[this.at++] = sample;
      if (this.at < this.piece.length) continue;
      this.port.postMessage(this.piece, [this.piece.buffer]);
      this.piece = new Float32Array(1_024);
      this.at = 0;
    }
    return true;
  }
}
registerProcessor("microphone", Microphone);
