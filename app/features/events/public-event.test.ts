import { expect, test } from "vitest";
import { mapAddress, placeOf } from "./public-event.ts";

const nowhere = { venueName: null, address: null, location: null };

test("a place is said as far as it is known", () => {
  expect(placeOf({ venueName: "The Loft", address: "Kungsgatan 1", location: "Malmö" })).toBe(
    "The Loft, Kungsgatan 1, Malmö",
  );
  expect(placeOf({ ...nowhere, location: "Malmö" })).toBe("Malmö");
  expect(placeOf(nowhere)).toBe("");
});

test("a map is looked up by the street, or by the venue in its town, and never by less", () => {
  const queryOf = (place: Partial<typeof nowhere | Record<keyof typeof nowhere, string>>) => {
    const address = mapAddress({ ...nowhere, ...place });
    return address && new URL(address).searchParams.get("query");
  };
  expect(queryOf({ venueName: "The Loft", address: "Kungsgatan 1", location: "Malmö" })).toBe(
    "Kungsgatan 1, Malmö",
  );
  expect(queryOf({ venueName: "Fish & Chips", location: "Leith" })).toBe("Fish & Chips, Leith");
  expect(queryOf({ venueName: "The Loft" })).toBe(null);
  expect(queryOf({ location: "Malmö" })).toBe(null);
});
