import { sql } from "kysely";
import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadConfig } from "../../../server/config.ts";
import { createSite } from "../../../server/site-settings.ts";
import { serial } from "../../../tests/factories/serial.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { callerContext, servicesContext } from "../../services.server.ts";
import { viewerContext } from "../../viewer.server.ts";
import * as resetPassword from "./reset-password.route.tsx";
import * as signInAgain from "./sign-in-again.route.ts";
import * as signIn from "./signin.route.tsx";
import * as signOut from "./signout.route.ts";
import * as signUp from "./signup.route.tsx";

let services: Awaited<ReturnType<typeof freshServices>>;

beforeAll(async () => {
  services = await freshServices();
});
afterAll(() => services[Symbol.asyncDispose]());

interface Sent {
  fields?: Record<string, string>;
  cookies?: string;
  /** A body that is no form. */
  body?: string;
}

/** The arguments of a route, for one request from a network of its own. */
function call<Pattern extends string>(pattern: Pattern, { fields, cookies, body }: Sent = {}, search = "") {
  const context = new RouterContextProvider();
  context.set(servicesContext, services);
  context.set(callerContext, { network: `10.1.${serial()}.1`, nonce: "", requestId: "" });
  const request = new Request(`http://localhost:3000${pattern}${search}`, {
    headers: cookies ? { Cookie: cookies } : {},
    ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
    ...(body && { method: "POST", body }),
  });
  return { request, context, url: new URL(request.url), params: {}, pattern };
}

const password = "correct horse";

async function newAccount(): Promise<string> {
  const email = `grace${serial()}@example.org`;
  await signUp.action(
    call("/signup", { fields: { email, password, confirmPassword: password, terms: "on" } }),
  );
  return email;
}

/** The search part of the newest reset link. */
async function newLink(email: string): Promise<string> {
  await signIn.action(call("/signin", { fields: { intent: "reset", email } }));
  const { rows } = await services.db.asSystem().read((tx) =>
    sql<{ text: string }>`
        select data->>'text' as text from pgboss.job where data->>'to' = ${email} order by created_on desc limit 1`.execute(
      tx,
    ),
  );
  return /\?access_token=\S+/.exec(rows[0]?.text ?? "")?.[0] ?? "";
}

/** Follows the link as a browser does. @returns the cookie it leaves */
async function follow(search: string): Promise<string> {
  const response = await resetPassword.loader(call("/reset-password", {}, search)).catch((thrown) => thrown);
  return response.headers.getSetCookie()[0].split(";")[0];
}

test("a right password leads to the dashboard with a session", async () => {
  const email = await newAccount();
  const answer = await signIn.action(
    call("/signin", { fields: { email: ` ${email.toUpperCase()} `, password } }),
  );
  if (!(answer instanceof Response)) throw new Error("It was refused.");
  expect(answer.status).toBe(303);
  expect(answer.headers.get("Location")).toBe("/dashboard");
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^handbill_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
    expect.stringMatching(/^handbill_device=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=34560000$/),
  ]);
});

test.each([
  ["/events?month=2026-12", "/events?month=2026-12"],
  ["//evil.example", "/dashboard"],
])("on the way to %s, signing in, signing up and a new password lead to %s", async (to, place) => {
  const search = `?to=${encodeURIComponent(to)}`;
  const email = `ada${serial()}@example.org`;
  const joined = await signUp.action(
    call("/signup", { fields: { email, password, confirmPassword: password, terms: "on" } }, search),
  );
  const signedIn = await signIn.action(call("/signin", { fields: { email, password } }, search));
  for (const answer of [joined, signedIn]) {
    if (!(answer instanceof Response)) throw new Error("It was refused.");
    expect(answer.headers.get("Location")).toBe(place);
  }

  const resetAnswer = await signIn.action(call("/signin", { fields: { intent: "reset", email } }, search));
  if (resetAnswer instanceof Response) throw new Error("It led elsewhere.");
  const [kept] = new Headers(resetAnswer.init?.headers).getSetCookie();
  const ticket = await follow(await newLink(email));
  const fields = { password: "battery staple", confirmPassword: "battery staple" };
  const cookies = `${ticket}; ${kept?.split(";")[0] ?? ""}`;
  const changed = await resetPassword.action(call("/reset-password", { fields, cookies }));
  expect(changed).toMatchObject({ data: { updated: true, goal: place } });
  expect(new Headers(changed.init?.headers).get("Refresh")).toBe(`2; url=${place}`);
});

