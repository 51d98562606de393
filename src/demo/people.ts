/** The people of the demo account. They are made up; their answers are simulated and scored like any others. */
export type DemoPerson = {
  firstName: string
  lastName: string
  /** The part before @northwind.test, if the person has an email address. */
  mailbox?: string
  phone?: string
  locale: string
  tags: readonly string[]
  customId?: string
  /** The person's progress, in days before now. */
  story: Story
  /** A debrief was generated on the day of the results. */
  isDebriefed?: true
  /** DISC was retaken this many days ago. */
  retookDaysAgo?: number
}

export type Story =
  | { kind: 'done'; daysAgo: number }
  /** Answers so far to DISC, Focus and Core. */
  | { kind: 'underway'; daysAgo: number; disc: number; focus: number; core: number }
  | { kind: 'opened'; daysAgo: number }
  | { kind: 'invited'; daysAgo: number }
  | { kind: 'expired'; daysAgo: number }
  /** The recipient's mail server rejected the email. */
  | { kind: 'refused'; daysAgo: number }
  | { kind: 'notInvited'; daysAgo: number }

export const demoTags = [
  { label: 'Leads', color: 'emerald' },
  { label: 'Field', color: 'orange' },
  { label: 'Research', color: 'blue' },
  { label: 'Design', color: 'purple' },
  { label: 'Next cohort', color: 'zinc' },
] as const

function person(
  name: string,
  locale: string,
  tags: string,
  story: Story,
  more: Partial<DemoPerson> = {},
): DemoPerson {
  const [firstName = '', lastName = '', mailbox] = name.split('|')
  return {
    firstName,
    lastName,
    ...(mailbox ? { mailbox } : {}),
    locale,
    tags: tags ? tags.split(', ') : [],
    story,
    ...more,
  }
}

const done = (daysAgo: number): Story => ({ kind: 'done', daysAgo })

export const demoPeople: readonly DemoPerson[] = [
  person('Noor|Okafor|noor', 'en', 'Leads', done(3), { customId: 'hr-1001', phone: '+442079460101' }),
  // Not the owner's own address, because owners first invite themselves there.
  person('Ada|Lindqvist|ada.lindqvist', 'en', 'Leads', done(40), {
    customId: 'hr-1000',
    isDebriefed: true,
    retookDaysAgo: 9,
  }),
  person('Jonas|Brandt|jonas', 'de', 'Field', done(4), { customId: 'hr-1002' }),
  person('Priya|Nair|priya', 'en', 'Research', done(5), { customId: 'hr-1003' }),
  person('Camille|Moreau|camille', 'fr', 'Design', done(6)),
  person('Lucía|Fernández|lucia', 'es', 'Field', done(7)),
  person('思远|陈|siyuan', 'zh_CN', 'Research', done(10)),
  person('美咲|田中|misaki', 'jp', 'Design', done(11)),
  person('민준|김|minjun', 'ko', 'Research', done(12)),
  person('Sanne|de Vries|sanne', 'nl', 'Field', done(13)),
  person('João|Carvalho|joao', 'pt_BR', 'Field', done(14)),
  person('Aaliyah|Haddad|aaliyah', 'en', 'Leads', done(15), { isDebriefed: true }),
  person('Sven|Holm|sven', 'en', 'Field', done(16)),
  person('Amara|Diallo|amara', 'fr', 'Design', done(18)),
  person('Søren|Åkesson|soren', 'en', 'Research', done(20)),
  person('Zoë|Kaplan|zoe', 'en', 'Design', done(22)),
  person('Mateo|Rossi|mateo', 'es', 'Field', done(24)),
  person('Hannah|Weiß|hannah', 'de', 'Leads, Research', done(26), { isDebriefed: true }),
  person('Thabo|Nkosi|thabo', 'en', 'Field', done(28)),
  person('Ingrid|Bakker|ingrid', 'nl', 'Design', done(30)),
  person('Farah|Siddiqui|farah', 'en', 'Research', done(33)),
  person('Oskar|Müller|oskar', 'de', 'Field', done(36)),
  person('Beatriz|Souza|beatriz', 'pt_BR', 'Design', done(38)),
  person('健太|佐藤|kenta', 'jp', 'Field', done(42)),
  person('서연|박|seoyeon', 'ko', 'Design', done(45)),
  person('Élodie|Lefèvre|elodie', 'fr', 'Research', done(50)),
  person('Rosa|Jiménez|rosa', 'es', '', done(55)),
  person('Emeka|Adeyemi|emeka', 'en', 'Field', {
    kind: 'underway',
    daysAgo: 1,
    disc: 24,
    focus: 87,
    core: 0,
  }),
  person('Lena|Fischer|lena', 'de', 'Design', {
    kind: 'underway',
    daysAgo: 2,
    disc: 24,
    focus: 120,
    core: 6,
  }),
  person('Daniel|Cohen|daniel', 'en', 'Leads', { kind: 'underway', daysAgo: 1, disc: 9, focus: 0, core: 0 }),
  person('Mei|Lin|mei', 'zh_CN', '', { kind: 'underway', daysAgo: 4, disc: 24, focus: 31, core: 0 }),
  person('Yusuf|Demir|yusuf', 'en', 'Field', { kind: 'opened', daysAgo: 1 }),
  person('Kofi|Mensah|kofi', 'en', 'Field', { kind: 'invited', daysAgo: 0 }),
  person('Grace|Achieng|grace', 'en', 'Research', { kind: 'invited', daysAgo: 1 }),
  person('Pavel|Novák|pavel', 'en', '', { kind: 'invited', daysAgo: 3 }),
  person('Marta|Kowalska|marta', 'en', 'Field', { kind: 'expired', daysAgo: 12 }),
  person('Tom|Whitfield|tom', 'en', '', { kind: 'refused', daysAgo: 4 }),
  person('Leila|Rahimi|leila', 'en', '', { kind: 'notInvited', daysAgo: 2 }),
  person('Hugo|Bergström', 'en', '', { kind: 'notInvited', daysAgo: 6 }),
  person('Anneke|Visser', 'nl', '', { kind: 'notInvited', daysAgo: 9 }, { phone: '+31201234567' }),
]
