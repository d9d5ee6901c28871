import { type RawBuilder, sql, type Updateable } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import type { Actor } from "../../server/db/database.ts";
import { codeOf, refusalOf } from "../../server/db/failures.ts";
import type { Users } from "../../server/db/schema.ts";
import { makeWorld } from "../factories/world.ts";
import { asServerOwner, freshDatabase } from "../harness/database.ts";
import type { Expectation, Rows } from "./expectation.ts";
import { expectations } from "./expected.ts";

// Row-level security table by table, through the application's own login role. `expectations` lists each role's
// rights; all others must be refused, so a new table without an entry, or with a loose policy, fails.

const db = await freshDatabase();
afterAll(() => db.close());
const world = await makeWorld(db);
const { admin } = world;

/** The outcome of a statement: the rows it reached, or the reason of its refusal. */
type Outcome = string[] | "no right" | "against the policy";

class Undo extends Error {}

function inTwoWeeks(): Date {
  return new Date(Date.now() + 14 * 24 * 3600 * 1000);
}

/** Runs a statement that answers `key`s, and takes back what it did. */
async function outcome(actor: Actor, rows: Rows, statement: RawBuilder<{ key: string }>): Promise<Outcome> {
  let reached: string[] = [];
  return named(rows, () =>
    actor
      .write(async (tx) => {
        reached = (await statement.execute(tx)).rows.map(({ key }) => key);
        throw new Undo();
      })
      .catch((error: unknown) => {
        if (error instanceof Undo) return reached;
        throw refusalOf(error) ?? error;
      }),
  );
}

/** The same past what every write begins with: by the policies alone. */
async function outcomeByPolicies(
  userId: string,
  rows: Rows,
  statement: RawBuilder<{ key: string }>,
): Promise<Outcome> {
  const { sql: text, parameters } = await db.asSystem().read(async (tx) => statement.compile(tx));
  return named(rows, () =>
    asServerOwner(db.ownerUrl, async (owner) => {
      await owner.query(`begin; set local role handbill_musician; set local app.user_id = '${userId}'`);
      return (await owner.query<{ key: string }>(text, [...parameters])).rows.map(({ key }) => key);
    }),
  );
}

async function named(rows: Rows, reach: () => Promise<string[]>): Promise<Outcome> {
  const names = new Map(Object.entries(rows).map(([name, key]) => [key, name]));
  try {
    return (await reach()).map((key) => names.get(key) ?? key).sort();
  } catch (error) {
    // No role writes a column that the database computes.
    if (codeOf(error) === "428C9") return "no right";
    if (!(error instanceof Error) || codeOf(error) !== "42501") throw error;
    return error.message.includes("row-level security") ? "against the policy" : "no right";
  }
}

function insertion(table: string, row: Record<string, unknown>, extraColumn?: string) {
  const columns = Object.keys(row).map((column) => sql.ref(column));
  const values = Object.values(row).map((value) => sql`${value}`);
  if (extraColumn !== undefined) {
    columns.push(sql.ref(extraColumn));
    values.push(sql`default`);
  }
  return sql<{
    key: string;
  }>`insert into ${sql.table(table)} (${sql.join(columns)}) values (${sql.join(values)})`;
}

const { rows: tables } = await db.asSystem().read((tx) =>
  sql<{ name: string; columns: string[] }>`
    select relname as name, array_agg(attname::text order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped
    group by relname order by relname`.execute(tx),
);

test("every table is expected, and every expectation is a table", () => {
  expect(tables.map(({ name }) => name)).toEqual(Object.keys(expectations(world, world.asA)).sort());
});

