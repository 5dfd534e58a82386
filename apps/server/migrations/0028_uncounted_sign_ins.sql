-- This uses no rows.
-- No list shows the addresses of sign-ins, so a sign-in does not change the revision of its tenant.
select leave_uncounted('sign_in_addresses');
