-- Who may be written to: an address counts once its owner has confirmed it by a link, until they unsubscribe.

alter table newsletter_subscribers
  add confirmed_at timestamptz,
  -- Kept, so that nobody puts the address back by a file.
  add unsubscribed_at timestamptz,
  -- The address's own server has refused a letter for good.
  add bounced_at timestamptz,
  -- Of the token in the last link; and when its mail was handed over.
  add confirm_hash bytea,
  add confirm_sent_at timestamptz,
  -- Stands in every mail. All it can do is to unsubscribe.
  add unsubscribe_key uuid not null default gen_random_uuid(),
  -- When and how somebody who was added from a file has agreed.
  add consent_note text constraint newsletter_subscribers_consent_note_length check (app.is_text(consent_note, 200));

create unique index newsletter_subscribers_confirm_hash_key on newsletter_subscribers (confirm_hash);
create unique index newsletter_subscribers_unsubscribe_key_key on newsletter_subscribers (unsubscribe_key);

grant select (confirmed_at, unsubscribed_at, bounced_at, consent_note) on newsletter_subscribers to handbill_musician;
grant insert (musician_id, subscriber_email, subscriber_name, source, consent_note)
  on newsletter_subscribers to handbill_musician;
