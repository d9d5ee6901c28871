import { type ApiDocument, documentOf, type JsonSchema } from "#server/api/openapi.ts";
import { problemKinds } from "#server/api/problem.ts";
import type { Resource } from "#server/api/resource.ts";
import { apiAreaNames, apiAreas } from "~/shared/api-areas";

/** A field of a body or an answer. */
export interface Field {
  name: string;
  /** Such as "text of at most 200 characters, or null". */
  type: string;
  isRequired: boolean;
  description: string | undefined;
}

export type DescribedApi = ReturnType<typeof describedApi>;

/** The API's document, as its page shows it. */
export function describedApi(resources: readonly Resource[], origin: string) {
  const document = documentOf(resources, origin);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      area: operation.tags[0],
      method: method.toUpperCase(),
      path,
      summary: operation.summary,
      about: operation.description,
      parameters: operation.parameters ?? [],
      fields: fieldsOf(document, operation.requestBody?.content["application/json"]?.schema),
    })),
  );
  const areas = apiAreaNames.map((area) => ({
    name: area,
    title: apiAreas[area],
    operations: operations.filter((operation) => operation.area === area),
  }));
  return {
    address: document.servers[0]?.url ?? "",
    areas: areas.filter((area) => area.operations.length > 0),
    rows: Object.entries(document.components.schemas).map(([name, schema]) => ({
      name,
      fields: fieldsOf(document, schema),
    })),
    problems: problemKinds,
  };
}

function fieldsOf({ components }: ApiDocument, schema: JsonSchema | undefined): Field[] {
  if (!schema) return [];
  const named = schema.$ref?.split("/").at(-1);
  const { properties = {}, required = [] } = named ? (components.schemas[named] ?? {}) : schema;
  return Object.entries(properties).map(([name, property]) => ({
    name,
    type: typeof property === "boolean" ? "anything" : typeText(property),
    isRequired: required.includes(name),
    description: typeof property === "boolean" ? undefined : property.description,
  }));
}

const formats: Record<string, string> = {
  uuid: "id",
  date: "date",
  time: "time of day",
  "date-time": "date and time",
};

/** What a field may hold, in words. */
function typeText(schema: JsonSchema): string {
  if (schema.anyOf) {
    return schema.anyOf
      .map((part) => (typeof part === "boolean" ? "anything" : typeText(part)))
      .join(", or ");
  }
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(", ");
  if (schema.type === "array") {
    const { items } = schema;
    const of = typeof items === "object" && !Array.isArray(items) ? typeText(items) : "anything";
    return `list of ${of}${schema.maxItems ? `, at most ${schema.maxItems}` : ""}`;
  }
  if (schema.type === "string") {
    const name = formats[schema.format ?? ""] ?? "text";
    return schema.maxLength ? `${name} of at most ${schema.maxLength} characters` : name;
  }
  if (schema.type === "integer" || schema.type === "number") {
    const { minimum, maximum = Number.MAX_SAFE_INTEGER } = schema;
    const isBounded = minimum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
    return isBounded ? `number from ${minimum} to ${maximum}` : "number";
  }
  if (schema.type === "boolean") return "true or false";
  return String(schema.type ?? "object");
}
