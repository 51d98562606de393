import { BaseSequencer, type TestSequencer, type Vitest } from 'vitest/node'

/**
 * Starts the longest files first, so that the workers finish at about the same time; a long file that starts last would
 * run alone for most of a minute. The rest keep vitest's order. No result depends on the order.
 */
export function LongestFirst(vitest: Vitest): TestSequencer {
  const usual = new BaseSequencer(vitest)
  return {
    shard: (files) => usual.shard(files),
    async sort(files) {
      const rank = (path: string) => {
        const place = longest.findIndex((name) => path.endsWith(`/${name}`))
        return place < 0 ? longest.length : place
      }
      return (await usual.sort(files)).sort((one, other) => rank(one.moduleId) - rank(other.moduleId))
    },
  }
}

/** Files of more than ten seconds, longest first. */
const longest = [
  'test/rest/list-oracle.test.ts',
  'test/journeys/navigation.test.ts',
  'test/secret-key.test.ts',
  'scripts/timbre.test.ts',
  'test/data-dir.test.ts',
  'test/shutdown.test.ts',
  'test/running.test.ts',
  'test/journeys/own-results.test.ts',
  'test/rest/bad-input.test.ts',
  'test/rest/isolation.test.ts',
  'test/journeys/results-card.test.ts',
  'test/journeys/nine-languages.test.ts',
  'test/dashboard/people.test.ts',
  'test/dashboard/every-page.test.ts',
  'test/dashboard/teams.test.ts',
  'test/failed-start.test.ts',
  'test/first-five-minutes.test.ts',
  'test/documented-samples.test.ts',
  'test/journeys/consent.test.ts',
  'test/journeys/members.test.ts',
  'test/rest/scopes.test.ts',
  'test/dashboard/person.test.ts',
  'test/mcp/deadlines.test.ts',
  'test/dashboard/pictures.test.ts',
  'test/documented-pictures.test.ts',
  'test/durability.test.ts',
  'test/web/reference.test.ts',
  'test/journeys/taking-assessments.test.ts',
  'test/rest/idempotency.test.ts',
  'test/journeys/report-links.test.ts',
  'test/oauth/sign-in-limits.test.ts',
  'test/journeys/pseudo-locales.test.ts',
  'test/dashboard/invite.test.ts',
  'test/journeys/technical.test.ts',
  'test/oauth/keys.test.ts',
  'test/rest/idempotency-waits.test.ts',
  'test/oauth/protocol/races.test.ts',
  'test/openapi.test.ts',
  'test/fuzz/fuzz.test.ts',
  'test/rest/tag-profiles.test.ts',
  'test/journeys/taking-by-keys.test.ts',
  'test/rest/bad-bodies.test.ts',
  'test/locales/debriefs.test.ts',
  'test/rest/refusals.test.ts',
  'test/journeys/clients.test.ts',
  'test/changed-content.test.ts',
  'test/journeys/shared-link.test.ts',
  'test/oauth/sign-in-journey.test.ts',
  'test/technical.test.ts',
  'test/mcp/refusals.test.ts',
  'test/rest/invite-limits.test.ts',
  'test/mcp/conformance/inspector.test.ts',
  'test/oauth/passkeys.test.ts',
  'test/rest/debrief-by-model.test.ts',
]
