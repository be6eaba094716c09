import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeSpeech } from '../../../ports/speech.contract.ts';
import { systemClock } from '../switch/options.ts';
import { createEmbeddedSpeech } from './index.ts';
import { readWav, toTelephone } from './wav.ts';

const logger = { debug: () => undefined, info: () => undefined, warn: jest.fn(), error: () => undefined };
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'liantai-speech-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describeSpeech('espeak-ng', async () => createEmbeddedSpeech({ folder: join(folder, 'a'), clock: systemClock, logger }));
describeSpeech('without the optional package', async () => createEmbeddedSpeech({ folder: join(folder, 'b'), clock: systemClock, logger, engine: { speak: () => Promise.reject(new Error('no package')), close: async () => undefined } }));

test('sentences differ, and are spoken once only', async () => {
  const speak = jest.fn(async () => new Uint8Array(44));
  const speech = createEmbeddedSpeech({ folder: join(folder, 'c'), clock: systemClock, logger, engine: { speak, close: async () => undefined } });
  const one = await speech.speak('一');
  expect(await speech.speak('二')).not.toBe(one);
  await speech.speak('一');
  expect(speak).toHaveBeenCalledTimes(2);
  expect(await readdir(join(folder, 'c'))).toHaveLength(2);
});

test('a second of speech is a second of telephone sound, and a tone above 4 kHz is gone', () => {
  const tone = (hz: number) => Int16Array.from({ length: 22_050 }, (_, i) => Math.round(10_000 * Math.sin((2 * Math.PI * hz * i) / 22_050)));
  const loud = (samples: Int16Array) => Math.sqrt(samples.reduce((sum, s) => sum + s * s, 0) / samples.length);
  const low = toTelephone({ rate: 22_050, samples: tone(1_000) });
  expect(low.length).toBe(8_000);
  expect(loud(low)).toBeGreaterThan(6_500);
  expect(loud(toTelephone({ rate: 22_050, samples: tone(5_500) }))).toBeLessThan(150);
});

test('what espeak-ng says of a long sentence lasts longer than of a short one', async () => {
  const speech = createEmbeddedSpeech({ folder: join(folder, 'a'), clock: systemClock, logger });
  const length = async (text: string) => readWav(await readFile(await speech.speak(text))).samples.length / 8_000;
  expect(await length('您好，欢迎致电联台，正在为您转接人工客服，请稍候。')).toBeGreaterThan((await length('您好')) + 2);
  await speech.close();
});
