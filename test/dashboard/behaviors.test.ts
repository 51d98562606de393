import { expect, test } from 'vitest'
import { type BehaviorTests, missingBehaviorTests } from '../support/behaviors.ts'

/**
 * What a person at the consent page and in the dashboard can rely on, numbered as in the description of the pages, and
 * the test that shows it: its file and words of its title. A test that is renamed or lost is missed here.
 */
const shown: BehaviorTests = {
  46: ['app and host before the sign-in', 'test/oauth/consent.test.ts', 'web 46 and 47'],
  47: ['the whole origin and the person after it', 'test/oauth/consent.test.ts', 'web 46 and 47'],
  48: ['one warning for an app nobody knows', 'test/oauth/consent.test.ts', 'web 48:'],
  49: ['an app on this computer', 'test/oauth/consent.test.ts', 'web 49:'],
  50: [
    'a box for each scope, in plain words',
    'test/oauth/checklist/consent.test.ts',
    '27. the consent page',
  ],
  51: ['what is denied is not given', 'test/oauth/consent.test.ts', 'web 51 and 28'],
  52: ['Cancel goes back with access_denied', 'test/oauth/consent.test.ts', 'web 52:'],
  53: ['a wider request asks again', 'test/oauth/consent.test.ts', 'web 53:'],
  54: ['no frame, and forms lead nowhere else', 'test/oauth/consent.test.ts', 'web 54:'],
  55: [
    'a bad request is a page, not a redirect',
    'test/oauth/authorize.test.ts',
    '400 for a redirect address',
  ],
  56: ['connected apps, and the end of one', 'test/oauth/apps.test.ts', 'disconnects, says so'],
  57: ['the list stands in the address', 'test/dashboard/people.test.ts', '(57, 58, 59, 77)'],
  58: ['search waits, and says how many', 'test/dashboard/people.test.ts', '(57, 58, 59, 77)'],
  59: ['filters can be taken off', 'test/dashboard/people.test.ts', '(57, 58, 59, 77)'],
  60: ['cards on a phone', 'test/dashboard/people.test.ts', 'on a phone, in the dark too'],
  61: ['many at once', 'test/dashboard/people.test.ts', '(61, 63, 66, 67, 76)'],
  62: ['lists with what becomes of each line', 'test/dashboard/invite.test.ts', '(62, 63, 67, 71, 79)'],
  63: ['files out and in', 'test/dashboard/invite.test.ts', '(62, 63, 71)'],
  64: ['undo, or the typed name', 'test/dashboard/person.test.ts', 'deletes by the typed name'],
  65: ['nine colours that can be read', 'web/pages/tokens.test.ts', 'let every tag be read'],
  66: ['the difference before it is saved', 'test/dashboard/teams.test.ts', '(64, 65, 66, 76)'],
  67: ['how far an invite has come', 'web/dashboard/people/person-status.test.ts', '(67)'],
  68: ['copying, and that it is said', 'test/dashboard/person.test.ts', '(64, 66, 67, 68, 76)'],
  69: ['a secret shown once', 'test/journeys/clients.test.ts', 'make, copy, download, exchange'],
  70: ['the audit log', 'test/dashboard/account-block.test.ts', '(70)'],
  71: ['what is used of a trial', 'web/dashboard/app/account-notice.test.ts', '(71)'],
  72: ['a paused account', 'test/dashboard/account-block.test.ts', '(72)'],
  73: ['nobody yet, and the next step', 'test/dashboard/people.test.ts', '(72, 73)'],
  74: ['everything found by letters', 'test/dashboard/every-page.test.ts', '(70, 74'],
  75: ['a debrief that is waited for', 'test/dashboard/person.test.ts', '(57, 75, 77, 79, 87)'],
  76: ['tags that go back with a word', 'test/dashboard/people.test.ts', '(61, 63, 66, 67, 76)'],
  77: ['nothing moves while it loads', 'test/dashboard/every-page.test.ts', '(77, 82'],
  78: ['a page for each refusal', 'test/dashboard/every-page.test.ts', '(70, 74, 78'],
  79: ['the call of each page', 'test/dashboard/person.test.ts', '(57, 75, 77, 79, 87)'],
  80: ['light and dark without a flash', 'test/dashboard/every-page.test.ts', '(70, 74, 78, 80'],
  81: ['no motion for who wants none', 'test/dashboard/every-page.test.ts', '(70, 74, 78, 80, 81'],
  82: ['from right to left', 'test/dashboard/every-page.test.ts', '(77, 82'],
  83: ['words two fifths longer', 'test/dashboard/every-page.test.ts', '(77, 82, 83'],
  84: ['nothing from another host', 'test/dashboard/every-page.test.ts', '(77, 82, 83, 84'],
  85: ['keys listed, and switched off', 'test/dashboard/every-page.test.ts', '80, 81, 85)'],
  86: ['a title of its own and one heading', 'test/dashboard/every-page.test.ts', '83, 84, 86)'],
  87: ['dates with their zone', 'test/dashboard/person.test.ts', '(57, 75, 77, 79, 87)'],
  88: ['nothing is asked while nobody looks', 'test/dashboard/every-page.test.ts', '(88, 90)'],
  89: ['light to load', 'web/dashboard/bundle.test.ts', '(89)'],
  90: ['an old tab after an update', 'test/dashboard/every-page.test.ts', '(88, 90)'],
}

test('every behaviour from 46 to 90 has a test that shows it', () => {
  expect(Object.keys(shown).map(Number)).toEqual(Array.from({ length: 45 }, (_, index) => index + 46))
  expect(missingBehaviorTests(shown)).toEqual([])
})
