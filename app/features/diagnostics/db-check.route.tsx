import { useRef } from "react";
import { type FetcherWithComponents, useFetcher } from "react-router";
import { z } from "zod";
import { AppError } from "#server/errors.ts";
import { servicesContext } from "~/services.server";
import { answerOrFailed, isNothingDone } from "~/shared/action-answer";
import { lostText } from "~/shared/connection";
import { t } from "~/shared/t";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Spinner } from "~/ui/spinner";
import { useToast } from "~/ui/toasts";
import { ToolPage } from "~/ui/tool-page";
import { useAnswer } from "~/ui/use-answer";
import { viewerContext } from "~/viewer.server";
import type { Route } from "./+types/db-check.route";
import { diagnosticAction, type Notice } from "./answers.server";
import { connectionTest, userTest } from "./checks.server";
import { createUser } from "./fixes.server";
import { reasonOf } from "./reasons.server";
import * as texts from "./results";
import { type BucketCheck, checkBucket, tryUpload } from "./storage.server";
import { SignInNote } from "./who";
import { whoLooks } from "./who.server";

export { unlessFailed as shouldRevalidate } from "~/shared/action-answer";

/** Runs the test each time: the screen shows the state now. */
export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const viewer = context.get(viewerContext);
  const [connection, storage, user, who] = await Promise.all([
    connectionTest(services),
    checkBucket(services),
    viewer && userTest(services.db.asMusician(viewer.userId), viewer),
    whoLooks(context),
  ]);
  return { connection, storage, user, who };
}

const checkSchema = z.object({
  intent: z.enum(["check-connection", "check-storage", "create-user", "upload-text", "upload-image"]),
});

export const action = diagnosticAction(
  checkSchema,
  async (services, viewer, { intent }): Promise<{ notice?: Notice }> => {
    // Looking is the loader's, which follows.
    if (intent === "check-connection" || intent === "check-storage") return {};
    if (!viewer) throw new AppError("unauthenticated", t(texts.signInToFix));
    if (intent === "create-user") {
      return { notice: { type: "success", text: await createUser(services, viewer) } };
    }
    const { trial, done, failed } = trials[intent];
    // Storing a file would make the folder that is missing, and hide that a disk isn't mounted.
    const { problem } = await checkBucket(services);
    if (problem) throw new AppError("unavailable", failed(problem));
    try {
      await tryUpload(services, viewer.userId, trial);
    } catch (error) {
      services.log.warn({ err: error, userId: viewer.userId }, "a test upload failed");
      throw new AppError("unavailable", failed(reasonOf(error, viewer)), { cause: error });
    }
    return { notice: { type: "success", text: t(done) } };
  },
);

const trials = {
  "upload-text": { trial: "text", done: texts.uploadDone, failed: texts.uploadFailed },
  "upload-image": { trial: "image", done: texts.imageUploadDone, failed: texts.imageUploadFailed },
} as const;

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFailed(serverAction);
}

/** [2 §9] */
const storageRefreshMs = 500;

