import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { count, fill } from './fill.ts'
import { Sentence } from './sentence.tsx'

test('a text has values in its slots, numbers as the language writes them, and no value is read as a slot', () => {
  expect(fill('{name} sent {n} of {all}', { name: '{n}', n: 1200, all: 3 })).toBe('{n} sent 1,200 of 3')
  expect(fill('{unknown}', {})).toBe('{unknown}')
})

test('a value that ends in a full stop ends the sentence as well', () => {
  expect(fill('Am meisten: {n}, {when}.', { n: 2, when: 'Mi 25. Nov.' })).toBe('Am meisten: 2, Mi 25. Nov.')
  expect(fill('{when}. {n}.', { n: 2, when: '25 Nov' })).toBe('25 Nov. 2.')
  const made = renderToStaticMarkup(
    <Sentence text="Bis {day}. Dann {n}." slots={{ day: '25. Nov.', n: 2 }} />,
  )
  expect(made).toBe('Bis 25. Nov. Dann 2.')
})

test('a number chooses its form', () => {
  const forms = { one: '{n} person', other: '{n} people of {account}' }
  expect(count(forms, 1)).toBe('1 person')
  expect(count(forms, 0, { account: 'Acme' })).toBe('0 people of Acme')
  expect(count({ other: '{n} 人' }, 1)).toBe('1 人')
})

test('a sentence has elements where its text says, and no text becomes markup', () => {
  const text =
    'Ask {name}, or read <link>the {n} rules</link> & <odd>more</odd><hidden> now</hidden>. 1 < 2 {odd'
  const made = renderToStaticMarkup(
    <Sentence
      text={text}
      slots={{ name: <bdi>{'<i>Ada</i>'}</bdi>, n: 1200 }}
      marks={{ link: (words) => <a href="/rules">{words}</a> }}
    />,
  )
  expect(made).toBe(
    'Ask <bdi>&lt;i&gt;Ada&lt;/i&gt;</bdi>, or read <a href="/rules">the 1,200 rules</a> &amp; more<span class="out-of-sight"> now</span>. 1 &lt; 2 {odd',
  )
})
