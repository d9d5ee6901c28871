import { Hammer } from "lucide-react";
import { useLocation } from "react-router";
import { EmptyState } from "~/ui/empty-state";
import { ToolPage } from "~/ui/tool-page";

/** Nothing to load; that it exists makes a navigation in the browser ask the gate. */
export function loader() {
  return null;
}

const tools: Record<string, string> = {
  "/gallery": "Photo Gallery",
  "/messages": "Messages",
};

/** Holds the address of a tool until the tool is there. */
export default function NotYet() {
  const tool = tools[useLocation().pathname.replace(/\/$/, "")] ?? "Coming up";
  return (
    <ToolPage title={tool}>
      <EmptyState
        icon={Hammer}
        title="Not ready yet"
        text="This tool is still being built. Your profile and your music are ready to use from the dashboard."
      />
    </ToolPage>
  );
}
