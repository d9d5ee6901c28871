import {
  Archive,
  Bug,
  CircleCheck,
  Flag,
  HardDrive,
  type LucideIcon,
  MailWarning,
  Server,
} from "lucide-react";
import { Link } from "react-router";
import { sizeText } from "~/shared/size-text";
import { t } from "~/shared/t";
import { Age } from "~/ui/age";
import { useFormats } from "~/ui/formats";
import type { Hand } from "./overview.server.ts";

/** Work that was given up stands in the log as "A job failed for good (mail.send)". */
const givenUp = /^A job failed for good/;
/** Less free than this, and uploads are refused soon. */
const littleRoom = { share: 0.1, bytes: 2 * 1024 ** 3 };
const backupIsOldAfterMs = 8 * 24 * 60 * 60 * 1000;

/** What needs an admin's hand, in one row that leads to each. */
export function HandTiles({ hand }: { hand: Hand }) {
  const formats = useFormats();
  const { number } = formats;
  const unknown = t("Not known now");
  const { reports, errors, retrying, disk, versions, lastBackup } = hand;
  const sum = (wanted: boolean) =>
    errors?.reduce((all, { kind, errors }) => all + (givenUp.test(kind) === wanted ? errors : 0), 0);
  const [failed, others] = [sum(true), sum(false)];
  const isFull = disk !== null && disk.free < Math.min(littleRoom.bytes, disk.size * littleRoom.share);
  const known = lastBackup !== "unknown" ? lastBackup : undefined;
  const isOld = !known?.isChecked || Date.now() - known.at.getTime() > backupIsOldAfterMs;
  return (
    <nav aria-label={t("What needs a hand")}>
      <ul className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-6">
        <Tile icon={Flag} label={t("Reports")} to="/admin/reports" isCalling={(reports ?? 0) > 0}>
          {reports === null
            ? unknown
            : reports === 0
              ? t("None open|reports")
              : t("{count, plural, one {{shown} open} other {{shown} open}}|reports", {
                  count: reports,
                  shown: number(reports),
                })}
        </Tile>
        <Tile
          icon={MailWarning}
          label={t("Mails and jobs")}
          to="/admin/overview#errors"
          isCalling={(failed ?? 0) + (retrying ?? 0) > 0}
        >
          {failed === undefined
            ? unknown
            : failed === 0
              ? t("None failed|mails and jobs")
              : t("{count, plural, one {{shown} failed} other {{shown} failed}}|mails and jobs", {
                  count: failed,
                  shown: number(failed),
                })}
          <Note>
            {retrying
              ? t(
                  "{count, plural, one {{shown} tried again now} other {{shown} tried again now}}|mails and jobs",
                  {
                    count: retrying,
                    shown: number(retrying),
                  },
                )
              : t("In the last day")}
          </Note>
        </Tile>
        <Tile icon={Bug} label={t("Errors")} to="/admin/overview#errors" isCalling={(others ?? 0) > 0}>
          {others === undefined ? unknown : others === 0 ? t("None|errors") : number(others)}
          <Note>{t("In the last day")}</Note>
        </Tile>
        <Tile icon={HardDrive} label={t("Free space")} to="/admin/overview#storage" isCalling={isFull}>
          {disk ? sizeText(disk.free, formats) : unknown}
          {disk && <Note>{t("of {size}|free space", { size: sizeText(disk.size, formats) })}</Note>}
        </Tile>
        <Tile
          icon={Archive}
          label={t("Last backup")}
          to="/admin/backups"
          isCalling={isOld && lastBackup !== "unknown"}
        >
          {lastBackup === "unknown" ? (
            unknown
          ) : lastBackup ? (
            <>
              <Age at={lastBackup.at.toISOString()} />
              <Note>{lastBackup.isChecked ? t("Checked") : t("Not checked")}</Note>
            </>
          ) : (
            t("None made here")
          )}
        </Tile>
        <Tile icon={Server} label={t("Versions")} to="/admin/overview#versions" isCalling={false}>
          Handbill {versions.handbill}
          <Note>{`PostgreSQL ${versions.database ?? "?"}, Node ${versions.node}`}</Note>
        </Tile>
      </ul>
    </nav>
  );
}

function Note({ children }: { children: React.ReactNode }) {
  return <span className="block font-normal text-muted text-xs">{children}</span>;
}

function Tile({
  icon: Icon,
  label,
  to,
  isCalling,
  children,
}: {
  icon: LucideIcon;
  label: string;
  to: string;
  isCalling: boolean;
  children: React.ReactNode;
}) {
  const Shown = isCalling ? Icon : CircleCheck;
  return (
    <li className="min-w-0">
      <Link
        to={to}
        className={`flex h-full min-h-11 flex-col gap-1 rounded-box border bg-surface p-4 hover:border-edge ${
          isCalling ? "border-accent" : "border-line"
        }`}
      >
        <span className="flex items-center gap-2 text-muted text-sm">
          <Shown
            aria-hidden="true"
            className={`size-4 shrink-0 ${isCalling ? "text-foreground" : "text-success"}`}
          />
          {label}
          {isCalling && <span className="sr-only">{t("(needs a hand)")}</span>}
        </span>
        <span className="wrap-anywhere font-semibold">{children}</span>
      </Link>
    </li>
  );
}
