import fc from "fast-check";
import { expect, test } from "vitest";
import { looksLikeSpam } from "./spam.ts";

const comment = (content: string, author_name = "Ines") => ({ author_name, content, subject: "" });

test.each([
  "saw you at Haymarket last night!!",
  "Amazing show! When are you back in Leeds?",
  "🔥🔥🔥🔥🔥",
  "❤️".repeat(40),
  "3.5/5, would have been 5/5 with an encore",
  "You played Mr.Brightside better than they do",
  "Greetings from St.Ives.So good to hear you.Come back soon",
  "Loved it. Online tickets were cheap. Shop was closed though. Site of the year!",
  "best gig ever,net result: no voice left",
  "will.i.am could never",
  "e.g. the second song... wow...it was great.is there a live album?",
  "Doors 7.30pm/8pm? £12.50 or 10?",
  "AC/DC meets R.E.M. vs. the B-52's",
  "I LOVE YOU GUYS SO MUCH BEST NIGHT OF MY LIFE NEVER STOP PLAYING",
  "sooooooooooooo good!!!!!!!!!!!!!!!!!!!!",
  "na na na na na na na na na na na na, hey Jude",
  "Y E S  Y E S  Y E S",
  "ваш концерт был супер.со мной была вся семья",
  "قدمت عرضًا رائعًا الليلة، شكرًا لكم!",
  "昨日のライブ最高でした。また来てください。",
  "오늘 공연 정말 좋았어요!! 또 와주세요 ㅠㅠ",
  "noche increíble.de verdad, eu amei, c'était top.au revoir",
  "Track 4 @ 2:31 gave me chills, @drummer you are a machine",
  "Add me to the list (the guest list)! Call it 2+2=4",
  "My email is on the booking form. The dot. Com bubble song rules",
  "Song [live] (2019 remaster) > studio version",
  "line one of the chorus\nline two of the chorus\nline one of the chorus\nline two of the chorus",
])("an honest comment: %s", (content) => {
  expect(looksLikeSpam(comment(content))).toBe(false);
});

test.each(["Mr.Brightside", "St.Ives", "J.Cole", "will.i.am", "D.J. Ötzi", "Анна", "小林", "O'Neill-Smith"])(
  "an honest name: %s",
  (name) => expect(looksLikeSpam(comment("See you in May", name))).toBe(false),
);

test.each([
  "https://example.org",
  "HTTP://EXAMPLE.ORG/offer",
  "ftp://x/y",
  "hxxps://bad[.]example",
  "www.example.example",
  "www. example . top",
  "go to cheap-followers.com now",
  "cheap-followers.COM",
  "cheapfollowers(dot)com",
  "cheapfollowers [.] com",
  "cheapfollowers dot com",
  "cheapfollowers . com",
  "cheapfollowers,com",
  "c h e a p . c o m",
  "cheap\u200bfollowers.\u200bcom",
  "ｃｈｅａｐ．ｃｏｍ",
  "сheap.соm",
  "пример.рф",
  "example。com",
  "shop.example.co.uk",
  "t.me/joinhere",
  "bit.ly/3abc and youtu.be/xyz",
  "<a href=x>free</a>",
  "[url=x]free[/url]",
  "[free](x)",
  "write to promo@example.org",
  "promo (at) example (dot) org",
  "Dr. Love cured me, WhatsApp +234 801 234 5678",
  "!".repeat(41),
  "a".repeat(500),
  "🔥".repeat(101),
  "buy ".repeat(40),
  "FREE FOLLOWERS HERE ".repeat(12),
  "the same line again\n".repeat(6),
])("spam: %s", (content) => {
  expect(looksLikeSpam(comment(content))).toBe(true);
});

test("a link in the name, or anything in the trap, is spam too", () => {
  expect(looksLikeSpam(comment("Nice songs", "cheap-followers.com"))).toBe(true);
  expect(looksLikeSpam({ ...comment("Nice songs"), subject: "Re: your page" })).toBe(true);
});

test("an address is found wherever it stands in honest words", () => {
  const words = fc.array(fc.constantFrom("great", "show", "🔥", "昨日の", "see you!", "\n", "3.5/5"), {
    maxLength: 20,
  });
  fc.assert(
    fc.property(words, words, (before, after) => {
      const around = (middle: string) => comment([...before, middle, ...after].join(" "));
      expect(looksLikeSpam(around("cheap-followers.com"))).toBe(true);
      expect(looksLikeSpam(around("thanks"))).toBe(false);
    }),
  );
});

test("whatever is written is judged, without the patterns losing their way in it", () => {
  const nasty = fc.constantFrom(
    "a ",
    ". ",
    "dot ",
    "(",
    "www",
    "+1",
    "@",
    "\n",
    "e.",
    "[url",
    "<a ",
    "аб",
    "🔥",
  );
  const texts = fc.oneof(
    fc.string({ maxLength: 2000 }),
    fc.array(nasty, { maxLength: 20 }).map((parts) => parts.join("").repeat(100).slice(0, 2000)),
  );
  fc.assert(
    fc.property(texts, (text) => {
      expect(looksLikeSpam(comment(text))).toBeTypeOf("boolean");
    }),
    { numRuns: 100 },
  );
});
