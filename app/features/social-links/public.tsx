export interface PublicSocialLink {
  /** One of the platforms of `social_links`. */
  platform: string;
  url: string;
}

/** The artist elsewhere. [1 §2] */
export function SocialLinks({ links }: { links: PublicSocialLink[] }) {
  return (
    <ul>
      {links.map(({ platform, url }) => (
        <li key={url}>
          <a href={url} rel="me">
            {platform}
          </a>
        </li>
      ))}
    </ul>
  );
}