describe.each([
  ["the visitor", "visitor", world.asA, () => db.asVisitor()],
  ["the musician A", "musician", world.asA, (id: string = world.a.id) => db.asMusician(id)],
  ["the musician B", "musician", world.asB, (id: string = world.b.id) => db.asMusician(id)],
  ["the admin", "admin", world.asA, () => db.asAdmin(admin.id)],
] as const)("%s", (_, role, relation, actorOf) => {
  const expected = new Map<string, Expectation>(Object.entries(expectations(world, relation)));
  const actor = actorOf();

  describe.each(tables)("$name", ({ name, columns }) => {
    const { rows = {}, key = "id", [role]: rights = {} } = expected.get(name) ?? {};
    const table = sql.table(name);
    const keyText = sql<string>`${sql.ref(key)}::text`;
    const try_ = (statement: RawBuilder<{ key: string }>) => outcome(actor, rows, statement);

    test("reads", async () => {
      for (const column of columns) {
        expect
          .soft(await try_(sql`select ${keyText} as key, ${sql.ref(column)} from ${table}`), column)
          .toEqual(rights.reads?.columns.includes(column) ? rights.reads.rows.toSorted() : "no right");
      }
    });

    test("updates", async () => {
      for (const column of columns) {
        const to = rights.updates?.to?.[column];
        const value = to === undefined ? sql.ref(column) : sql`${to}`;
        expect
          .soft(
            await try_(sql`update ${table} set ${sql.ref(column)} = ${value} returning ${keyText} as key`),
            column,
          )
          .toEqual(rights.updates?.columns.includes(column) ? rights.updates.rows.toSorted() : "no right");
      }
    });

    test("deletes", async () => {
      expect(await try_(sql`delete from ${table} returning ${keyText} as key`)).toEqual(
        rights.deletes?.toSorted() ?? "no right",
      );
    });

    test("inserts", async () => {
      const { row = {}, refused = [], as = undefined } = rights.inserts ?? {};
      const inserter = actorOf(as);
      if (rights.inserts) expect(await outcome(inserter, rows, insertion(name, row))).toEqual([]);
      for (const column of columns.filter((column) => !(column in row))) {
        expect.soft(await outcome(inserter, rows, insertion(name, row, column)), column).toBe("no right");
      }
      for (const change of refused) {
        expect
          .soft(await outcome(inserter, rows, insertion(name, { ...row, ...change })), JSON.stringify(change))
          .toBe("against the policy");
      }
    });
  });
});

test("a message that was read stays read", async () => {
  const { me, messages } = world.asA;
  const set = (is_read: boolean) =>
    sql<{
      key: string;
    }>`update messages set is_read = ${is_read} where id = ${messages["theirs to me"]} returning id as key`;
  expect(await outcome(db.asMusician(me.id), messages, set(true))).toEqual(["theirs to me"]);
  expect(await outcome(db.asMusician(me.id), messages, set(false))).toBe("against the policy");
});

