-- No list shows from where people have signed in: a sign-in makes no list of its tenant stale.
select leave_uncounted('sign_in_addresses');
