import { networkOf } from "../../../../http/address.ts";
import { AddressBuckets, allowances, Bucket } from "./rate.ts";

test("P14 a bucket gives its size at once and then so many a second, never more than its size", () => {
  const bucket = new Bucket({ size: 3, perSecond: 2 }, 0);
  expect([0, 0, 0, 0].map((at) => bucket.take(at))).toEqual([true, true, true, false]);
  expect([500, 500].map((at) => bucket.take(at))).toEqual([true, false]);
  expect([60_000, 60_000, 60_000, 60_000].map((at) => bucket.take(at))).toEqual([true, true, true, false]);
  // A clock that goes back gives nothing.
  expect(bucket.take(0)).toBe(false);
});

test("P14 what was read and cost more is paid back first", () => {
  const bucket = new Bucket({ size: 3, perSecond: 1 }, 0);
  bucket.charge(5);
  expect([0, 2_000, 3_000].map((at) => bucket.take(at))).toEqual([false, false, true]);
});

test("P14 addresses have a bucket each, and of IPv6 a whole network has one", () => {
  const buckets = new AddressBuckets();
  for (let i = 0; i < allowances.address.size; i += 1) expect(buckets.of("192.0.2.1", 0).take(0)).toBe(true);
  expect(buckets.of("::ffff:192.0.2.1", 0).take(0)).toBe(false);
  expect(buckets.of("192.0.2.2", 0).take(0)).toBe(true);
  expect(["2001:db8::1", "2001:db8:0:0:ffff::", "2001:0db8:0:0:1:2:3:4"].map(networkOf)).toEqual(
    Array(3).fill("2001:db8:0:0"),
  );
  expect(networkOf("2001:db8:0:1::1")).not.toBe(networkOf("2001:db8::1"));
});

test("P14 ten thousand addresses are remembered at most, and one that is empty outlives those that are full", () => {
  const buckets = new AddressBuckets();
  buckets.of("10.0.0.1", 0).charge(allowances.address.size);
  for (let i = 0; i < 12_000; i += 1) buckets.of(`10.${i >> 16}.${(i >> 8) & 255}.${i & 255}x`, 0);
  expect(buckets.of("10.0.0.1", 0).take(0)).toBe(false);
});
