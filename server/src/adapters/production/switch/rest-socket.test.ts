import { RestSocket } from "./rest-socket.ts";

const patienceMs = 5_000;

/** A connection, and what was asked on it. */
function connection() {
  const asked: string[] = [];
  let ended = 0;
  return {
    asked,
    ended: () => ended,
    ws: {
      send: (text: unknown) => void asked.push((JSON.parse(String(text)) as { request_id: string }).request_id),
      terminate: () => void (ended += 1),
    },
  };
}

const answer = (id: string) => ({ type: "RESTResponse", request_id: id, status_code: 200 }) as const;
const failed = (asked: Promise<unknown>) =>
  asked.then(
    () => "",
    (error: Error) => error.message,
  );

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test("a connection on which nothing is answered is ended, and each request on it fails once", async () => {
  const rest = new RestSocket(patienceMs);
  const { ws, asked, ended } = connection();
  const answered = rest.ask(ws, "GET", "channels/a");
  rest.answered(answer(asked[0]!));
  expect(await answered).toEqual({ status: 200, text: "" });
  const first = failed(rest.ask(ws, "POST", "channels/externalMedia?channelId=c"));
  jest.advanceTimersByTime(1_000);
  const second = failed(rest.ask(ws, "DELETE", "bridges/b"));
  jest.advanceTimersByTime(3_999);
  expect(ended()).toBe(0);
  jest.advanceTimersByTime(1);
  expect([ended(), await first]).toEqual([1, "Asterisk: POST channels/externalMedia: no answer"]);
  rest.closed();
  expect(await second).toBe("Asterisk: DELETE bridges/b: the connection closed");
  jest.advanceTimersByTime(patienceMs);
  expect(ended()).toBe(1);
});

test("one that is slow with a long row of requests stays: others were answered meanwhile", async () => {
  const rest = new RestSocket(patienceMs);
  const { ws, asked, ended } = connection();
  const early = rest.ask(ws, "GET", "channels/a");
  const late = failed(rest.ask(ws, "GET", "channels/b"));
  jest.advanceTimersByTime(4_999);
  rest.answered(answer(asked[0]!));
  jest.advanceTimersByTime(1);
  expect([(await early).status, await late, ended()]).toEqual([200, "Asterisk: GET channels/b: no answer", 0]);
});
