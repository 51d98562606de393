import { readFileSync } from 'node:fs'
import type { PageView } from '../../src/http/views/page-view.ts'
import type { SignedInView } from '../../src/http/views/signed-in-view.ts'
import type { TakingView } from '../../src/http/views/taking-view.ts'

/** Views for tests in this folder, with the real English texts. */
const read = (path: string) =>
  JSON.parse(readFileSync(new URL(`../../content/${path}`, import.meta.url), 'utf8'))

export const pageViewFixture: PageView = {
  locale: 'en',
  languageTag: 'en',
  locales: [{ code: 'en', name: 'English' }],
  messages: { ...read('locales/en/site.json'), ...read('locales/en/access.json') },
}

/** The menu of an owner. */
export const menuFixture: SignedInView['menu'] = {
  words: read('locales/en/dashboard/shell.json'),
  scopes: ['profiles:read', 'profiles:write', 'tags:manage', 'account:read', 'account:write'],
  isLimited: false,
}

const design = read('items/core.json')
const letters = ['D', 'I', 'S', 'C']

/** A sitting that has not begun. DISC is in reverse order, so that a position is never the form's item number. */
export const takingViewFixture: TakingView = {
  ...pageViewFixture,
  accountName: 'Northwind',
  personName: 'Ada',
  savedNote: 'Everything is saved. Your link works on any device until 28 November.',
  attempt: '1',
  storageKey: 'opaque',
  parts: [
    {
      id: 'disc',
      name: 'DISC',
      number: 1,
      itemCount: 24,
      estimatedMinutes: 6,
      completed: false,
      activeSeconds: 0,
    },
    {
      id: 'focus',
      name: 'Focus',
      number: 2,
      itemCount: 120,
      estimatedMinutes: 14,
      completed: false,
      activeSeconds: 0,
    },
    {
      id: 'core',
      name: 'Core',
      number: 3,
      itemCount: 21,
      estimatedMinutes: 4,
      completed: false,
      activeSeconds: 0,
    },
  ],
  wordings: { disc: 1, focus: 1, core: 1 },
  focus: {
    prompt: 'How accurately does this describe you?',
    labels: ['Very inaccurate', 'Moderately inaccurate', 'Neither', 'Moderately accurate', 'Very accurate'],
    statements: Array.from({ length: 120 }, (_, index) => `Statement ${index + 1}.`),
  },
  disc: {
    blocks: Array.from({ length: 24 }, (_, index) => ({
      n: 24 - index,
      statements: letters.map((letter) => ({ letter, text: `Block ${24 - index} ${letter}` })),
    })),
  },
  core: {
    cards: Object.fromEntries(
      design.values.map(({ key }: { key: string }) => [
        key,
        { label: `Card ${key}`, bullet: `About ${key}` },
      ]),
    ),
    design,
  },
  answers: { focus: {}, disc: {}, core: {} },
  seq: 0,
}

/** The same sitting with these parts completed, and their answers. */
export function takingViewAfter(...completed: ('disc' | 'focus')[]): TakingView {
  const all = <T>(count: number, value: T) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [i + 1, value]))
  return {
    ...takingViewFixture,
    parts: takingViewFixture.parts.map((part) => ({
      ...part,
      completed: (completed as string[]).includes(part.id),
    })),
    answers: {
      disc: completed.includes('disc') ? all(24, { most: 'D', least: 'S' }) : {},
      focus: completed.includes('focus') ? all(120, 3) : {},
      core: {},
    },
    seq: 500,
  }
}
