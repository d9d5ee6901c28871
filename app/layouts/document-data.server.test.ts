import { text } from "node:stream/consumers";
import {
  createRequestHandler,
  data,
  type EntryContext,
  RouterContextProvider,
  type ServerBuild,
} from "react-router";
import { expect, test } from "vitest";
import { withDocumentData, withOwnData } from "./document-data.server.ts";

/** What the page's renderer gets: the loader's data, and all that React Router has written down for the browser. */
async function answered(layout: string, loader: () => unknown) {
  const given = Promise.withResolvers<EntryContext>();
  const routes: ServerBuild["routes"] = {
    [layout]: { id: layout, path: "", module: { default: () => null } },
    page: { id: "page", parentId: layout, path: "songs", module: { default: () => null, loader } },
  };
  const build: ServerBuild = {
    entry: {
      module: {
        default(_request, status, headers, context) {
          given.resolve(context);
          return new Response(null, { status, headers });
        },
      },
    },
    routes: withDocumentData(routes),
    assets: { entry: { module: "", imports: [] }, routes: {}, url: "", version: "" },
    basename: "/",
    publicPath: "/",
    assetsBuildDirectory: "",
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: "initial", manifestPath: "" },
  };
  const answer = await createRequestHandler(build)(
    new Request("http://localhost/songs"),
    new RouterContextProvider(),
  );
  const { staticHandlerContext, serverHandoffStream } = await given.promise;
  return {
    status: answer.status,
    data: withOwnData(staticHandlerContext).page,
    written: serverHandoffStream ? await text(serverHandoffStream) : "",
  };
}

test.each(["layouts/public", "layouts/preview", "layouts/site"])(
  "what a page of %s shows is rendered, and not written down for a browser's React",
  async (layout) => {
    const { data, written } = await answered(layout, () => ({ title: "Two Rivers" }));
    expect(data).toEqual({ title: "Two Rivers" });
    expect(written).not.toContain("Two Rivers");
  },
);

test("a document's loader says its status", async () => {
  const {
    status,
    data: shown,
    written,
  } = await answered("layouts/public", () => data({ title: "Two Rivers" }, { status: 404 }));
  expect(status).toBe(404);
  expect(shown).toEqual({ title: "Two Rivers" });
  expect(written).not.toContain("Two Rivers");
});

test("a screen's data is there for the browser's React", async () => {
  const { data, written } = await answered("layouts/dashboard", () => ({ title: "Two Rivers" }));
  expect(data).toEqual({ title: "Two Rivers" });
  expect(written).toContain("Two Rivers");
});
