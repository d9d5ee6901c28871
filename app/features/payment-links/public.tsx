export interface PublicSupportLink {
  platform: "paypal" | "venmo" | "cashapp" | "stripe" | "kofi" | "patreon" | "other";
  url: string;
}

/** The ways to support the artist. [1 §2] */
export function SupportLinks({ links }: { links: PublicSupportLink[] }) {
  return (
    <ul>
      {links.map(({ platform, url }) => (
        <li key={url}>
          <a href={url}>{platform}</a>
        </li>
      ))}
    </ul>
  );
}
