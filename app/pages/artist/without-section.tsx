import { asToast, Notice } from "~/public-ui/public-form";
import { type FormState, refusedOf } from "./form-state.ts";

/** Shows the outcome of a form whose section the artist has taken off the page since the visitor saw it. */
export function WithoutSection({
  page,
  sent,
}: {
  page: { comments: unknown[] | null; hasBookingForm?: boolean };
  sent: FormState;
}) {
  const refused = page.comments ? undefined : refusedOf("comment", sent);
  const text = (refused ?? (page.hasBookingForm ? undefined : refusedOf("book", sent)))?.errors.form;
  if (!text) return null;
  return (
    <div className="public-width py-20">
      <Notice type="error" takesFocus toast={asToast("error")}>
        {text}
      </Notice>
    </div>
  );
}
