import { expect, test, vi } from 'vitest'

vi.hoisted(() => Object.assign(globalThis, { document: { getElementById: () => null } }))
const { matching, pagesAndActions } = await import('./palette-entries.ts')

const people = [{ id: 'a'.repeat(24), firstName: null, lastName: null, email: 'x@y.test', phone: null }]
const tags = [{ id: 'b'.repeat(24), label: 'Équipe' }]

test('what is not typed finds pages and actions alone', () => {
  const entries = pagesAndActions(() => true)
  expect(matching('', { people: [], tags, entries })).toEqual(entries)
})

test('a tag is found by its letters without accents, and leads to its people', () => {
  expect(matching('equ', { people: [], tags, entries: [] })).toEqual([
    expect.objectContaining({ note: 'Tag', to: '/people', search: { tagIds: [tags[0]?.id] } }),
  ])
})

test('somebody without a name is called by their address', () => {
  expect(matching('x', { people, tags: [], entries: [] })[0]?.label).toBe('x@y.test')
})

test('what the token does not allow is not offered', () => {
  const labels = pagesAndActions(() => false).map(({ label }) => label)
  expect(labels).not.toContain('Invite people')
  expect(labels).not.toContain('Tags')
})
