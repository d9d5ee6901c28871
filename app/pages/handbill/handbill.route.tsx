import { Download, Printer } from "lucide-react";
import { type ChangeEvent, useId } from "react";
import { Form, useSubmit } from "react-router";
import { servicesContext } from "~/services.server";
import { shortAddress } from "~/shared/artist-address";
import { t } from "~/shared/t";
import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { ChoiceCard } from "~/ui/choice-card";
import { EmptyState } from "~/ui/empty-state";
import { Rich } from "~/ui/rich";
import { ToolPage } from "~/ui/tool-page";
import type { Route } from "./+types/handbill.route";
import { type Choices, choicesIn, designs, inks, papers, sheetPath } from "./choices.ts";
import { ownHandbill } from "./handbill.server";

/** The choices stand in the address: so the screen needs no script, and Back leads where one was. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const handbill = await ownHandbill(context);
  if (!handbill) return null;
  const { origin } = context.get(servicesContext).config;
  return {
    choices: choicesIn(url.searchParams, handbill.format.format),
    address: shortAddress(origin, handbill.path),
  };
}

export default function HandbillTool({ loaderData }: Route.ComponentProps) {
  return (
    <ToolPage
      title={t("Print a handbill")}
      intro={t(
        "One sheet for walls, windows and merch tables: your name, your next dates and the way to your page.",
      )}
    >
      {loaderData ? (
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
          <div className="grid gap-6">
            <ChoicesCard choices={loaderData.choices} />
            <CodeCard address={loaderData.address} />
          </div>
          <Preview choices={loaderData.choices} />
        </div>
      ) : (
        <EmptyState
          icon={Printer}
          title={t("Your name comes first")}
          text={t(
            "A handbill shows your name and leads to your page. Give your artist name in the profile, and come back.",
          )}
          action={<LinkButton to="/profile">{t("Go to Profile")}</LinkButton>}
        />
      )}
    </ToolPage>
  );
}

function ChoicesCard({ choices }: { choices: Choices }) {
  const submit = useSubmit();
  const show = ({ currentTarget }: ChangeEvent<HTMLFormElement>) =>
    submit(currentTarget, { replace: true, preventScrollReset: true });
  return (
    <Card title={t("Your sheet")}>
      <Form onChange={show} className="grid gap-5">
        <fieldset className="grid gap-2">
          <legend className="mb-2 font-semibold text-sm">{t("Design")}</legend>
          {Object.entries(designs).map(([design, { label, text }]) => (
            <ChoiceCard
              key={design}
              name="design"
              value={design}
              defaultChecked={design === choices.design}
              className="grid p-3"
            >
              <span className="font-semibold">{t(label)}</span>
              <span className="text-muted text-sm">{t(text)}</span>
            </ChoiceCard>
          ))}
        </fieldset>
        <Options name="paper" legend={t("Paper")} chosen={choices.paper} labels={labelsOf(papers)} />
        <Options name="ink" legend={t("Ink")} chosen={choices.ink} labels={labelsOf(inks)} />
        <noscript>
          <Button type="submit" variant="secondary">
            {t("Show this sheet")}
          </Button>
        </noscript>
      </Form>
      <LinkButton
        reloadDocument
        to={sheetPath(choices, { print: "" })}
        target="_blank"
        size="lg"
        className="mt-5 w-full"
      >
        <Printer aria-hidden="true" className="size-5" />
        {t("Print")}
      </LinkButton>
      <p className="mt-3 text-muted text-sm">
        {t("It opens in a tab of its own. Without colour it looks right on any printer and copier.")}
      </p>
    </Card>
  );
}

function labelsOf(options: Record<string, { label: string }>): Record<string, string> {
  return Object.fromEntries(Object.entries(options).map(([name, { label }]) => [name, t(label)]));
}

function Options({
  name,
  legend,
  labels,
  chosen,
}: {
  name: string;
  legend: string;
  labels: Record<string, string>;
  chosen: string;
}) {
  return (
    <fieldset>
      <legend className="mb-2 font-semibold text-sm">{legend}</legend>
      <div className="grid grid-cols-2 gap-2">
        {Object.entries(labels).map(([value, label]) => (
          <ChoiceCard
            key={value}
            name={name}
            value={value}
            defaultChecked={value === chosen}
            className="grid min-h-11 place-items-center px-3 py-2 text-center font-semibold text-sm"
          >
            {label}
          </ChoiceCard>
        ))}
      </div>
    </fieldset>
  );
}

/** The sheet itself. A frame of its own for each choice: one that changes its address would be a step for Back. */
function Preview({ choices }: { choices: Choices }) {
  const src = sheetPath(choices, { preview: "" });
  const { width, height } = papers[choices.paper];
  return (
    <iframe
      key={src}
      src={src}
      title={t("Preview: {design}, {paper}", {
        design: t(designs[choices.design].label),
        paper: t(papers[choices.paper].label),
      })}
      style={{ aspectRatio: `${width} / ${height}` }}
      className="w-full max-w-[50rem] border border-line bg-[#fff] shadow-raised"
    />
  );
}

function CodeCard({ address }: { address: string }) {
  const id = useId();
  return (
    <Card title={t("The QR code alone")}>
      <p id={id} className="text-sm">
        <Rich
          text="For your own posters, sleeves and stickers. It leads to {address}, and who comes that way is counted as “Printed handbill” in your analytics. Leave its white margin."
          parts={{ address: <b className="wrap-anywhere">{address}</b> }}
        />
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        {["SVG", "PNG"].map((kind) => (
          <LinkButton
            key={kind}
            reloadDocument
            download
            to={`/handbill/qr.${kind.toLowerCase()}`}
            variant="secondary"
            aria-describedby={id}
          >
            <Download aria-hidden="true" className="size-4" />
            {t("QR code as {format}", { format: kind })}
          </LinkButton>
        ))}
      </div>
    </Card>
  );
}
