import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { assessmentFacts } from '../src/content/assessments.ts'
import { coreDesign, discForm, focusForm } from '../src/content/forms.ts'
import { discNorm, focusNorm } from '../src/content/norms.ts'
import { peopleFloor } from '../src/domain/technical/publish.ts'
import { scoringVersion } from '../src/scoring/edition.ts'
import { generalNorm } from '../src/scoring/focus.ts'
import { localFloor, localWeights } from '../src/scoring/local-norm.ts'
import { qualityRules, qualityVersion } from '../src/scoring/quality-rules.ts'
import coreVectors from '../src/scoring/vectors/core.json' with { type: 'json' }
import discVectors from '../src/scoring/vectors/disc.json' with { type: 'json' }
import focusVectors from '../src/scoring/vectors/focus.json' with { type: 'json' }
import { docs, manual, manualSays, minus, written } from './support/manual.ts'

const headings = [...manual.matchAll(/^#{2,3} (.+)$/gm)].map(([, heading = '']) => heading)

describe('the technical manual', () => {
  test('has the summary card first, then the fourteen chapters in order', () => {
    const chapters = headings.filter((heading) => /^\d/.test(heading))
    expect(chapters.map((chapter) => Number.parseInt(chapter, 10))).toEqual(
      Array.from({ length: 14 }, (_, at) => at + 1),
    )
    const subjects =
      /Purpose|Theory|Item|Administration|Scoring|Norms|Reliability|Validity|Fairness|Response|Interpretation|Translation|Data|Change/
    expect(chapters.every((chapter) => subjects.test(chapter))).toBe(true)
    expect(headings[0]).toBe('Summary card')
  })

  test('has a card of one page', () => {
    const [, card = ''] = manual.split('## Summary card')
    const rows = card.split('\nChapters:')[0]?.trim().split('\n') ?? []
    expect(rows.length).toBeLessThanOrEqual(24)
    expect(rows.join(' ').split(/\s+/).length).toBeLessThan(500)
  })

  const pages = readdirSync(join(docs, 'manual')).filter((name) => name.endsWith('.md'))
  test.each(['scoring.md', 'debriefs.md', ...pages.map((name) => `manual/${name}`)])(
    '%s has valid links',
    (page) => {
      const text = readFileSync(join(docs, page), 'utf8')
      for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^https?:/.test(target)) continue
        const [file = '', anchor] = target.split('#')
        const path = file === '' ? join(docs, page) : join(docs, dirname(page), file)
        expect(existsSync(path), target).toBe(true)
        if (anchor) expect(anchorsOf(readFileSync(path, 'utf8')), target).toContain(anchor)
      }
    },
  )

  test('names existing files, scripts and tests', () => {
    for (const [, path = ''] of manual.matchAll(/`((?:src|content|test|docs|scripts)\/[\w./-]+)`/g))
      expect(existsSync(join(docs, '..', path)), path).toBe(true)
    const { scripts } = JSON.parse(readFileSync(join(docs, '../package.json'), 'utf8'))
    for (const [, name = ''] of manual.matchAll(/npm run (?:--silent )?([\w:-]+)/g))
      expect(Object.keys(scripts)).toContain(name)
  })

  test('names the versions in use, in the table of forms, on the card and in the change log', () => {
    for (const id of [focusForm.id, discForm.id, coreDesign.id, focusNorm.id, discNorm.id])
      expect(manual.split(`\`${id}\``).length, id).toBeGreaterThan(2)
    manualSays(`| **Scored** | by pure functions, version ${scoringVersion};`)
    expect(manual).toMatch(new RegExp(`\\| scoring +\\| \`${scoringVersion}\``))
    manualSays(`rules of version ${qualityVersion}`)
    expect(manual).toMatch(new RegExp(`\\| rules of quality +\\| \`${qualityVersion}\``))
  })

  test('has the right numbers of items, screens, vectors and minutes', () => {
    manualSays(`${focusForm.items.length} statements, four for each of ${focusForm.facets.length} facets`)
    manualSays(
      `${focusForm.items.filter(({ facet, ipip }) => ipip * signOf(facet) < 0).length} of them keyed against the direction`,
    )
    const statements = discForm.blocks.flatMap((block) => block.statements)
    manualSays(
      `${discForm.blocks.length} blocks with a statement for each letter, ${statements.length} in all`,
    )
    manualSays(`Core ${coreDesign.blocks.length + coreDesign.rankPatterns.length} screens of four values`)
    manualSays(
      `${focusVectors.length} sheets of Focus, ${discVectors.length} of DISC, ${coreVectors.length} of Core`,
    )
    const { disc, focus, core } = assessmentFacts
    manualSays(
      `About ${disc.estimatedMinutes} minutes for DISC, ${focus.estimatedMinutes} for Focus, ${core.estimatedMinutes} for Core`,
    )
  })

  test('has the desirability of DISC statements as in the bank', () => {
    const blocks = discForm.blocks.map(({ statements }) => statements.map(({ desirability }) => desirability))
    const apart = Math.max(...blocks.map((block) => Math.max(...block) - Math.min(...block)))
    const means = blocks.map((block) => block.reduce((a, b) => a + b, 0) / block.length)
    manualSays(`at most ${written(apart, 2)} of a point apart`)
    manualSays(`block means from ${Math.min(...means).toFixed(1)} to ${Math.max(...means).toFixed(1)}`)
  })

  test('has the limits of local norms and technical figures as in the code', () => {
    manualSays(`From ${localFloor} people of one account on`)
    manualSays(`(n·m + ${localWeights.mean}·M)/(n + ${localWeights.mean})`)
    manualSays(`((n − 1)·s² + ${localWeights.variance}·S²)/(n − 1 + ${localWeights.variance})`)
    for (const n of [200, 500, 1000]) {
      const [mean, variance] = [n / (n + localWeights.mean), (n - 1) / (n - 1 + localWeights.variance)]
      expect(manual).toMatch(
        new RegExp(
          `\\| ${n.toLocaleString('en')} +\\| ${written(mean, 2)} +\\| ${written(variance, 2)} +\\|`,
        ),
      )
    }
    manualSays(`From **${peopleFloor} people** with usable answers on`)
  })
})

