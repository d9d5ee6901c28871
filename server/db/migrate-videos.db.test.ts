import { expect, test } from "vitest";
import { databaseBefore } from "../../tests/harness/old-database.ts";

test("earlier videos get the address that a page plays; addresses that name no video are gone", async () => {
  await using old = await databaseBefore("0016-videos.sql");
  const before: [type: string, address: string, after: string | null][] = [
    ["youtube", "https://www.youtube.com/watch?v=dQw4w9WgXcQ", youtube("dQw4w9WgXcQ")],
    ["youtube", "http://m.youtube.com/watch?feature=share&v=a-B_c1d2e3f#t", youtube("a-B_c1d2e3f")],
    ["youtube", "https://YOUTU.BE/DQw4w9WgXcQ?si=1", youtube("DQw4w9WgXcQ")],
    ["youtube", "https://www.youtube.com/embed/abcdefghijk", youtube("abcdefghijk")],
    ["youtube", youtube("abcdefghijk"), youtube("abcdefghijk")],
    ["youtube", "https://youtube.com.evil.test/watch?v=dQw4w9WgXcQ", null],
    ["youtube", "https://www.youtube.com/watch?v=muchtoolongid", null],
    ["vimeo", "https://vimeo.com/76979871", vimeo("76979871")],
    ["vimeo", "https://vimeo.com/channels/staffpicks/76979871?share=copy", vimeo("76979871")],
    ["vimeo", "https://vimeo.com/76979871/8272103f6e", vimeo("76979871?h=8272103f6e")],
    ["vimeo", "https://player.vimeo.com/video/76979871?h=8272103f6e", vimeo("76979871?h=8272103f6e")],
    ["vimeo", "https://vimeo.com/staffpicks", null],
    ["mp4", "http://example.org/Set.MP4", "https://example.org/Set.MP4"],
    ["mp4", "https://example.org/a.webm", null],
  ];
  const { rows: users } = await old.client.query(
    "insert into users (email) values ('a@example.org') returning id",
  );
  for (const [index, [type, address]] of before.entries()) {
    await old.client.query(
      `insert into video_gallery (user_id, title, video_type, video_url, display_order) values ($1, $2, $3, $4, $5)`,
      [users[0].id, `Video ${index}`, type, address, index],
    );
  }
  await old.migrate();
  const { rows } = await old.client.query(
    "select title, video_url from video_gallery order by display_order",
  );
  expect(rows).toEqual(
    before.flatMap(([, , address], index) =>
      address ? [{ title: `Video ${index}`, video_url: address }] : [],
    ),
  );
});

function youtube(id: string): string {
  return `https://www.youtube-nocookie.com/embed/${id}`;
}

function vimeo(id: string): string {
  return `https://player.vimeo.com/video/${id}`;
}
