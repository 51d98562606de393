-- The form of Focus that a person takes in all attempts: 'focus-60', or null for the full one.
alter table profile add column focus_form text;
alter table profile add constraint profile_focus_form check (focus_form = 'focus-60') not valid;
