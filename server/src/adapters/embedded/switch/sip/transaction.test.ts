/** docs/protocol.md P18, after RFC 3261 section 17.2.3. */
import { IncomingRequestMessage, LoggerFactory, Parser } from "sip.js/lib/core/index.js";
import { transactionOf } from "./transaction.ts";

const loggers = new LoggerFactory();
loggers.builtinEnabled = false;

function read(method: string, via: string, cseq = 1): IncomingRequestMessage {
  const text = [
    `${method} sip:4001@liantai SIP/2.0`,
    `Via: SIP/2.0/WS ${via}`,
    "To: <sip:4001@liantai>",
    "From: <sip:ann@liantai>;tag=a",
    "Call-ID: c",
    `CSeq: ${cseq} ${method}`,
    "\r\n",
  ].join("\r\n");
  const message = Parser.parseMessage(text, loggers.getLogger("test"));
  if (!(message instanceof IncomingRequestMessage)) throw new Error("no request");
  return message;
}

test.each([
  ["the same again", "INVITE", "a.invalid;branch=z9hG4bK1", true],
  ["its CANCEL", "CANCEL", "a.invalid;branch=z9hG4bK1", true],
  ["its ACK after a refusal", "ACK", "A.invalid;branch=z9hG4bK1", true],
  ["another branch", "INVITE", "a.invalid;branch=z9hG4bK2", false],
  ["the same branch of another host", "INVITE", "b.invalid;branch=z9hG4bK1", false],
  ["the same branch of another port", "INVITE", "a.invalid:5070;branch=z9hG4bK1", false],
  ["the same branch of another method", "BYE", "a.invalid;branch=z9hG4bK1", false],
])("P18 %s", (_what, method, via, same) => {
  const first = transactionOf(read("INVITE", "a.invalid;branch=z9hG4bK1"));
  expect(transactionOf(read(method, via)) === first).toBe(same);
});

test("P18 a branch that says nothing is told apart by call and number", () => {
  for (const via of ["a.invalid", "a.invalid;branch=z9hG4bK", "a.invalid;branch=390skdjuw"]) {
    const first = transactionOf(read("OPTIONS", via, 1));
    expect(transactionOf(read("OPTIONS", via, 1))).toBe(first);
    expect(transactionOf(read("OPTIONS", via, 2))).not.toBe(first);
  }
});
