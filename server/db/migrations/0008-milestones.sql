-- What this installation has done once and never does again, whatever has become of it since. Only the system knows.

create table app.milestones (
  name text primary key constraint milestones_name_length check (app.is_text(name, 100)),
  reached_at timestamptz not null default now()
);
alter table app.milestones enable row level security;
alter table app.milestones force row level security;
create policy system on app.milestones to handbill_system using (true) with check (true);
grant select, insert on app.milestones to handbill_system;
