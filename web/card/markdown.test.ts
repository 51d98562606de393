import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sectionsOf } from './markdown.ts'

const only = (markdown: string) => sectionsOf(markdown).map(({ markup }) => markup)[0]

describe('sectionsOf', () => {
  test('splits a text at its headings, of any level', () => {
    expect(
      sectionsOf('Before.\n\n## One\n\nFirst.\nStill first.\n\nSecond.\n\n### Two ##\n- a\n\n- b'),
    ).toEqual([
      { heading: undefined, markup: '<p>Before.</p>' },
      { heading: 'One', markup: '<p>First. Still first.</p><p>Second.</p>' },
      { heading: 'Two', markup: '<ul><li>a</li><li>b</li></ul>' },
    ])
  })

  test('distinguishes ordered and unordered lists', () => {
    expect(only('* a\n+ b\n1. c\n2) d')).toBe('<ul><li>a</li><li>b</li></ul><ol><li>c</li><li>d</li></ol>')
  })

  test('parses strong text and backslash escapes', () => {
    expect(only('**What helps** and \\*\\*stars\\*\\*, 2 ** 3, \\<')).toBe(
      '<p><strong>What helps</strong> and &#42;&#42;stars&#42;&#42;, 2 ** 3, &lt;</p>',
    )
  })

  test.each([
    ['a link', '[here](https://evil.test)', '<p>[here](https://evil.test)</p>'],
    ['a picture', '![x](https://evil.test/x.png)', '<p>![x](https://evil.test/x.png)</p>'],
    ['an address', '<https://evil.test>', '<p>&lt;https://evil.test&gt;</p>'],
    ['HTML', '<img src=x onerror=alert(1)>', '<p>&lt;img src=x onerror=alert(1)&gt;</p>'],
    ['HTML behind a backslash', '\\<img src=x\\>', '<p>&lt;img src=x&gt;</p>'],
    ['an entity', '&lt;b&gt;', '<p>&amp;lt;b&amp;gt;</p>'],
    ['an attribute', 'a" onclick="b', '<p>a&quot; onclick=&quot;b</p>'],
  ])('leaves %s unchanged', (_, markdown, markup) => {
    expect(only(markdown)).toBe(markup)
  })

  test('creates only known elements, whatever the text', () => {
    const pieces = fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '&',
      '\\',
      '*',
      '**',
      '#',
      '- ',
      '1. ',
      '\n',
      'a',
      ' ',
      '&#42;',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        for (const { heading = '', markup } of sectionsOf(parts.join(''))) {
          const left = (heading + markup).replaceAll(/<\/?(p|ul|ol|li|strong)>/g, '')
          expect(left).not.toMatch(/[<>"]/)
        }
      }),
    )
  })
})
