import type { Visit } from "#server/db/visits.ts";
import type { Services } from "#server/services.ts";
import { visitField } from "./kinds.ts";
import { visitSchema } from "./schema.ts";
import { deviceOf, isRobot, sourceOf } from "./visit.ts";

/**
 * The source of a form's visitor, as the page reports it. Undefined for visitors who ask not to be tracked, for
 * programs, and without a script.
 */
export function visitOfForm(
  { config }: Pick<Services, "config">,
  form: FormData,
  headers: Headers,
): Visit | undefined {
  const agent = headers.get("User-Agent") ?? undefined;
  if (headers.get("DNT") === "1" || headers.get("Sec-GPC") === "1") return undefined;
  if (!agent || isRobot(agent)) return undefined;
  const { data } = visitSchema.safeParse(readJson(form.get(visitField)));
  if (!data) return undefined;
  const source = sourceOf(data.from, data.tag, new URL(config.origin).host);
  return { source, device: deviceOf(agent, data.touch) };
}

function readJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}
