-- The form of Focus for people who start from a link; null for the account's at the time.
alter table share_link add column focus_form text;
alter table share_link add constraint share_link_focus_form check (focus_form in ('focus-120', 'focus-60')) not valid;