describe.each([
  { who: "a suspended musician", state: { suspended_at: new Date(), suspended_reason: "Too loud." } },
  { who: "a musician who has deleted their account", state: { deletes_at: inTwoWeeks() } },
])("$who", ({ state }) => {
  const { me, them } = world.asA;
  const expected = new Map<string, Expectation>(Object.entries(expectations(world, world.asA)));
  // A background that is taken off shows on the pages that chose it; here that is theirs alone.
  const isMine = (row: string) => row === "me" || row.startsWith("mine") || row === "taken off, still in use";
  const rightsIn = (name: string, role: "visitor" | "musician") => expected.get(name)?.[role];

  /** Runs `work` while the musician A is out of sight, and brings them back afterwards. */
  async function whileSuspended<T>(work: () => Promise<T>): Promise<T> {
    await become(state);
    try {
      return await work();
    } finally {
      await become({ suspended_at: null, suspended_reason: null, deletes_at: null });
    }
  }
  const become = (columns: Updateable<Users>) =>
    db.asSystem().write((tx) => tx.updateTable("users").set(columns).where("id", "=", me.id).execute());

  test.each(tables)("is public with nothing of $name", async ({ name }) => {
    const { rows = {}, key = "id" } = expected.get(name) ?? {};
    const select = sql<{ key: string }>`select ${sql.ref(key)}::text as key from ${sql.table(name)}`;
    const left = (role: "visitor" | "musician") =>
      rightsIn(name, role)
        ?.reads?.rows.filter((row) => !isMine(row))
        .toSorted();
    expect(await whileSuspended(() => outcome(db.asVisitor(), rows, select))).toEqual(
      left("visitor") ?? "no right",
    );
    // Rows that both share stay: conversations, and reports of their messages.
    if (["conversations", "messages", "message_attachments", "reports"].includes(name)) return;
    const seen = await whileSuspended(() => outcome(db.asMusician(them.id), rows, select));
    expect(Array.isArray(seen) ? seen.filter(isMine) : []).toEqual([]);
  });

  test.each(tables)("reads what is theirs in $name, and changes nothing", async ({ name }) => {
    const { rows = {}, key = "id" } = expected.get(name) ?? {};
    const { reads, updates, deletes, inserts } = rightsIn(name, "musician") ?? {};
    const table = sql.table(name);
    const keyText = sql<string>`${sql.ref(key)}::text`;
    const tried = (statement: RawBuilder<{ key: string }>) =>
      whileSuspended(() => outcomeByPolicies(me.id, rows, statement));
    if (reads)
      expect(await tried(sql`select ${keyText} as key from ${table}`)).toEqual(reads.rows.toSorted());
    for (const column of updates?.columns ?? []) {
      const to = updates?.to?.[column];
      const value = to === undefined ? sql.ref(column) : sql`${to}`;
      const statement = sql<{ key: string }>`
        update ${table} set ${sql.ref(column)} = ${value} returning ${keyText} as key`;
      expect(await tried(statement), column).toEqual([]);
    }
    if (deletes) {
      expect(await tried(sql`delete from ${table} returning ${keyText} as key`)).toEqual([]);
    }
    // Where the row belongs to another account, which has none yet, the catalogue's test stands in.
    if (inserts && inserts.as === undefined) {
      expect(await tried(insertion(name, inserts.row))).toBe("against the policy");
    }
  });

  test("has no table without the policies that keep them from writing", async () => {
    const { rows } = await db.asSystem().read((tx) =>
      sql<{ place: string }>`
        select relname || ' ' || privilege as place
        from pg_class, unnest(array['INSERT', 'UPDATE', 'DELETE']) privilege
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
          and (has_any_column_privilege('handbill_musician', pg_class.oid, nullif(privilege, 'DELETE'))
               or has_table_privilege('handbill_musician', pg_class.oid, privilege))
          and not exists (
            select from pg_policy
            where polrelid = pg_class.oid and not polpermissive and 'handbill_musician'::regrole = any (polroles)
              and polcmd = case privilege when 'INSERT' then 'a' when 'UPDATE' then 'w' else 'd' end
              and pg_get_expr(coalesce(polqual, polwithcheck), polrelid) like '%app.may_write()%')`.execute(
        tx,
      ),
    );
    expect(rows.map(({ place }) => place)).toEqual([]);
  });

  test("gets no message", async () => {
    const write = () =>
      outcome(
        db.asMusician(them.id),
        {},
        sql`insert into messages (conversation_id, sender_id, content)
          values (${world.asA.conversations.ours}, ${them.id}, 'Hello') returning 'sent' as key`,
      );
    expect(await whileSuspended(write)).toBe("against the policy");
    expect(await write()).toEqual(["sent"]);
  });

  test("sends no newsletter issue: one that waited is a draft again, one on its way is paused", async () => {
    const issues = (
      await db.asSystem().read((tx) =>
        sql<{ id: string; status: string }>`
          select id, status from letters where id in (${me.issue}, ${me.draftIssue})`.execute(tx),
      )
    ).rows;
    const set = (status: string, id: string) =>
      db.asSystem().write((tx) => sql`update letters set status = ${status} where id = ${id}`.execute(tx));
    await set("sending", me.issue);
    await set("scheduled", me.draftIssue);
    expect(
      await whileSuspended(() =>
        outcome(
          db.asSystem(),
          { [me.issue]: "paused", [me.draftIssue]: "draft" },
          sql`select status as key from letters where id in (${me.issue}, ${me.draftIssue})`,
        ),
      ),
    ).toEqual([me.draftIssue, me.issue].sort());
    for (const { id, status } of issues) await set(status, id);
  });
});

