-- Where the person may go on after answering, as the program that ordered said.
alter table assessment_order add column redirect_url text;
