// A program of its own (GPL-3.0-or-later, as espeak-ng is): a sentence comes in over the channel of its parent, a WAV file goes
// out, one after the other. It ends with its parent.
//   in   { id, text }
//   out  { id, wav } | { id, failed, missing }   missing: espeak-ng is not installed
let engine;
let queue = Promise.resolve();

async function speak(text) {
  engine ??= import("espeak-ng");
  const { default: start } = await engine;
  // espeak-ng writes its file and keeps no state: a new instance a sentence. '--' ends the options: text is never one.
  const espeak = await start({
    arguments: ["-v", "cmn", "-w", "out.wav", "--", text],
    print: () => undefined,
    printErr: () => undefined,
  });
  return espeak.FS.readFile("out.wav");
}

process.on("message", ({ id, text }) => {
  queue = queue.then(() =>
    speak(text).then(
      (wav) => process.send({ id, wav }),
      (error) => process.send({ id, failed: String(error), missing: error?.code === "ERR_MODULE_NOT_FOUND" }),
    ),
  );
});
process.on("disconnect", () => process.exit(0));
