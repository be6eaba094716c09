// The same program for tests: espeak-ng draws the breath of some voices from the time of day, and here it is always the same moment, so
// that a sentence in a voice is the same sound each time and on every machine.
const moment = 0;
Date.now = () => moment;
await import("./espeak.mjs");
