import { msg, t } from "./t.ts";

// The terms and the privacy notice that a site has until an admin writes others.

interface Section {
  heading: string | null;
  /** Paragraphs, and lists by their items. */
  blocks: (string | string[])[];
}

const terms: Section[] = [
  {
    heading: null,
    blocks: [
      msg("You deal with the people who run {site}. These are the rules that make it work for everybody."),
    ],
  },
  {
    heading: msg("Your account"),
    blocks: [
      msg(
        "One account belongs to one musician or band. Give an email address that you read, and keep your password to yourself. Whatever is done with your account counts as done by you.",
      ),
    ],
  },
  {
    heading: msg("Your work stays yours"),
    blocks: [
      msg(
        "What you upload and write remains your own. By putting it on your page you allow this site to store it and to show and play it to visitors, and to let them download the tracks you have marked for download. Nothing else is done with it. Take it off your page, and that permission ends.",
      ),
    ],
  },
  {
    heading: msg("Only what you may share"),
    blocks: [
      msg(
        "Upload music, pictures and texts that you made, or that you have the right to publish. Don't use a page to deceive people, to attack them, to send spam, or for anything that is against the law.",
      ),
    ],
  },
  {
    heading: msg("What we may do"),
    blocks: [
      msg(
        "The people who run this site may take down what breaks these rules, and may close an account that keeps breaking them.",
      ),
    ],
  },
  {
    heading: msg("No promises beyond care"),
    blocks: [
      msg(
        "The site is run with care, but without a guarantee that it is always reachable. Keep your own copies of your recordings.",
      ),
    ],
  },
  {
    heading: msg("Leaving"),
    blocks: [
      msg(
        "You may stop at any time: delete your account under Account, Your data. From that moment nothing of it is public. For 14 days, signing in brings everything back; then everything stored for it is gone. What that is stands in the privacy notice, which every page of the site leads to.",
      ),
    ],
  },
];