export default function DbCheck({
  loaderData: { connection, storage, user, who },
  actionData,
}: Route.ComponentProps) {
  const connecting = useTelling();
  const storing = useTelling();
  const refreshDelay = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isChecking = connecting.state !== "idle";
  const posted = actionData && "notice" in actionData ? actionData.notice : undefined;

  const forceRefresh = () => {
    clearTimeout(refreshDelay.current);
    refreshDelay.current = setTimeout(
      () => storing.submit({ intent: "check-storage" }, { method: "post" }),
      storageRefreshMs,
    );
  };

  return (
    <ToolPage
      title={t("Database Configuration Check")}
      intro={t(
        "Whether the server reaches its database and its file storage, and whether your account is in order.",
      )}
    >
      <div className="grid grid-cols-1 gap-6">
        <SignInNote {...who} />
        {posted && <Alert type={posted.type}>{posted.text}</Alert>}
        <Card title={t("Connection")}>
          <div role="status" className="grid gap-1">
            <p className="flex items-center gap-2 font-semibold">
              {isChecking && <Spinner size="sm" />}
              {isChecking ? (
                t("Checking...")
              ) : connection.status === "pass" ? (
                <span className="text-success">{t("Connected")}</span>
              ) : (
                <span className="text-danger">{t("Error")}</span>
              )}
            </p>
            {!isChecking && <p className="text-muted text-sm">{connection.message}</p>}
          </div>
          {user && !isChecking && (
            <div className="mt-4">
              <Alert type={user.status === "pass" ? "success" : "error"}>
                <p>{user.message}</p>
                {user.details?.map((line) => (
                  <p key={line}>{line}</p>
                ))}
              </Alert>
            </div>
          )}
          <div className="mt-4 flex flex-wrap gap-3">
            <Press fetcher={connecting} intent="check-connection">
              {t("Recheck Connection")}
            </Press>
            {user?.fix === "create_user" && (
              <Press fetcher={connecting} intent="create-user">
                {t("Create Missing User Record")}
              </Press>
            )}
          </div>
        </Card>
        <Card title={t("Storage")}>
          <StoragePanel storage={storage} isChecking={storing.state !== "idle"} />
          <div className="mt-4 flex flex-wrap gap-3">
            <Press fetcher={storing} intent="check-storage">
              {t("Check Storage")}
            </Press>
            <Button variant="secondary" onClick={forceRefresh} disabled={storing.state !== "idle"}>
              {t("Force Refresh Storage")}
            </Button>
            {who.account && (
              <>
                <Press fetcher={storing} intent="upload-text">
                  {t("Test Upload")}
                </Press>
                <Press fetcher={storing} intent="upload-image">
                  {t("Test Image Upload")}
                </Press>
              </>
            )}
          </div>
        </Card>
      </div>
    </ToolPage>
  );
}

/** A fetcher that says in a toast what came of it. */
function useTelling() {
  const fetcher = useFetcher<typeof clientAction>();
  const toast = useToast();
  useAnswer(fetcher.data, (answer) => {
    if (isNothingDone(answer)) toast.error(lostText());
    else if (answer.notice) toast[answer.notice.type](answer.notice.text);
  });
  return fetcher;
}

function Press({
  fetcher,
  intent,
  children,
}: {
  fetcher: FetcherWithComponents<unknown>;
  intent: string;
  children: string;
}) {
  return (
    <fetcher.Form method="post">
      <Button
        type="submit"
        name="intent"
        value={intent}
        variant="secondary"
        disabled={fetcher.state !== "idle"}
        pending={fetcher.formData?.get("intent") === intent}
      >
        {children}
      </Button>
    </fetcher.Form>
  );
}

function StoragePanel({ storage, isChecking }: { storage: BucketCheck; isChecking: boolean }) {
  const { buckets, exists, problem, advice } = storage;
  return (
    <div role="status" className="grid gap-3 text-sm">
      <dl className="grid gap-3 sm:grid-cols-2">
        <div>
          <dt className="text-muted">{t("Buckets")}</dt>
          <dd className="font-medium">{buckets.length > 0 ? buckets.join(", ") : t("None")}</dd>
        </div>
        <div>
          <dt className="text-muted">{t("Bucket 'uploads'")}</dt>
          <dd className={`font-medium ${exists ? "text-success" : "text-danger"}`}>
            {exists ? t("It exists") : t("It doesn't exist, or can't be used")}
          </dd>
        </div>
      </dl>
      {isChecking && (
        <p className="flex items-center gap-2 text-muted">
          <Spinner size="sm" />
          {t("Checking...")}
        </p>
      )}
      {problem && !isChecking && (
        <Alert type="error">
          <p>{problem}</p>
          <p className="mt-2">
            {t("Please verify that the 'uploads' bucket exists, is public and allows image and audio types:")}
          </p>
          <ul className="mt-1 list-disc ps-5">
            {advice.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Alert>
      )}
    </div>
  );
}
