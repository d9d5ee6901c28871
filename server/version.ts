import about from "../package.json" with { type: "json" };

/** This Handbill's. */
export const { version } = about;
