// A program of its own (GPL-3.0-or-later, as espeak-ng is): a sentence comes in over the channel of its parent, a WAV file goes
// out, one after the other. It ends with its parent.
//   in   { id, text, how? }   how: { voice, speed, volume, pitch }: 'cmn' or a variant of it ('cmn+f2'), per cent of 175 words a
//                             minute (50 to 200), per cent of the usual loudness (0 to 100), 0 to 100 (50: the voice's own)
//   out  { id, wav } | { id, failed, missing }   missing: espeak-ng is not installed
let engine;
let queue = Promise.resolve();

const usual = { voice: "cmn", speed: 100, volume: 100, pitch: 50 };
const within = (value, min, max) => String(Math.round(Math.min(max, Math.max(min, Number(value)))));

/** What differs from the usual alone: nothing else can come from whoever asks. */
function options({ voice, speed, volume, pitch }) {
  return [
    ...["-v", /^cmn(\+[A-Za-z0-9]{1,12})?$/.test(voice) ? voice : usual.voice],
    ...(speed === usual.speed ? [] : ["-s", within((175 * speed) / 100, 88, 350)]),
    ...(volume === usual.volume ? [] : ["-a", within(volume, 0, 100)]),
    ...(pitch === usual.pitch ? [] : ["-p", within(pitch, 0, 99)]),
  ];
}

async function speak(text, how) {
  engine ??= import("espeak-ng");
  const { default: start } = await engine;
  // espeak-ng writes its file and keeps no state: a new instance a sentence. '--' ends the options: text is never one.
  const espeak = await start({
    arguments: [...options({ ...usual, ...how }), "-w", "out.wav", "--", text],
    print: () => undefined,
    printErr: () => undefined,
  });
  return espeak.FS.readFile("out.wav");
}

process.on("message", ({ id, text, how }) => {
  queue = queue.then(() =>
    speak(text, how).then(
      (wav) => process.send({ id, wav }),
      (error) => process.send({ id, failed: String(error), missing: error?.code === "ERR_MODULE_NOT_FOUND" }),
    ),
  );
});
process.on("disconnect", () => process.exit(0));