describe("an admin who is demoted", () => {
  const expected = new Map<string, Expectation>(Object.entries(expectations(world, world.asA)));

  test.each(tables)("reads nothing of $name as one", async ({ name }) => {
    const { rows = {}, key = "id", admin: rights } = expected.get(name) ?? {};
    const demoted = db.asAdmin(world.a.id);
    const select = sql<{ key: string }>`select ${sql.ref(key)}::text as key from ${sql.table(name)}`;
    const read = await named(rows, () =>
      demoted
        .read(async (tx) => (await select.execute(tx)).rows.map((row) => row.key))
        .catch((error: unknown) => {
          throw refusalOf(error) ?? error;
        }),
    );
    expect(read).toEqual(rights ? [] : "no right");
  });

  test("has no table without the policy that asks", async () => {
    const { rows } = await db.asSystem().read((tx) =>
      sql<{ name: string }>`
        select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
          and has_any_column_privilege('handbill_admin', pg_class.oid, 'select, insert, update')
          and not exists (
            select from pg_policy
            where polrelid = pg_class.oid and not polpermissive and polcmd = '*'
              and 'handbill_admin'::regrole = any (polroles)
              and pg_get_expr(polqual, polrelid) like '%app.is_admin()%')`.execute(tx),
    );
    expect(rows).toEqual([]);
  });
});

describe("the system", () => {
  const expected = new Map<string, Expectation>(Object.entries(expectations(world, world.asA)));

  test.each(tables)("reaches every row of $name", async ({ name }) => {
    const { rows = {}, key = "id", isAppendOnly } = expected.get(name) ?? {};
    const table = sql.table(name);
    const column = sql.ref(key);
    const all = Object.keys(rows).sort();
    const system = db.asSystem();
    expect(all.length).toBeGreaterThan(0);
    expect(await outcome(system, rows, sql`select ${column}::text as key from ${table}`)).toEqual(all);
    expect(
      await outcome(
        system,
        rows,
        sql`update ${table} set ${column} = ${column} returning ${column}::text as key`,
      ),
    ).toEqual(isAppendOnly ? "no right" : all);
    // One admin always remains.
    expect(
      await outcome(
        system,
        rows,
        sql`delete from ${table} where ${column}::text <> ${admin.id} returning ${column}::text as key`,
      ),
    ).toEqual(isAppendOnly ? "no right" : all.filter((row) => rows[row] !== admin.id));
  });
});

