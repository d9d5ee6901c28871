import { t } from "~/shared/t";
import { Checkbox } from "~/ui/checkbox";
import { FormDialog } from "~/ui/form-dialog";
import { onOrOff, type ShownFields } from "~/ui/saved-meanwhile";
import type { MessageSettings } from "./queries.server";
import { settingsSchema, settingsValues, texts } from "./schema";

const shownFields = (): ShownFields => ({
  hidesEmail: { label: t("Hide my email address"), show: onOrOff },
  mailsNew: { label: t("Mail me about new messages"), show: onOrOff },
});

/** Whether others see the musician's address, and when mails are sent. [decisions: Accounts] */
export function SettingsDialog({
  open,
  settings,
  sendsMail,
  onClose,
}: {
  open: boolean;
  settings: MessageSettings;
  /** This server does. */
  sendsMail: boolean;
  onClose(): void;
}) {
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t("Message settings")}
      schema={settingsSchema}
      hidden={{ intent: "save-settings" }}
      over={{ stored: settingsValues(settings), fields: shownFields() }}
      submitText={t("Save settings")}
      texts={{ done: t(texts.settingsDone), failed: t(texts.settingsFailure) }}
    >
      {() => (
        <div>
          <Checkbox name="hidesEmail" defaultChecked={settings.hidesEmail}>
            <span className="block font-semibold">{t("Hide my email address")}</span>
            {t("Other musicians neither see it nor find you by it.")}
          </Checkbox>
          <Checkbox name="mailsNew" defaultChecked={settings.mailsNew}>
            <span className="block font-semibold">{t("Mail me about new messages")}</span>
            {sendsMail
              ? t(
                  "When a message has waited for two minutes, at most once an hour for each conversation; or once a day, as you choose under Account, Preferences.",
                )
              : t("Mail isn't set up on this server, so nothing is sent at the moment.")}
          </Checkbox>
        </div>
      )}
    </FormDialog>
  );
}
