export interface PublicPressKit {
  fileUrl: string;
  fileName: string;
  bytes: number;
}

/** The press kit as one link. */
export function PressKit({ pressKit }: { pressKit: PublicPressKit }) {
  return <a href={pressKit.fileUrl}>{pressKit.fileName}</a>;
}
