/** What docs/integrators.md tells who follows it word for word. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { interfaceHeaders, interfaceLimits } from "@liantai/api/contract/admin";
import { headersOf, sampleOf, signatureOf } from "./payload.ts";

const text = readFileSync(join(__dirname, "../../../../docs/integrators.md"), "utf8");
const examples = [...text.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json]) => JSON.parse(json!) as object);

test("the headers of what is sent, and how it is signed", () => {
  for (const name of Object.values(interfaceHeaders)) expect(text).toContain(`| ${name} |`);
  const [, ...formula] = /HMAC-SHA256\(signing key, (timestamp) \+ "(\.)" \+ (body)/.exec(text)!;
  expect(formula).toEqual(["timestamp", ".", "body"]);
  const sent = headersOf("d", "ended", 1_767_225_600_999, "{}", "a-secret-of-sixteen");
  expect(sent[interfaceHeaders.timestamp]).toBe("1767225600");
  expect(sent[interfaceHeaders.signature]).toBe(signatureOf("a-secret-of-sixteen", "1767225600", "{}"));
  expect(text).toContain(`(${interfaceLimits.tries} at most)`);
});

test("D56 the examples have the fields that are sent", () => {
  const fields = (given: object) => Object.keys(given).sort();
  const [message, number] = examples as { message?: object; number?: object }[];
  expect(fields(message!.message!)).toEqual(fields(sampleOf("sms")!.full));
  expect(fields(number!.number!)).toEqual(fields(sampleOf("task.numberDone")!.full));
});
