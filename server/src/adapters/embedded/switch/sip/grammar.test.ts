/** docs/protocol.md P13: a field read quickly is what sip.js' own grammar makes of it. */
import fc from "fast-check";
import { IncomingRequestMessage, LoggerFactory, Parser } from "sip.js/lib/core/index.js";
import { Grammar } from "sip.js/lib/grammar/index.js";
import { grammarOf, quickly, readQuickly, slowReadings } from "./grammar.ts";
import { fields, messages, plainMessages } from "./testing/torture.ts";

const logger = new LoggerFactory();
logger.builtinEnabled = false;
const read = (text: string) => Parser.parseMessage(text, logger.getLogger("test"));

/** With the library's grammar in its own place. */
function byLibrary<T>(run: () => T): T {
  Object.assign(Grammar, { parse: grammarOf });
  try {
    return run();
  } finally {
    readQuickly();
  }
}

beforeAll(() => readQuickly());
afterAll(() => void Object.assign(Grammar, { parse: grammarOf }));

const rules = Object.keys(fields);

test.each(rules)("P13 every field of the corpus is read as sip.js reads it: %s", (rule) => {
  for (const text of rules.flatMap((each) => fields[each]!)) {
    const quick = quickly(text, rule);
    if (quick !== undefined) expect({ text, parsed: quick }).toStrictEqual({ text, parsed: grammarOf(text, rule) });
  }
});

test("P13 and so is whatever becomes of them when characters are put in, taken out and exchanged", () => {
  const pieces = fc.constantFrom(
    ..."<>\";=:@.,*?&%'\\ \t09azZ_-+()[]/",
    "sip:",
    "sips:",
    ";tag=",
    ";lr",
    "25",
    "::1",
    "\u00e9",
  );
  const edit = fc.tuple(fc.nat(), fc.constantFrom("in", "out", "over"), pieces);
  const damaged = (text: string, edits: readonly (readonly [number, string, string])[]) =>
    edits.reduce((all, [at, what, piece]) => {
      const i = at % (all.length + 1);
      return what === "out"
        ? all.slice(0, i) + all.slice(i + 1)
        : all.slice(0, i) + piece + all.slice(i + (what === "over" ? 1 : 0));
    }, text);
  let quick = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...rules.flatMap((rule) => fields[rule]!.map((text) => ({ rule, text })))),
      fc.array(edit, { maxLength: 3 }),
      ({ rule, text }, edits) => {
        const field = damaged(text, edits).trim();
        const parsed = quickly(field, rule);
        if (parsed === undefined) return;
        quick += 1;
        expect({ field, parsed }).toStrictEqual({ field, parsed: grammarOf(field, rule) });
      },
    ),
    { numRuns: 6_000, seed: 20_261_122 },
  );
  // The property must have something to say.
  expect(quick).toBeGreaterThan(500);
});

test.each(messages)("P13 a whole message, %s, is what it is without us", (_what, text) => {
  const plain = (message: ReturnType<typeof read>) =>
    message && { ...message, ...(message instanceof IncomingRequestMessage ? { ruri: message.ruri } : {}) };
  expect(plain(read(text))).toStrictEqual(byLibrary(() => plain(read(text))));
});

test.each(plainMessages)("P13 of %s no field needs the library's grammar", (_what, text) => {
  const before = slowReadings();
  expect(read(text)).toBeDefined();
  expect(slowReadings() - before).toBe(0);
});
