import { Fragment } from "react";
import { controlsOf, PublicField, PublicForm, SentView, SwapPart } from "~/public-ui/public-form";
import { dayFormat } from "~/shared/day-format";
import type { RefusedForm } from "~/shared/forms";
import { inOneLine } from "~/shared/paragraphs";
import { type Picture, squarePlace } from "~/shared/picture";
import { shortened } from "~/shared/shortened";
import { language, t } from "~/shared/t";
import { emailLimit } from "~/shared/text-fields";
import { languageOf } from "~/shared/writing";
import { Photo } from "~/ui/photo";
import { type Block, isEmpty, linesOf, type Words } from "./issue-document.ts";
import type { Card } from "./issue-mail.ts";
import { nameLimit, subscriptionFailure } from "./schema.ts";

export interface NewsletterFormProps {
  artistName: string;
  /** The form as it came back. */
  refused: RefusedForm | undefined;
  /** This browser's notice about the address it has just sent. */
  outcome: "subscribed" | "known" | undefined;
  /** The archive of what was sent; null where there is none. */
  archivePath: string | null;
  /** The form is a single line; the name is asked for once there is an address. */
  isLine?: boolean;
}

/** The form that subscribes to the artist's issues, and its replacement after sending. [1 §4, §5] */
export function NewsletterForm({
  artistName,
  refused,
  outcome,
  archivePath,
  isLine = false,
}: NewsletterFormProps) {
  return (
    <SwapPart id="newsletter-part">
      {outcome ? (
        <Subscribed artistName={artistName} outcome={outcome} />
      ) : (
        <div className="grid grid-cols-1 gap-4">
          <p dir="auto" className="text-muted">
            {t("New songs and dates from {artistName}, straight to your inbox.", { artistName })}
          </p>
          {isLine ? <SubscriptionLine refused={refused} /> : <SubscriptionFormPart refused={refused} />}
        </div>
      )}
      {archivePath && (
        <a
          href={archivePath}
          className="mt-2 inline-flex min-h-11 items-center font-semibold text-sm underline"
        >
          {t("Letters so far")}
        </a>
      )}
    </SwapPart>
  );
}

function Subscribed({ artistName, outcome }: { artistName: string; outcome: "subscribed" | "known" }) {
  const isNew = outcome === "subscribed";
  return (
    <SentView
      title={t(isNew ? "You're on the list" : "You're on the list already")}
      toast={
        isNew
          ? { type: "success", text: t("Successfully subscribed to {artistName}'s updates!", { artistName }) }
          : { type: "info", text: t("You're already subscribed to updates!") }
      }
    >
      <p dir="auto" className="text-muted">
        {t(
          "New songs and dates from {artistName} will find you. If a mail asks you to confirm your address, follow its link.",
          { artistName },
        )}
      </p>
    </SentView>
  );
}

const emailField = () =>
  ({
    label: t("Email"),
    type: "email",
    autoComplete: "email",
    maxLength: emailLimit,
    required: true,
  }) as const;
const nameField = () =>
  ({
    label: t("Name (optional)"),
    autoComplete: "name",
    maxLength: nameLimit,
    dir: "auto",
  }) as const;

function SubscriptionLine({ refused }: { refused: RefusedForm | undefined }) {
  const control = controlsOf("subscribe", ["subscriber_email", "subscriber_name"], refused);
  return (
    <PublicForm
      intent="subscribe"
      label={t("Newsletter")}
      failure={t(subscriptionFailure)}
      refused={refused}
      submit={t("Subscribe|verb, to the newsletter")}
      pending={t("Subscribing...")}
      className="newsletter-line"
      after={
        <div className="newsletter-name">
          <PublicField state={control("subscriber_name")} {...nameField()} />
        </div>
      }
    >
      <PublicField
        state={control("subscriber_email")}
        {...emailField()}
        // So that the styles know whether anything is typed.
        placeholder=" "
      />
    </PublicForm>
  );
}

export function SubscriptionFormPart({ refused }: { refused: RefusedForm | undefined }) {
  const control = controlsOf("subscribe", ["subscriber_email", "subscriber_name"], refused);
  return (
    <PublicForm
      intent="subscribe"
      label={t("Newsletter")}
      failure={t(subscriptionFailure)}
      refused={refused}
      submit={t("Subscribe|verb, to the newsletter")}
      pending={t("Subscribing...")}
    >
      <div className="grid grid-cols-1 items-start gap-4 @md:grid-cols-2">
        <PublicField state={control("subscriber_email")} {...emailField()} />
        <PublicField state={control("subscriber_name")} {...nameField()} />
      </div>
    </PublicForm>
  );
}