/** States what this version stores; a change that stores more adds its line here. */
const privacy: Section[] = [
  {
    heading: null,
    blocks: [
      msg(
        "{site} stores what it needs to show a musician's page, and nothing to follow anybody around. No advertising, no trackers, no third party: every file of these pages comes from this site itself.",
      ),
    ],
  },
  {
    heading: msg("If you only visit"),
    blocks: [
      msg(
        "No cookie is set, and no profile of you is made. The server's log keeps which page was asked for and how long the answer took, but not who asked.",
      ),
      msg(
        "Musicians see how often their pages are opened, played and followed, by the day, the kind of device and the site that led there: sums, never people. To count one visitor once a day, the server mixes network and browser with a random number into a hash. When the day is over, both are deleted; the address itself is never stored. A visitor whose browser signals Do Not Track or Global Privacy Control isn't counted.",
      ),
    ],
  },
  {
    heading: msg("If you write to a musician"),
    blocks: [
      [
        msg("A comment is shown on their page with the name you give, until they hide or delete it."),
        msg("A booking request goes to them with all that you type into it, and stays until they delete it."),
        msg(
          "For their letters they have your address and, if you give one, your name; when you subscribed and confirmed; and whether each letter could be sent to you, but not whether you opened it or followed a link. Each letter has a link that unsubscribes at one press. Your address then stays marked, so that nobody puts it back, until they delete it. The letters also stand on the web, without any address.",
        ),
        msg(
          "If you ask to be told when a release is out, your address is kept for that one mail. The musician sees how many ask, not who. The link in the mail removes it at once; otherwise it goes 30 days after the release was told, or 30 days after our question if nobody answers that.",
        ),
      ],
      msg(
        "With a booking request or a subscription, the site that led you to the page and the kind of device are counted too, as for visits, and kept apart from what you write.",
      ),
    ],
  },
  {
    heading: msg("If you have an account"),
    blocks: [
      [
        msg(
          "Your email address. Nobody sees it on your public page or in its address. Other musicians who are signed in see it in messages, unless you hide it in the message settings.",
        ),
        msg(
          "Where you are signed in: the browser and the system, since when, and when it was last used, until the session ends. Where on earth that is isn't looked up.",
        ),
        msg("When you change your address, the old one, for a week in which you can have it back."),
        msg("Your password as an argon2id hash: it can be checked, but not read back."),
        msg(
          "If you set up an authenticator app, the key that it and the server share, and hashes of your recovery codes.",
        ),
        msg(
          "If you make passkeys, the half of each that only checks, its name, and when it was made and last used; and if you want to be asked for one after your password, that you do, and hashes of your recovery codes. The other half, and your finger, face or PIN, stay on your device.",
        ),
        msg("What you put on your page: artist name, bio, location, page address, tracks."),
        msg(
          "What you have typed and not saved yet, such as an event or a message, so that it is there on your other devices: until you save or discard it, for 30 days at most. Nobody else sees it.",
        ),
        msg(
          "Your messages with other musicians, and whether they were read. The people who run this site see a message once its recipient reports it.",
        ),
        msg("The date your account was made, and whether you are an admin."),
        msg(
          "What admins have decided about your account, such as a warning or a suspension, with the reason. A list of such decisions, with the addresses they were about, stays also when an account goes. What you do about your own account, such as deleting it, stands there without your address.",
        ),
      ],
      msg(
        "What you delete of your tracks, photos, videos, events, links and press kits is out of sight and out of reach at once. It goes for good after 30 days, or when you empty Recently deleted; until then only you can bring it back.",
      ),
      msg(
        "All of it stays for as long as the account does, and for 14 days more when you delete it, in which nobody else sees it and signing in brings it back. Once it is gone, a last mail tells you, where mail is set up.",
      ),
    ],
  },
  {
    heading: msg("Cookies"),
    blocks: [
      msg(
        "Each is needed for what it does, and none is read by anybody else. Signing in sets one that says it is you. With 'Remember me' it lasts 30 days from your last visit; without it, it ends when you close the browser, and after a day without a visit at the latest. Signing out deletes it, and a new password ends every session you have.",
      ),
      msg(
        "Signing in also sets one by which your account knows this browser again, for 400 days. It opens nothing: it keeps strangers who try passwords for your account from locking you out here, and a sign-in from a browser without it is told to you by mail. A new password by a mailed link makes the account forget all its browsers, and ending all other sessions all but this one.",
      ),
      msg(
        "Following a link to a new password sets another, and asking for one may set a third that keeps which screen you were on your way to. They go with the new password, or after 30 minutes. Where your account has a second factor, one keeps that your password was right until you have given that as well, for 10 minutes at most. The page for signing in sets one by which a passkey's answer belongs to this browser, for 5 minutes, where passkeys work.",
      ),
      msg(
        "Sending a form on a musician's page sets one that carries what became of it to the next page, for a minute at most. Subscribing sets one for that page alone, by which it knows in this browser that you have: scrambled, for 400 days.",
      ),
      msg(
        "Without any cookie, your browser itself keeps which music service you chose on a release's page, so that it comes first the next time. That is sent to nobody.",
      ),
      msg(
        "An address that you have typed to sign in goes along when you choose another way of signing in. Your browser forgets it there.",
      ),
      msg(
        "Playing music sets no cookie. Your browser remembers, and tells nobody, how loud you hear it, and until you close the tab which track was on and where, so that a reload doesn't lose it.",
      ),
      msg(
        "While you upload files, your browser keeps a copy of each until it has arrived, for a day at most, so that a reload doesn't lose it.",
      ),
    ],
  },
  {
    heading: msg("Against break-ins"),
    blocks: [
      msg(
        "To stop people from guessing passwords, the server counts attempts by account and network. It keeps those counts under scrambled names, not as addresses, and forgets them: attempts within the hour, networks you have signed in from within 90 days.",
      ),
    ],
  },
  {
    heading: msg("Mail"),
    blocks: [
      msg(
        "If you sign up, we mail you a link that opens your account; until then your address and the password's hash wait for a day. If the address has an account, the mail says so instead. If you ask for a new password, we mail you a link that works once and for 30 minutes, and if you ask for one that signs you in, it works once and for 10 minutes. If you subscribe to a musician's letters, we ask you by mail to confirm it, and then send you what they write. If you ask to be told when a release is out, we ask you by mail to confirm it, and mail you once when it is. A booking request is answered with a receipt. Musicians also get mails about booking requests, comments, messages and new subscribers, as they choose. A sent mail leaves the server's queue within minutes; where no mail server is set up, it is kept as a file for the people who run this site.",
      ),
    ],
  },
  {
    heading: msg("Links to elsewhere"),
    blocks: [
      msg(
        "A musician's page may link to other sites. Once you follow such a link, that site's own rules apply.",
      ),
    ],
  },
  {
    heading: msg("Having it removed"),
    blocks: [
      msg(
        "You can change your profile yourself at any time. Under Account, Your data, you fetch everything that is stored of yours as one archive, and delete your account with all that belongs to it. If you have written to a musician and want that removed, ask them, or the people who run this site. Copies in backups go when those are replaced.",
      ),
    ],
  },
];

/** In English, in the form of `site-text.ts`, as an admin begins to write. */
export const standardTexts = { terms: written(terms), privacy: written(privacy) } as const;

/** The same in the reader's language. */
export function saidStandardText(name: keyof typeof standardTexts): string {
  // The site's name is put in as it is for a text of its own.
  return written(name === "terms" ? terms : privacy, (text) => t(text, { site: "{site}" }));
}

function written(sections: Section[], said = (text: string) => text): string {
  return sections
    .flatMap(({ heading, blocks }) => [
      ...(heading === null ? [] : [`## ${said(heading)}`]),
      ...blocks.map((block) =>
        typeof block === "string" ? said(block) : block.map((item) => `- ${said(item)}`).join("\n"),
      ),
    ])
    .join("\n\n");
}
