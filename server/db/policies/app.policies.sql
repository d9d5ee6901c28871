-- The policies and grants that were applied: admins and the system compare the catalogue with them, the owner alone
-- writes them.

grant select on app.policies to handbill_admin, handbill_system;
