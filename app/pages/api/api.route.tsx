import type { ReactNode } from "react";
import { servicesContext } from "~/services.server";
import { uploadPath } from "~/shared/server-paths";
import { SiteTitle } from "~/ui/site-name";
import type { Route } from "./+types/api.route";
import { type DescribedApi, describedApi, type Field } from "./described.server";
import { apiResources } from "./resources.server";

/** What programs read at /api/v1/openapi.json, for people. */
export function loader({ context }: Route.LoaderArgs) {
  return describedApi(apiResources, context.get(servicesContext).config.origin);
}

const heading = "wood-type text-2xl";

export default function ApiPage({ loaderData: api }: Route.ComponentProps) {
  const { address, areas, rows, problems } = api;
  return (
    <main className="wrap-anywhere mx-auto w-full max-w-3xl px-4 py-12 sm:px-8 sm:py-20">
      <SiteTitle>API</SiteTitle>
      <h1 className="wood-type text-5xl sm:text-6xl">API</h1>
      <div className="mt-5 grid max-w-prose gap-3 text-lg text-pretty">
        <p>
          A program of yours reads and writes what is on your page, by the same rules as the dashboard. It
          needs a key of yours, which you make{" "}
          <a href="/account/keys" className="text-link">
            in your account
          </a>
          .
        </p>
        <p>
          Programs find all this as OpenAPI 3.1 at{" "}
          <a href="/api/v1/openapi.json" className="text-link">
            {address}/openapi.json
          </a>
          .
        </p>
      </div>
      <div className="mt-10 grid gap-10">
        <HowItWorks address={address} />
        {areas.map((area) => (
          <Area key={area.name} area={area} />
        ))}
        <section className="border-foreground border-t-4 pt-4">
          <Foldable title="What answers hold">
            {rows.map(({ name, fields }) => (
              <div key={name} className="mt-6">
                <h3 className="font-bold text-lg">{name}</h3>
                <Fields fields={fields} isAnswer />
              </div>
            ))}
          </Foldable>
        </section>
        <section className="border-foreground border-t-4 pt-4">
          <h2 className={heading}>Problems</h2>
          <p className="mt-3 max-w-prose text-pretty">
            Every error is told as JSON by RFC 9457, as <code>application/problem+json</code>: its{" "}
            <code>type</code> leads here, its <code>detail</code> is for people.
          </p>
          <dl className="mt-4 grid gap-3">
            {problems.map(({ kind, status, text }) => (
              <div key={kind} id={`problem-${kind}`}>
                <dt className="font-semibold">
                  {status} <code>{kind}</code>
                </dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </main>
  );
}

function HowItWorks({ address }: { address: string }) {
  const uploadAddress = new URL(uploadPath, address).href;
  return (
    <section className="border-foreground border-t-4 pt-4">
      <h2 className={heading}>How to ask</h2>
      <Code>{`curl -H "Authorization: Bearer $KEY" ${address}/events?limit=10`}</Code>
      <ul className="mt-4 grid max-w-prose list-disc gap-2 ps-5 text-pretty">
        <li>Bodies are JSON in UTF-8. A PATCH changes the fields that it names.</li>
        <li>
          A list comes in pages, the newest first: what is <code>next</code> in one is the <code>cursor</code>{" "}
          of the next. The <code>Link</code> header has the whole address.
        </li>
        <li>
          Send an <code>ETag</code> back as <code>If-None-Match</code>, and what hasn't changed isn't sent
          again. Send it as <code>If-Match</code> with a change, and nothing that you haven't seen is written
          over.
        </li>
        <li>
          Send an <code>Idempotency-Key</code> of your own with a POST, and you may send it again when no
          answer came: it is done once.
        </li>
        <li>
          Sounds, pictures and the press kit are sent by tus 1.0, a protocol that goes on where it broke off,
          to <code>{uploadAddress}</code>.
        </li>
        <li>A key that asks too much is told to wait by Retry-After.</li>
        <li>
          A deletion is the dashboard's: comments, booking requests, subscribers and letters are gone for
          good, the rest can be brought back there.
        </li>
      </ul>
    </section>
  );
}

function Area({ area: { title, operations } }: { area: DescribedApi["areas"][number] }) {
  return (
    <section className="border-foreground border-t-4 pt-4">
      <Foldable title={title}>
        {operations.map(({ method, path, summary, about, parameters, fields }) => (
          <div key={method + path} className="mt-6">
            <h3 className="font-bold text-lg">{summary}</h3>
            <Code>{`${method} ${path}`}</Code>
            <p className="mt-2 max-w-prose text-pretty text-sm">{about}</p>
            {parameters.length > 0 && (
              <p className="mt-2 text-sm">
                Takes <Names of={parameters} />.
              </p>
            )}
            {method === "POST" && <Fields fields={fields} />}
            {method !== "POST" && fields.length > 0 && (
              <p className="mt-2 text-sm">
                Fields: <Names of={fields} />.
              </p>
            )}
          </div>
        ))}
      </Foldable>
    </section>
  );
}

/** All of it at once is as long as thirty screens of a phone. */
function Foldable({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details>
      <summary className="cursor-pointer py-1 marker:text-muted">
        <h2 className={`${heading} inline`}>{title}</h2>
      </summary>
      {children}
    </details>
  );
}

function Names({ of }: { of: { name: string }[] }) {
  return of.map(({ name }, at) => (
    <span key={name}>
      {at > 0 && ", "}
      <code>{name}</code>
    </span>
  ));
}

function Fields({ fields, isAnswer = false }: { fields: Field[]; isAnswer?: boolean }) {
  return (
    <dl className="mt-3 grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[14rem_1fr]">
      {fields.map(({ name, type, isRequired, description }) => (
        <div key={name} className="contents">
          <dt>
            <code>{name}</code>
            {isRequired && !isAnswer && " (required)"}
          </dt>
          <dd className="mb-1">
            {type}
            {description && `. ${description}`}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Code({ children }: { children: string }) {
  return (
    <pre className="wrap-anywhere mt-3 whitespace-pre-wrap rounded-box bg-sunken p-3 text-sm">
      <code>{children}</code>
    </pre>
  );
}