describe('the tables of the manual', () => {
  test('have the limits of quality as in the current rules', () => {
    const rules = qualityRules.get(qualityVersion)
    if (!rules) throw new Error('There are no rules of this version.')
    const { speed, longestRun, likelihood, acquiescence } = rules
    const [, chapter = ''] = manual.split('## 10.')
    const limits = {
      speed: `under ${speed.caution} active seconds an item (a block, a screen); under ${speed.invalid}`,
      longestRun: `more than ${longestRun.caution} equal answers in a row; more than ${longestRun.invalid}`,
      evenOdd: `under ${written(rules.evenOdd, 2)}:`,
      withinFacet: `over ${written(rules.withinFacet, 2)}:`,
      personTotal: `under ${written(rules.personTotal, 2)}:`,
      variability: `under ${written(rules.variability, 2)}:`,
      likelihood: `under ${written(likelihood.disc, 2)} and ${written(likelihood.core, 2)}:`,
      position: `over ${written(rules.position, 2)} of`,
      acquiescence: `under ${acquiescence.from} or over ${acquiescence.to}`,
      retakeDrift: `under ${written(rules.retakeDrift, 1)}`,
    }
    for (const [index, limit] of Object.entries(limits))
      expect(chapter.split('\n').find((line) => line.startsWith(`| \`${index}\``))).toContain(limit)
  })

  test('have the differences between groups as in the cells of the norm', () => {
    const { cells, balanced } = readNorm()
    const mean = (kind: 'domains' | 'facets', scale: string, of: (cell: Cell) => boolean) => {
      const found = cells.filter(of).map((cell) => cell[kind][scale]?.mean ?? Number.NaN)
      return found.reduce((a, b) => a + b, 0) / found.length
    }
    const bySex = (kind: 'domains' | 'facets', scale: string) =>
      (mean(kind, scale, ({ sex }) => sex === 'female') - mean(kind, scale, ({ sex }) => sex === 'male')) /
      (balanced[kind][scale]?.sd ?? Number.NaN)
    const names = {
      N: 'Neuroticism',
      E: 'Extraversion',
      O: 'Openness',
      A: 'Agreeableness',
      C: 'Conscientiousness',
    }
    for (const [scale, name] of Object.entries(names)) {
      const age =
        (mean('domains', scale, (cell) => cell.age === '>60') -
          mean('domains', scale, (cell) => cell.age === '<21')) /
        (balanced.domains[scale]?.sd ?? Number.NaN)
      expect(manual).toMatch(row(name, signed(bySex('domains', scale)), signed(age)))
    }
    const facets = Object.keys(balanced.facets)
      .map((scale) => ({ scale, d: bySex('facets', scale) }))
      .sort((a, b) => Math.abs(b.d) - Math.abs(a.d))
    for (const { scale, d } of facets.slice(0, 4)) manualSays(`(${scale}, ${signed(d)})`)
  })

  test('name every facet whose highest sum is below the level very high', () => {
    const highest = focusForm.facets.map(({ facet, scale, sign }) => {
      const { mean, sd } = generalNorm(focusNorm, 'facets', scale)
      const raws = Array.from({ length: 17 }, (_, at) => 4 + at)
      return { facet, ts: raws.map((raw) => 50 + (10 * sign * (raw - mean)) / sd).sort((a, b) => b - a) }
    })
    const bounded = highest.filter(({ ts: [top = 0] }) => top <= 65)
    expect(bounded).toHaveLength(10)
    for (const { facet, ts } of bounded) {
      const top = (ts[0] ?? 0).toFixed(1)
      expect(manual).toMatch(new RegExp(`${facet} (at T )?${top.replace('.', '\\.')}`))
    }
    expect(highest.filter(({ ts: [top = 0, next = 0] }) => top > 65 && next <= 65)).toHaveLength(9)
    manualSays('nine more reach it with the highest sum alone')
    expect(highest.every(({ ts }) => (ts.at(-1) ?? 50) < 35)).toBe(true)
  })

  test('have the reliabilities in use, and what follows from them', () => {
    const { domains, facets, alphas } = JSON.parse(
      readFileSync(join(docs, '../content/norms/focus-reliability.json'), 'utf8'),
    ) as Record<'domains' | 'facets' | 'alphas', Record<string, number>>
    const { balanced, provisional } = focusNorm
    const sem = (rho: number) => (10 * Math.sqrt(1 - rho)).toFixed(2)
    const parts: Record<string, number> = {}
    for (const { facet, scale } of focusForm.facets) {
      const rho = facets[scale] ?? Number.NaN
      const isOurs = scale === 'O6'
      const shown = isOurs ? `_${written(rho, 2)}_` : written(rho, 2)
      expect(manual).toMatch(
        new RegExp(`\\| ${facet} +\\| [^|]+\\(${scale}\\)_? +\\| ${shown} +\\| ${sem(rho)} +\\|`),
      )
      const { sd } = provisional.facets[scale] ?? balanced.facets[scale] ?? { sd: Number.NaN }
      parts[scale.charAt(0)] = (parts[scale.charAt(0)] ?? 0) + sd ** 2 * (1 - rho)
    }
    for (const [domain, rho] of Object.entries(domains)) {
      const { sd } = provisional.domains[domain] ?? balanced.domains[domain] ?? { sd: Number.NaN }
      expect(rho).toBeCloseTo(1 - (parts[domain] ?? 0) / sd ** 2, 4)
      expect(manual).toMatch(row(written(alphas[domain] ?? 0, 2), written(rho, 4), sem(rho)))
    }
    const published = Object.entries(facets).flatMap(([scale, rho]) => (scale === 'O6' ? [] : [rho]))
    const [least, most] = [Math.min(...published), Math.max(...published)]
    manualSays(`published alphas of 29 facets ${written(least, 2)} to ${written(most, 2)}, mean .68`)
    manualSays(`The published facets run from ${written(least, 2)} to ${written(most, 2)} with a mean of .68`)
  })
})

type Cells = Record<string, { mean: number; sd: number }>
type Cell = { sex: string; age: string; domains: Cells; facets: Cells }

function readNorm() {
  const text = readFileSync(join(docs, '../content/norms/focus.json'), 'utf8')
  return JSON.parse(text) as { cells: Cell[]; balanced: { domains: Cells; facets: Cells } }
}

/** The facets of stability have the reverse name of their items' scale. */
function signOf(facet: string): number {
  return focusForm.facets.find((one) => one.facet === facet)?.sign ?? 1
}

function signed(value: number): string {
  return value > 0 ? `+${value.toFixed(2)}` : minus(value, 2)
}

function row(...cells: readonly string[]): RegExp {
  return new RegExp(`\\| ${cells.map((cell) => cell.replace('+', '\\+')).join(' +\\| ')} +\\|`)
}

/** The anchors that GitHub and others generate for headings. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
