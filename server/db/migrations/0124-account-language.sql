-- The language of an account's own screens, and of the mails to it. A BCP 47 tag; null: the screens follow the browser, and mails
-- are in English.
alter table account_preferences add language text
  constraint account_preferences_language_tag check (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$');