describe("the catalogue", () => {
  const select = <Row>(query: RawBuilder<Row>) =>
    db.asSystem().read(async (tx) => (await query.execute(tx)).rows);

  test("every table forces row-level security and has policies", async () => {
    expect(
      await select(sql`
        select relname from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
          and not (relrowsecurity and relforcerowsecurity and exists (select from pg_policy where polrelid = pg_class.oid))`),
    ).toEqual([]);
  });

  test("no policy and no grant is for everyone, and the login role has none itself", async () => {
    expect(
      await select(sql`select polrelid::regclass::text from pg_policy where 0 = any (polroles)`),
    ).toEqual([]);
    expect(
      await select(sql`
        select 'schema ' || nspname as thing from pg_namespace, aclexplode(coalesce(nspacl, acldefault('n', nspowner)))
        where nspname in ('public', 'app') and grantee in (0, session_user::regrole)
        union all
        select relname from pg_class, aclexplode(coalesce(relacl, acldefault('r', relowner)))
        where relnamespace in ('public'::regnamespace, 'app'::regnamespace) and relkind <> 'i'
          and grantee in (0, session_user::regrole)
        union all
        select relname || '.' || attname from pg_class join pg_attribute on attrelid = pg_class.oid, aclexplode(attacl)
        where relnamespace in ('public'::regnamespace, 'app'::regnamespace) and grantee in (0, session_user::regrole)
        union all
        select proname from pg_proc, aclexplode(coalesce(proacl, acldefault('f', proowner)))
        where pronamespace in ('public'::regnamespace, 'app'::regnamespace) and grantee in (0, session_user::regrole)`),
    ).toEqual([]);
  });

  test("every function may be called by the roles that need it, and by no others", async () => {
    const everyone = ["visitor", "musician", "admin", "system"];
    const functions = await select(sql<{ name: string; callers: string[] }>`
      select pronamespace::regnamespace || '.' || proname as name,
        array_agg(substr(role, length('handbill_') + 1) order by at) as callers
      from pg_proc, unnest(array[
        'handbill_visitor', 'handbill_musician', 'handbill_admin', 'handbill_system']) with ordinality roles (role, at)
      where pronamespace in ('public'::regnamespace, 'app'::regnamespace)
        and prorettype <> 'trigger'::regtype and has_function_privilege(role, pg_proc.oid, 'execute')
      group by pg_proc.oid, pronamespace, proname`);
    expect(Object.fromEntries(functions.map(({ name, callers }) => [name, callers]))).toEqual({
      // Checks and policies call these in the name of the role that writes or reads.
      "app.are_translations": everyone,
      "app.is_email": everyone,
      "app.is_line": everyone,
      "app.is_own_upload": everyone,
      "app.is_plain": everyone,
      "app.is_text": everyone,
      "app.is_video_address": everyone,
      "app.is_web_address": everyone,
      "app.user_id": everyone,
      // The generated column of a release calls it.
      "app.day_begins": ["musician", "system"],
      "app.is_track_out": ["visitor", "musician", "system"],
      "app.letter_at": ["visitor", "system"],
      "app.release_track_list": ["visitor", "musician", "system"],
      "app.out_at_of": ["system"],
      "app.links_change_at": ["visitor", "musician", "system"],
      "app.slug_of": ["system"],
      "app.are_blocked": ["musician", "system"],
      "app.may_write": ["musician", "system"],
      "app.is_admin": ["admin", "system"],
      "app.searchable": ["musician", "admin", "system"],
      "app.has_second_factor": ["admin", "system"],
      "app.lacks_second_factor": ["system"],
      "app.suspended": ["visitor", "musician", "system"],
      "app.hold_account": ["musician", "admin", "system"],
      "app.enqueue": ["visitor", "musician", "admin", "system"],
      "app.may_read_file": ["visitor", "musician", "system"],
      "app.same_booking": ["visitor", "system"],
      "app.same_comment": ["visitor", "system"],
      "app.mail_due": ["musician", "system"],
      "app.mails_when": ["musician", "system"],
      "app.next_morning": ["system"],
      "app.delete_restorably": ["musician", "system"],
      "app.restore_deleted": ["musician", "system"],
      "app.restore_with_track": ["system"],
      "app.insert_kept": ["system"],
      "app.table_of_deleted": ["system"],
      "app.note_event": ["visitor", "musician", "system"],
      "app.schedule_notifications": ["musician", "system"],
      "app.own_day": ["musician", "system"],
      "app.note_published_release": ["system"],
      "app.note_webhook": ["system"],
      "app.private_link": ["system"],
      "app.people": ["musician", "system"],
      "app.accounts_with": ["admin", "system"],
      "app.shown_email": ["musician", "system"],
      "app.shown_name": ["musician", "system"],
      "public.upsert_musician_appearance_settings": ["musician", "system"],
      "app.reapply_rights": ["admin"],
      "app.rights_of": ["admin", "system"],
    });
  });

  test("no trigger's function may be called by a role that doesn't own it", async () => {
    expect(
      await select(sql`
        select proname, role from pg_proc, unnest(array[
          'handbill_visitor', 'handbill_musician', 'handbill_admin', 'handbill_system']) role
        where pronamespace in ('public'::regnamespace, 'app'::regnamespace) and prorettype = 'trigger'::regtype
          and proowner <> role::regrole and has_function_privilege(role, pg_proc.oid, 'execute')`),
    ).toEqual([]);
  });

  test("no view shows what its tables would hide", async () => {
    expect(
      await select(sql`
        select relname from pg_class
        where relnamespace in ('public'::regnamespace, 'app'::regnamespace) and relkind in ('v', 'm')
          and not coalesce('security_invoker=true' = any (reloptions), false)`),
    ).toEqual([]);
  });
});
