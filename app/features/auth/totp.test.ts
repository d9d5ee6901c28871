import { expect, test } from "vitest";
import { hashRecoveryCode, newRecoveryCodes } from "./recovery-codes.server.ts";
import { stepOf, totpSetup } from "./totp.server.ts";

// The secret and the codes of RFC 6238, appendix B; its codes have eight digits, of which six are the last.
const secret = Buffer.from("12345678901234567890");

test.each([
  [59_000, "287082", 1],
  [1_111_111_109_000, "081804", 37_037_036],
  [2_000_000_000_000, "279037", 66_666_666],
])("at %i ms %s is the code of step %i", (now, code, step) => {
  expect(stepOf(secret, code, now)).toBe(step);
});

test("a clock may be off by one step, and by no more", () => {
  const at = (seconds: number) => stepOf(secret, "287082", seconds * 1000);
  // The code of the seconds 30 to 59.
  expect([0, 29, 30, 59, 60, 89].map(at)).toEqual([1, 1, 1, 1, 1, 1]);
  expect(at(90)).toBeUndefined();
});

test("what isn't six digits is no code", () => {
  expect(["", "28708", "2870820", "28708x"].map((code) => stepOf(secret, code, 59_000))).toEqual(
    Array(4).fill(undefined),
  );
});

test("a secret is shown in groups of four, as a link and as a picture with its quiet margin", () => {
  const { secret: typed, uri, qr } = totpSetup(secret, "ada@example.org", "Handbill");
  expect(typed).toBe("GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ");
  expect(uri).toContain("otpauth://totp/Handbill:ada%40example.org?");
  expect(uri).toContain("secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
  // The first dark square is the corner of the finder pattern, behind four light ones.
  expect(qr.path).toMatch(/^M4 4\.5h7m/);
  expect(qr.path).not.toMatch(new RegExp(`M([0-3]|${qr.size - 1}) `));
});

test("recovery codes are many and different, and are typed as one likes", () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){5}[0-9a-hjkmnp-tv-z]{4}$/);
  const hash = hashRecoveryCode("0a1b-2c3d-4e5f-6g7h");
  for (const typed of ["0A1B 2C3D 4E5F 6G7H", " oalb2c3d4e5f6g7h ", "Oaib-2c3d-4e5f-6g7h"]) {
    expect(hashRecoveryCode(typed)).toEqual(hash);
  }
  expect(hashRecoveryCode("0a1b-2c3d-4e5f-6g7j")).not.toEqual(hash);
});
