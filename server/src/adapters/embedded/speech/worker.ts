/** The thread that speaks: espeak-ng in WASM keeps a processor busy for 100 ms a sentence, which the event loop cannot spare. */
import { readSamples, writeWav } from "@liantai/api/wav";
import { telephoneRate, toTelephone } from "../../../audio/telephone.ts";
import { answer } from "../thread.ts";

interface Espeak {
  readonly FS: { readFile(path: string): Uint8Array };
}
type Start = (options: {
  readonly arguments: readonly string[];
  print: () => void;
  printErr: () => void;
}) => Promise<Espeak>;

answer(async (text: string): Promise<Uint8Array> => {
  // The package is optional (GPL-3.0): its name is no import that a build could want to follow.
  const name: string = "espeak-ng";
  const { default: start } = (await import(name)) as { default: Start };
  // espeak-ng writes its file and keeps no state: a new instance a sentence. '--' ends the options: text is never one.
  const espeak = await start({
    arguments: ["-v", "cmn", "-w", "out.wav", "--", text],
    print: () => undefined,
    printErr: () => undefined,
  });
  return writeWav(toTelephone(readSamples(espeak.FS.readFile("out.wav"))), telephoneRate);
});
