import { revealer } from "./index.ts";

const here = { address: "127.0.0.1", headers: {} };

test("without LIANTAI_E2E nobody sees a code, wherever the server listens", () => {
  expect(revealer(undefined)(here)).toBe(false);
  expect(revealer({ enabled: false, host: "127.0.0.1" })(here)).toBe(false);
});

test.each([
  "0.0.0.0",
  "::",
  "192.168.1.5",
  "console.example.com",
  "127.0.0.1.example.com",
  "localhost.example.com",
  "",
])("LIANTAI_E2E with HOST %p stops the start", (host) => {
  expect(() => revealer({ enabled: true, host })).toThrow(/^LIANTAI_E2E /);
});

test("LIANTAI_E2E with PUBLIC_URL stops the start: a proxy before a loopback address is the world", () => {
  expect(() => revealer({ enabled: true, host: "127.0.0.1", publicUrl: "https://console.example.com" })).toThrow(
    /^LIANTAI_E2E /,
  );
});

test.each(["127.0.0.1", "::1", "[::1]", "localhost"])(
  "with HOST %p the code is shown to loopback peers, never to a forwarded request",
  (host) => {
    const mayReveal = revealer({ enabled: true, host });
    expect(mayReveal(here)).toBe(true);
    expect(mayReveal({ ...here, address: "::ffff:127.0.0.1" })).toBe(true);
    expect(mayReveal({ ...here, address: "192.168.1.5" })).toBe(false);
    for (const name of ["x-forwarded-for", "forwarded", "via", "x-real-ip"])
      expect(mayReveal({ ...here, headers: { [name]: "127.0.0.1" } })).toBe(false);
  },
);
