import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { documentOf } from "../server/api/openapi.ts";
import { apiResources } from "./pages/api/resources.server.ts";

test("the document is OpenAPI without a fault or a warning", async () => {
  const source = JSON.stringify(documentOf(apiResources, "https://handbill.example"));
  const config = await createConfig({
    extends: ["recommended-strict"],
    // The software has none.
    rules: { "info-license": "off" },
  });
  const problems = await lintFromString({ source, config });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
    [],
  );
});
