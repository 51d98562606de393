import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Migration } from '../../src/database/apply-migration.ts'
import { readMigrations } from '../../src/database/migrate.ts'

/** What a next version may do to the database: one of each expand step, on the table with the most requests. */
const texts = {
  '9001-table.sql': `
    create table profile_note (
      account_id public_id not null references account (id) on delete cascade,
      id public_id not null,
      profile_id public_id not null,
      note text not null,
      primary key (account_id, id),
      foreign key (account_id, profile_id) references profile (account_id, id) on delete cascade
    );
    alter table profile_note enable row level security;
    alter table profile_note force row level security;
    create policy own_account on profile_note to timbre_app using (account_id = current_setting('app.account', true));
    grant select, insert, update, delete on profile_note to timbre_app;`,
  '9002-columns.sql': `
    alter table profile add column nickname text, add column notes smallint not null default 0;
    alter table profile add constraint profile_notes check (notes >= 0) not valid;`,
  '9003-index.sql': `-- concurrently
create index concurrently if not exists profile_nickname on profile (account_id, nickname);
alter table profile validate constraint profile_notes;`,
}

/** A next version's removal of what no earlier one needs to have. */
const contraction = {
  '9004-contraction.sql': '-- contracts: 9002\nalter table profile drop column nickname;',
}

function migrationOf([name, text]: [string, string]): Migration {
  return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
}

/** The present migrations, then those that only add, then one that removes. */
export async function inventNextMigrations() {
  const present = await readMigrations(join(import.meta.dirname, '../../migrations'))
  const added = Object.entries(texts).map(migrationOf)
  return { present, added, removing: Object.entries(contraction).map(migrationOf) }
}
