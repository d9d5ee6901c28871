import { z } from "zod";
import { notAnAddressText, webAddressOf } from "./web-address.ts";

/** A form's field that holds a web address. [2 §5] Apart from `webAddressOf`, which public pages use without zod. */
export const webAddressField = z.string().transform((text, context) => {
  const address = webAddressOf(text);
  if (address) return address;
  context.addIssue({ code: "custom", message: notAnAddressText });
  return z.NEVER;
});
