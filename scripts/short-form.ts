import { writeFileSync } from 'node:fs'
import { instruments } from './instruments.ts'
import { deriveShortForm } from './simulation/short-form.ts'

/** Writes norm and reliabilities of `focus-60-1` from those of the full form. A changed figure needs a new id. */
const { keys, norm, reliability } = instruments.focus
const derived = deriveShortForm(keys, norm, reliability)
const assumptions =
  'derived, not observed: nobody has published figures of these pairs. Each statement is taken to have half of what two ' +
  'of its facet have: the same mean, variance and covariances. '

write('focus-60.json', {
  id: 'focus-60-derived-1',
  instrument: 'focus-60',
  source: norm.id,
  method:
    `${assumptions}Facets: mean of the four halved, variance s²(1/2 - α/4) with alpha of ${reliability.id}. Domains: ` +
    'sum of the means; sum of the variances and a quarter of the covariances between facets of the full form',
  sem: { facet: 6.9, trait: 4.6 },
  ...derived.norm,
  provisional: {
    note:
      'As in the full form, the mean and SD of openMindedness are assumed. Its covariances with the other facets of ' +
      'flexibility are taken to follow the mean correlation of the published ones, so that flexibility varies less here than ' +
      'half of the full form would.',
    scales: ['openMindedness', 'flexibility'],
    ...derived.norm.provisional,
  },
})
write('focus-60-reliability.json', {
  id: 'focus-60-spearman-brown-1',
  instrument: 'focus-60',
  source: reliability.id,
  method:
    `${assumptions}Facets: alpha of the four for half the length, α/(2 - α) (Spearman and Brown, both 1910). Domains: ` +
    'stratified alpha from these, as for the full form',
  ...derived.reliability,
})

function write(name: string, content: unknown): void {
  writeFileSync(new URL(`../content/norms/${name}`, import.meta.url), `${JSON.stringify(content, null, 2)}\n`)
}
