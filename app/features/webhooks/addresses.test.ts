import { expect, test } from "vitest";
import { isLoopback, isPublicAddress } from "./addresses.ts";

test.each([
  ["this network", "0.0.0.0"],
  ["this network", "0.1.2.3"],
  ["private", "10.0.0.1"],
  ["private", "172.16.0.1"],
  ["private", "172.31.255.255"],
  ["private", "192.168.1.1"],
  ["shared by a carrier", "100.64.0.1"],
  ["shared by a carrier", "100.127.255.255"],
  ["loopback", "127.0.0.1"],
  ["loopback", "127.255.255.254"],
  ["link-local, a cloud's metadata", "169.254.169.254"],
  ["of protocols", "192.0.0.8"],
  ["for documentation", "192.0.2.1"],
  ["for documentation", "198.51.100.1"],
  ["for documentation", "203.0.113.1"],
  ["for measurements", "198.18.0.1"],
  ["multicast", "224.0.0.1"],
  ["multicast", "239.255.255.255"],
  ["reserved", "240.0.0.1"],
  ["broadcast", "255.255.255.255"],
  ["unspecified", "::"],
  ["loopback", "::1"],
  ["mapped IPv4", "::ffff:127.0.0.1"],
  ["mapped IPv4", "::ffff:8.8.8.8"],
  ["mapped IPv4", "::ffff:7f00:1"],
  ["compatible IPv4", "::127.0.0.1"],
  ["translated IPv4", "::ffff:0:127.0.0.1"],
  ["NAT64", "64:ff9b::7f00:1"],
  ["NAT64", "64:ff9b::808:808"],
  ["local NAT64", "64:ff9b:1::1"],
  ["6to4", "2002:7f00:1::1"],
  ["Teredo", "2001::1"],
  ["for documentation", "2001:db8::1"],
  ["for documentation", "3fff::1"],
  ["unique local", "fc00::1"],
  ["unique local", "fd12:3456:789a::1"],
  ["link-local", "fe80::1"],
  ["link-local with a zone", "fe80::1%eth0"],
  ["site-local", "fec0::1"],
  ["multicast", "ff02::1"],
  ["no address", "example.org"],
  ["no address", ""],
])("%s: %s is not public", (_, address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each([
  "8.8.8.8",
  "1.1.1.1",
  "100.63.255.255",
  "100.128.0.1",
  "172.32.0.1",
  "2606:4700::1111",
  "2a00:1450::1",
])("%s is public", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test("only loopback is this machine itself", () => {
  expect(["127.0.0.1", "::1"].map(isLoopback)).toEqual([true, true]);
  expect(["10.0.0.1", "::ffff:127.0.0.1", "fe80::1", "8.8.8.8", "localhost"].map(isLoopback)).toEqual(
    Array(5).fill(false),
  );
});
