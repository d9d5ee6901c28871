import { CircleAlert } from "lucide-react";
import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { t } from "~/shared/t";
import { Button } from "./button.tsx";
import { useToast } from "./toasts.tsx";

/** Stands where a list would, when it could not be loaded: says so in a toast and in its place, and offers to try again. */
export function LoadFailure({ text }: { text: string }) {
  const toast = useToast();
  const { revalidate, state } = useRevalidator();
  useEffect(() => toast.error(text), [toast, text]);
  return (
    <div className="flex flex-col items-center gap-4 rounded-box border border-edge border-dashed px-6 py-10 text-center">
      <p className="flex items-center gap-2 font-medium text-danger">
        <CircleAlert aria-hidden="true" className="size-5 shrink-0" />
        {text}
      </p>
      <Button variant="secondary" onClick={() => revalidate()} pending={state === "loading"}>
        {t("Try again")}
      </Button>
    </div>
  );
}
