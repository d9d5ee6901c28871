import { expect, test } from "vitest";
import { nameInMail, oneLine } from "./name-in-mail.ts";

const neutral = "an artist on Handbill";

test.each([
  "Luna & the Owls",
  "AC/DC",
  "will.i.am",
  "R.E.M.",
  "M.I.A.",
  "No. 1: The Best / Live",
  "Señor Coconut",
  "محمد عبده",
  "Vol.1/2",
  "@luna",
  "p!nk @ night",
])("the name %s stands in a mail as it is", (name) => expect(nameInMail(name, neutral)).toBe(name));

test.each([
  "Account locked: https://evil.example/unlock",
  "Account locked: evil.example/unlock",
  "HTTP://EVIL.EXAMPLE",
  "javascript://x",
  "www.evil.example",
  "WWW.evil.example now",
  "evil.example:8080/",
  "１２７．０．０．１／login",
  "10.0.0.1/login",
  "evil。example／unlock",
  "write to help@evil.example",
  "help＠evil.example",
  "ht\u200Btps://evil.example",
  "evil.\u2060example/unlock",
  "",
  " \u202E \n",
])("the name %j, which carries an address or nothing, gives way", (name) => {
  expect(nameInMail(name, neutral)).toBe(neutral);
});

test("a bare domain is kept so that no mail program makes a link of it", () => {
  expect(nameInMail("deadmau5.com", neutral)).toBe("deadmau5. com");
  expect(nameInMail("Account locked at login.evil.example", neutral)).toBe(
    "Account locked at login. evil. example",
  );
  expect(nameInMail("Dr.Dre", neutral)).toBe("Dr. Dre");
});

test("no line break, control or direction sign gets into a line of a mail's head", () => {
  expect(nameInMail("Luna\r\nBcc: a", neutral)).toBe("Luna Bcc: a");
  expect(oneLine("Your\tbooking\u0000 \u202Egnp.exe\u2028 request\u061C \u2066x\u2069")).toBe(
    "Your booking gnp.exe request x",
  );
});

test("a missing name gives way", () => expect(nameInMail(null, "a musician")).toBe("a musician"));