/** Issues by title, day and first words, each a link to its page. @param archivePath under which their pages are */
export function IssueList({
  issues,
  archivePath,
}: {
  issues: { id: string; title: string; beginning: string; startedAt: string }[];
  archivePath: string;
}) {
  return (
    <ul className="grid grid-cols-1 divide-y divide-line">
      {issues.map(({ id, title, beginning, startedAt }) => (
        <li key={id} className="wrap-anywhere relative grid gap-1 py-4 first:pt-0 last:pb-0">
          <p className="text-muted text-sm">
            <SentDay at={new Date(startedAt)} />
          </p>
          <h3 dir="auto" lang={languageOf(title)} className="font-bold text-lg">
            {/* The whole row can be pressed. */}
            <a
              href={`${archivePath}/${id}`}
              className="after:absolute after:inset-0 after:content-[''] hover:underline"
            >
              {title}
            </a>
          </h3>
          <p dir="auto" lang={languageOf(beginning)} className="text-start text-muted">
            {shortened(inOneLine(beginning))}
          </p>
        </li>
      ))}
    </ul>
  );
}

function SentDay({ at }: { at: Date }) {
  return (
    <time lang={language()} dateTime={at.toISOString()}>
      {dayFormat("long").format(at)}
    </time>
  );
}

/** An issue on its own page: the blocks of its mail. */
export function IssueBody({
  body,
  blocks,
  cards,
  pictures,
  sentAt,
}: {
  /** Its words, to tell their language. */
  body: string;
  blocks: readonly Block[];
  cards: ReadonlyMap<string, Card>;
  pictures: ReadonlyMap<string, Picture>;
  sentAt: Date;
}) {
  return (
    <article lang={languageOf(body)} className="wrap-anywhere grid gap-4">
      <p className="text-muted text-sm">
        <SentDay at={sentAt} />
      </p>
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, and never reordered
        <IssueBlock key={at} block={block} cards={cards} pictures={pictures} />
      ))}
    </article>
  );
}

/** As wide as the page's text. */
const picturePlaces = [
  { from: 64, ofScreen: 0, rem: 42 },
  { from: 0, ofScreen: 1, rem: -2 },
];

function IssueBlock({
  block,
  cards,
  pictures,
}: {
  block: Block;
  cards: ReadonlyMap<string, Card>;
  pictures: ReadonlyMap<string, Picture>;
}) {
  if (isEmpty(block)) return null;
  if ("words" in block) {
    const lines = linesOf(block.words);
    const inside = lines.map((line, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, and never reordered
      <Fragment key={at}>
        {at > 0 && "\n"}
        {line.map((words, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, and never reordered
          <MarkedWords key={place} words={words} />
        ))}
      </Fragment>
    ));
    return block.kind === "heading" ? (
      <h2 dir="auto" className="mt-2 whitespace-pre-line text-start font-bold text-xl">
        {inside}
      </h2>
    ) : (
      <p dir="auto" className="whitespace-pre-line text-start">
        {inside}
      </p>
    );
  }
  if (block.kind === "picture") {
    const picture = pictures.get(block.id);
    return picture ? (
      <Photo
        picture={picture}
        places={picturePlaces}
        alt={block.alt}
        className="h-auto max-w-full rounded-box"
      />
    ) : null;
  }
  const card = cards.get(block.id);
  return card ? (
    <a
      href={card.path}
      className="flex items-center gap-4 rounded-box border border-line bg-sunken p-3 hover:underline"
    >
      {card.picture && (
        <Photo
          picture={card.picture}
          places={squarePlace(5)}
          alt=""
          className="size-20 shrink-0 rounded-box object-cover"
        />
      )}
      <span className="grid">
        <bdi className="font-bold">{card.title}</bdi>
        <span className="text-muted text-sm">{card.line}</span>
      </span>
    </a>
  ) : null;
}

function MarkedWords({ words: { text, bold, italic, href } }: { words: Words }) {
  const slanted = italic ? <em>{text}</em> : text;
  const inside = bold ? <strong>{slanted}</strong> : slanted;
  return href ? (
    <a href={href} rel="noopener" className="text-link">
      {inside}
    </a>
  ) : (
    inside
  );
}