test("signing in again beside an open screen sets the session and leads nowhere", async () => {
  const email = await newAccount();
  const again = (fields: Record<string, string>) => signInAgain.action(call("/signin/again", { fields }));
  const answer = await again({ email, password });
  expect(answer).toMatchObject({ data: { signedIn: true } });
  expect(new Headers(answer.init?.headers).get("Set-Cookie")).toMatch(/^handbill_session=[\w-]{43};/);
  expect(await again({ email, password: "wrong password" })).toMatchObject({
    init: { status: 400 },
    data: { refused: { errors: { form: "Wrong email or password." } } },
  });
});

test("a refused form comes back with its typed values, without the password", async () => {
  expect(
    await signIn.action(call("/signin", { fields: { email: "grace", password: "12345" } })),
  ).toMatchObject({
    init: { status: 400 },
    data: {
      refused: {
        errors: {
          email: "Please enter a valid email address",
          password: "Password must be at least 6 characters",
        },
        values: { email: "grace" },
      },
    },
  });
});

test("no answer to a refused form holds a password", async () => {
  const email = await newAccount();
  const secret = "a secret of mine";
  const answers = [
    await signIn.action(call("/signin", { fields: { email, password: secret } })),
    await signUp.action(call("/signup", { fields: { email, password: secret, confirmPassword: secret } })),
    await signUp.action(
      call("/signup", { fields: { email, password: secret, confirmPassword: secret, terms: "on" } }),
    ),
    await resetPassword.action(
      call("/reset-password", { fields: { password: secret, confirmPassword: secret } }),
    ),
  ];
  expect(answers.map((answer) => "init" in answer && answer.init?.status)).toEqual([400, 400, 409, 400]);
  expect(JSON.stringify(answers)).not.toContain(secret);
});

test("a body that is no form is refused, not a fault", async () => {
  await expect(signIn.action(call("/signin", { body: "{}" }))).rejects.toMatchObject({ kind: "invalid" });
});

test("too many tries answer 429, say how long to wait, and stand in the red box", async () => {
  const email = await newAccount();
  const wrong = () => {
    const sent = call("/signin", { fields: { email, password: "wrong password" } });
    sent.context.set(callerContext, { network: "10.2.0.1", nonce: "", requestId: "" });
    return signIn.action(sent);
  };
  for (let tries = 0; tries < 10; tries++) await wrong();
  const answer = await wrong();
  if (answer instanceof Response || !("refused" in answer.data)) throw new Error("It was not refused.");
  expect(answer.init?.status).toBe(429);
  expect(Number(new Headers(answer.init?.headers).get("Retry-After"))).toBeGreaterThan(60);
  expect(answer.data.refused.errors.form).toMatch(
    /^Too many attempts\. Please wait \d+ minutes and try again\.$/,
  );
});

test("asking for a reset answers the same for a known and an unknown address", async () => {
  const resetFor = async (email: string) =>
    signIn.action(call("/signin", { fields: { intent: "reset", email } }));
  const sent = { data: { resetSent: true }, init: { headers: new Headers() } };
  expect(await resetFor(await newAccount())).toMatchObject(sent);
  expect(await resetFor("nobody@example.org")).toMatchObject(sent);
});

test("the link leaves no trace: its parts move into a cookie, and the address is bare", async () => {
  const search = await newLink(await newAccount());
  const thrown: unknown = await resetPassword
    .loader(call("/reset-password", {}, search))
    .catch((error: unknown) => error);
  if (!(thrown instanceof Response)) throw new Error("It did not redirect.");
  expect(thrown.status).toBe(303);
  expect(thrown.headers.get("Location")).toBe("/reset-password");
  expect(thrown.headers.get("Referrer-Policy")).toBe("no-referrer");
  expect(thrown.headers.get("Cache-Control")).toBe("no-store");
  expect(thrown.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^handbill_reset=[\w-]{43}\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=1800$/,
    ),
  ]);
});

