import { z } from "zod";

const manifestSchema = z.object({
  routes: z.record(
    z.string(),
    z.object({
      parentId: z.string().optional(),
      module: z.string(),
      imports: z.array(z.string()).optional(),
    }),
  ),
});

/**
 * Fetches the code of the tools beside the one that is open: React Router reloads the page whose next screen's code it
 * can't get, and so a server out of reach would cost the screen after all.
 * @param layout the route they stand in
 */
export function preloadTools(layout: string): void {
  // The router's routes so far: it learns of them as links to them come into sight.
  const known = manifestSchema.safeParse(Reflect.get(window, "__reactRouterManifest"));
  const routes = Object.values(known.data?.routes ?? {}).filter(({ parentId }) => parentId === layout);
  for (const href of new Set(routes.flatMap(({ module, imports = [] }) => [module, ...imports]))) {
    if (document.querySelector(`link[href="${CSS.escape(href)}"]`)) continue;
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
  }
}
