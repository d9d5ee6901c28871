-- Days and times that people write, or bring in an archive, lie in the years that the forms take. What doesn't (infinity,
-- a year before Christ) can't be shown.

create temporary table limited (of_table text, of_column text) on commit drop;
insert into limited values
  ('booking_requests', 'event_date'), ('booking_requests', 'created_at'), ('booking_requests', 'updated_at'),
  ('events', 'event_date'), ('events', 'end_date'), ('events', 'cancelled_at'), ('events', 'created_at'),
  ('events', 'updated_at'), ('fan_comments', 'created_at'), ('fan_comments', 'hidden_at'),
  ('invitations', 'expires_at'), ('letters', 'scheduled_for'), ('letters', 'finished_at'),
  ('letters', 'created_at'), ('letters', 'updated_at'), ('messages', 'hidden_at'), ('music_tracks', 'created_at'),
  ('musician_profiles', 'created_at'), ('musician_profiles', 'updated_at'),
  ('newsletter_subscribers', 'created_at'), ('newsletter_subscribers', 'unsubscribed_at'),
  ('photo_gallery', 'created_at'), ('reports', 'resolved_at'), ('social_links', 'created_at'),
  ('users', 'suspended_at'), ('video_gallery', 'created_at'), ('video_gallery', 'updated_at'),
  ('warnings', 'dismissed_at'), ('withdrawn_events', 'event_date'), ('withdrawn_events', 'end_date');
grant select on limited to handbill_system;

set local role handbill_system;

-- An event whose day can't be is a draft until its artist says when it is.
update events set end_date = null
where not (end_date >= '1900-01-01' and end_date < '2200-01-01')
  or not (event_date >= '1900-01-01' and event_date < '2200-01-01');
update events set event_date = current_date, is_published = false
where not (event_date >= '1900-01-01' and event_date < '2200-01-01');
delete from withdrawn_events
where not (event_date >= '1900-01-01' and event_date < '2200-01-01')
  or not (end_date >= '1900-01-01' and end_date < '2200-01-01');
update booking_requests set event_date = null
where not (event_date >= '1900-01-01' and event_date < '2200-01-01');
-- It would never have gone out.
update letters set scheduled_for = null, status = case status when 'scheduled' then 'draft' else status end
where not (scheduled_for >= '1900-01-01' and scheduled_for < '2200-01-01');
update invitations set expires_at = created_at + interval '1 day'
where not (expires_at >= '1900-01-01' and expires_at < '2200-01-01');

do $$
  declare each record;
  begin
    for each in select of_table, of_column from limited loop
      execute format(
        $sql$ update %1$I set %2$I = now() where not (%2$I >= '1900-01-01 00:00+00' and %2$I < '2200-01-01 00:00+00') $sql$,
        each.of_table, each.of_column);
    end loop;
  end $$;

reset role;

do $$
  declare each record;
  begin
    for each in select of_table, of_column from limited loop
      execute format(
        $sql$ alter table %1$I add constraint %3$I
          check (%2$I >= '1900-01-01 00:00+00' and %2$I < '2200-01-01 00:00+00') $sql$,
        each.of_table, each.of_column, each.of_table || '_' || each.of_column || '_years');
    end loop;
  end $$;
