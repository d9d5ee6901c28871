import { data } from "react-router";
import { AppError } from "#server/errors.ts";

/** The outcome of a button: a toast, and the data for the screen. */
export interface Notice {
  type: "success" | "error";
  text: string;
}

/** Executes the action of a button; a refusal comes back as a toast, with the refusal's status. */
export async function withNotice<Answer extends { notice?: Notice }>(work: () => Promise<Answer>) {
  try {
    return data<Answer | { notice: Notice }>(await work());
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return data<Answer | { notice: Notice }>(
      { notice: { type: "error", text: error.publicText } },
      { status: error.status },
    );
  }
}