const problem = "Invalid or expired reset link. Please request a new password reset.";

test.each([
  "?access_token=a",
  "?refresh_token=b",
  "?access_token=&refresh_token=",
  "?access_token=a%0d%0a&refresh_token=b",
])("the link %s removes what an earlier link left", async (search) => {
  expect(await follow(search)).toBe("handbill_reset=");
});

test("without a ticket, or with one that was never given out, the page says so", async () => {
  const forged = `handbill_reset=${"a".repeat(43)}.${"b".repeat(43)}`;
  for (const cookies of ["", "handbill_reset=", "handbill_reset=half", forged]) {
    const page = await resetPassword.loader(call("/reset-password", { cookies }));
    expect(page).toMatchObject({ data: { problem }, init: { status: 400 } });
  }
});

test("a new password is taken once, signs in, removes the ticket and goes on to the dashboard", async () => {
  const cookies = await follow(await newLink(await newAccount()));
  expect(await resetPassword.loader(call("/reset-password", { cookies }))).toMatchObject({
    data: { problem: undefined },
    init: { status: 200 },
  });

  const fields = { password: "battery staple", confirmPassword: "battery staple" };
  const sent = call("/reset-password", { fields, cookies });
  const answer = await resetPassword.action(sent);
  expect(answer).toMatchObject({ data: { updated: true } });
  const headers = new Headers(answer.init?.headers);
  expect(headers.get("Refresh")).toBe("2; url=/dashboard");
  expect(headers.getSetCookie()).toEqual([
    expect.stringMatching(/^handbill_session=[\w-]{43}; /),
    expect.stringMatching(/^handbill_device=[\w-]{43}; /),
    "handbill_reset=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0",
    "handbill_return=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0",
  ]);
  expect(sent.context.get(viewerContext)).toMatchObject({ role: "musician" });

  expect(await resetPassword.action(call("/reset-password", { fields, cookies }))).toMatchObject({
    data: { refused: { errors: { form: problem } } },
    init: { status: 400 },
  });
});

test("the reset page sends its address nowhere and is stored nowhere", () => {
  const none = new Headers();
  const headers = resetPassword.headers({
    actionHeaders: none,
    loaderHeaders: none,
    parentHeaders: none,
    errorHeaders: undefined,
  });
  expect(Object.fromEntries(headers)).toEqual({
    "cache-control": "no-store",
    "referrer-policy": "same-origin",
  });
});

test("closed registration refuses the form, and the page knows", async () => {
  const sent = call("/signup", {
    fields: { email: "late@example.org", password, confirmPassword: password, terms: "on" },
  });
  sent.context.set(servicesContext, { ...services, config: loadConfig({ REGISTRATION: "closed" }) });
  const shown = { refusal: "Registration is closed.", invitation: null, isFirst: false };
  expect(await signUp.loader(sent)).toEqual(shown);
  expect(await signUp.action(sent)).toMatchObject({
    data: { refused: { errors: { form: "Registration is closed." } } },
    init: { status: 403 },
  });
});

test.each([
  ["open", true],
  ["unlisted", false],
  ["closed", false],
])("with registration %s the sign-up link is live: %s", async (registration, signUpIsOpen) => {
  const sent = call("/signin");
  const config = loadConfig({ REGISTRATION: registration });
  sent.context.set(servicesContext, { ...services, config, site: createSite({ ...services, config }) });
  expect(await signIn.loader(sent)).toEqual({ signUpIsOpen, takesPasskeys: true, sendsMail: false });
});

test("signing out goes home without the cookie; opening its address doesn't sign out", async () => {
  const answer = await signOut.action(call("/signout", { fields: {}, cookies: "handbill_session=gone" }));
  expect(answer.headers.get("Location")).toBe("/");
  expect(answer.headers.getSetCookie()).toEqual([
    "handbill_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0",
  ]);
  expect(signOut.loader().headers.getSetCookie()).toEqual([]);
});
