import { createContext, useContext, useEffect } from "react";

/** A form whose fields show on the page's preview before they are saved. */
export interface PreviewedForm {
  /** Its element's. */
  id: string;
  /** The name that the preview knows it by. */
  form: string;
  /** While it holds none, the page is shown as it is saved. */
  hasChanges: boolean;
}

/** Has the preview beside the tool show a form, or, with null, what the tool shows else; null where there is no preview. */
export const PreviewedFormContext = createContext<((form: PreviewedForm | null) => void) | null>(null);

/** Shows the form on the preview beside the tool, as long as it is there. */
export function usePreviewedForm(id: string, form: string | undefined): void {
  const show = useContext(PreviewedFormContext);
  useEffect(() => {
    if (!show || form === undefined) return;
    show({ id, form, hasChanges: true });
    return () => show(null);
  }, [show, id, form]);
}
