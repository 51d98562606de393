-- Emails and text messages have limits of their own. Until then nobody is invited by this channel in the campaign, while the
-- other one goes on. Null if no limit is known.
alter table campaign_queue add column email_held_until timestamptz, add column sms_held_until timestamptz;
