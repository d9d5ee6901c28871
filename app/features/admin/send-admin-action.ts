import { answerOrFailed } from "~/shared/action-answer";
import { withFreshPassword } from "~/ui/password-gate";
import { isSensitive } from "./sensitive-intents.ts";

/** An admin's screen's `clientAction`: asks for the password first where the form needs it. */
export async function sendAdminAction<Answer>({
  request,
  serverAction,
}: {
  request: Request;
  serverAction: () => Promise<Answer>;
}) {
  const form = await request.clone().formData();
  const send = () => answerOrFailed(serverAction);
  return isSensitive(form.get("intent")) ? withFreshPassword(send) : send();
}
