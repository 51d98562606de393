import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
const [light = '', dark = ''] = css.split('@media screen and (prefers-color-scheme: dark)')

describe.each([
  ['light', colors(light.slice(0, light.indexOf('}')))],
  ['dark', colors(dark.slice(0, dark.indexOf('@media')))],
])('the %s tokens', (_, token) => {
  const paper = token('paper')

  test('make text, muted text and every hue readable on paper (4.5 to 1)', () => {
    for (const name of ['text', 'muted', 'ink', 'disc-d', 'disc-i', 'disc-s', 'disc-c', 'focus']) {
      expect(contrast(token(name), paper), name).toBeGreaterThanOrEqual(4.5)
    }
  })

  test('make the text on the main button and on a selected row readable', () => {
    expect(contrast(token('on-ink'), token('ink'))).toBeGreaterThanOrEqual(4.5)
    expect(contrast(token('muted'), token('ink-wash'))).toBeGreaterThanOrEqual(4.5)
    expect(contrast(token('text'), token('ink-wash'))).toBeGreaterThanOrEqual(4.5)
  })

  test('make borders of controls and strokes of charts visible (3 to 1)', () => {
    for (const name of ['edge', 'very-low', 'low', 'baseline', 'high', 'very-high']) {
      expect(contrast(token(name), paper), name).toBeGreaterThanOrEqual(3)
    }
  })

  test('make every tag readable on its background', () => {
    for (const tag of ['emerald', 'red', 'yellow', 'orange', 'blue', 'indigo', 'purple', 'pink', 'zinc']) {
      expect(contrast(token(`tag-${tag}-text`), token(`tag-${tag}`)), tag).toBeGreaterThanOrEqual(4.5)
    }
  })
})

/**
 * The theme that someone chose in the dashboard, from the values that follow the system elsewhere. After a change of
 * these run `npx vitest run web/pages/tokens.test.ts -u`.
 */
test('the themes of the dashboard are those of the tokens', async () => {
  const darkValues = declarations(dark.slice(0, dark.indexOf('@media')))
  const names = darkValues.map(([name]) => name)
  const lightValues = declarations(light.slice(0, light.indexOf('}'))).filter(([name]) =>
    names.includes(name),
  )
  expect(lightValues.map(([name]) => name)).toEqual(names)
  const logo = css.slice(css.lastIndexOf(':root .account-logo'))
  const [logoInDark = ''] = /\{[^}]*\}/.exec(logo) ?? []
  await expect(
    `/* A theme that was chosen. Made from web/pages/tokens.css by its test, and held equal by it. */
@media screen {
${ruleOf('light', lightValues)}

  :root[data-theme="light"] .account-logo {
    padding: 0;
    background: none;
  }

${ruleOf('dark', darkValues)}

  :root[data-theme="dark"] .account-logo ${logoInDark}
}
`,
  ).toMatchFileSnapshot('../dashboard/shell/theme.css')
})

function declarations(block: string): [name: string, value: string][] {
  return [...block.matchAll(/--([\w-]+):\s+([^;]+);/g)].map(([, name = '', value = '']) => [name, value])
}

function ruleOf(theme: string, values: readonly (readonly [string, string])[]): string {
  const lines = values.map(([name, value]) => `    --${name}: ${value};`)
  return `  :root[data-theme="${theme}"] {\n    color-scheme: ${theme};\n${lines.join('\n')}\n  }`
}

function colors(block: string): (name: string) => string {
  const found = new Map(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
  )
  return (name) => {
    const value = found.get(name)
    if (!value) throw new Error(`no token --${name}`)
    return value
  }
}

/** WCAG 2.2 contrast ratio of two opaque colors, 1..21. */
function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((from) => {
    const share = Number.parseInt(color.slice(from, from + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
