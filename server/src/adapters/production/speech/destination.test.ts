import type { Resolve } from "../../../outward/resolving.ts";
import { destinationOf } from "./destination.ts";

const names: Record<string, readonly string[]> = {
  "public.example.com": ["8.8.8.8"],
  "inside.example.com": ["10.0.0.5"],
  "both.example.com": ["8.8.8.8", "127.0.0.1"],
  "metadata.example.com": ["169.254.169.254"],
};
let asked = 0;
const resolve: Resolve = async (host) => {
  asked += 1;
  return (names[host] ?? []).map((address) => ({ address, family: 4 }));
};
const where = (address: string, allowsPrivate = false) =>
  destinationOf({ address, allowsPrivate }, ["ws", "wss"], resolve).then(
    ({ to }) => to.address,
    (error: { reason: string }) => error.reason,
  );

test("Y8 a public address, by name or not; the name is asked once", async () => {
  asked = 0;
  expect(await where("wss://public.example.com:10095")).toBe("8.8.8.8");
  expect(asked).toBe(1);
  expect(await where("ws://114.114.114.114:2700")).toBe("114.114.114.114");
});

test("Y8 inside networks and this machine only where the row allows it", async () => {
  for (const address of ["ws://inside.example.com", "ws://127.0.0.1:2700", "ws://[fd00::1]:2700", "ws://100.64.0.1"]) {
    expect(await where(address)).toContain("允许内网地址");
    expect(await where(address, true)).toMatch(/^(10\.0\.0\.5|127\.0\.0\.1|fd00::1|100\.64\.0\.1)$/);
  }
  expect(await where("ws://both.example.com")).toContain("允许内网地址");
});

test("Y8 link-local addresses, and what is mapped or translated, never", async () => {
  for (const address of [
    "ws://metadata.example.com",
    "ws://169.254.169.254",
    "ws://[fe80::1]",
    "ws://[::ffff:127.0.0.1]",
    "ws://[64:ff9b::7f00:1]",
    "ws://0.0.0.0",
    "ws://224.0.0.1",
  ])
    expect(await where(address, true)).toContain("保留网段");
});

test("Y8 no other scheme, no account in it, a name that is nobody's", async () => {
  expect(await where("http://public.example.com")).toContain("ws或wss");
  expect(await where("file:///etc/passwd")).toContain("ws或wss");
  expect(await where("nothing")).toContain("ws或wss");
  expect(await where("ws://a:b@public.example.com")).toContain("账号和密码");
  expect(await where("ws://nobody.example.com")).toBe("域名nobody.example.com解析失败");
});
