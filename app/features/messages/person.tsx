import { UserRound } from "lucide-react";
import { squarePlace } from "~/shared/picture";
import { t } from "~/shared/t";
import { Photo } from "~/ui/photo";
import type { Person } from "./queries.server";

/** The artist name, else the address, else what they surely are. [2 §2] */
export function nameOf({ name, email }: Pick<Person, "name" | "email">): string {
  return name ?? email ?? t("Musician");
}

/** 44 px round. The name stands beside it. */
export function Avatar({ person: { avatar } }: { person: Pick<Person, "avatar"> }) {
  if (avatar) {
    return (
      <Photo
        picture={avatar}
        places={squarePlace(2.75)}
        alt=""
        className="size-11 shrink-0 rounded-full object-cover"
      />
    );
  }
  return (
    <span className="grid size-11 shrink-0 place-items-center rounded-full border border-line bg-sunken text-muted">
      <UserRound aria-hidden="true" className="size-6" />
    </span>
  );
}
