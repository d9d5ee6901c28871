export type StepName = "name" | "track" | "picture" | "links" | "share";

export interface Step {
  name: StepName;
  isDone: boolean;
  /** The step can't be done before there is a page. */
  waitsForName: boolean;
}

/** What the steps are known by: counts of rows, and the two things that are noted. */
interface Progress {
  tracks: number;
  pictures: number;
  socialLinks: number;
  pageLinks: number;
  isShared: boolean;
  hidesFirstSteps: boolean;
}

/**
 * The first steps to a page that fans have the address of, in their order; null when all are done, or the musician has
 * put them away.
 */
export function firstSteps({ page, stats }: { page: object | null; stats: Progress }): Step[] | null {
  const steps: Record<StepName, boolean> = {
    name: page !== null,
    track: stats.tracks > 0,
    picture: stats.pictures > 0,
    links: stats.socialLinks + stats.pageLinks > 0,
    share: stats.isShared,
  };
  if (stats.hidesFirstSteps || Object.values(steps).every(Boolean)) return null;
  const step = (name: StepName): Step => ({
    name,
    isDone: steps[name],
    waitsForName: page === null && (name === "picture" || name === "share"),
  });
  return [step("name"), step("track"), step("picture"), step("links"), step("share")];
}
