import { answerOrFailed } from "~/shared/action-answer";
import { withFreshPassword } from "~/ui/password-gate";
import { isSensitive } from "./sensitive-intents.ts";

/**
 * An admin's screen's `clientAction`: asks for the password first where the form needs it.
 * @param asksEachTime why it is asked for however lately it was given, by the form's intent
 */
export async function sendAdminAction<Answer>(
  {
    request,
    serverAction,
  }: {
    request: Request;
    serverAction: () => Promise<Answer>;
  },
  asksEachTime: Readonly<Record<string, string>> = {},
) {
  const form = await request.clone().formData();
  const send = () => answerOrFailed(serverAction);
  const intent = form.get("intent");
  const why = typeof intent === "string" ? asksEachTime[intent] : undefined;
  return why !== undefined || isSensitive(intent) ? withFreshPassword(send, why) : send();
}
