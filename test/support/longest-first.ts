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
  'test/rest/bad-input.test.ts',
  'test/web/reference.test.ts',
  'test/rest/scopes.test.ts',
  'test/rest/isolation.test.ts',
  'test/journeys/navigation.test.ts',
  'test/rest/idempotency.test.ts',
  'scripts/timbre.test.ts',
  'test/study.test.ts',
  'test/dashboard/study.test.ts',
  'test/secret-key.test.ts',
  'test/running.test.ts',
  'test/rest/list-oracle.test.ts',
  'test/shutdown.test.ts',
  'test/mail/floods.test.ts',
  'test/journeys/nine-languages.test.ts',
  'test/dashboard/large-accounts.test.ts',
  'test/journeys/own-results.test.ts',
  'test/data-dir.test.ts',
  'test/sdk/package.test.ts',
  'test/dashboard/every-page.test.ts',
  'test/dashboard/teams.test.ts',
  'test/dashboard/pictures.test.ts',
  'test/journeys/pseudo-locales.test.ts',
  'test/journeys/taking-assessments.test.ts',
  'test/first-five-minutes.test.ts',
  'test/dashboard/person.test.ts',
  'test/fuzz/fuzz.test.ts',
  'test/dashboard/people.test.ts',
  'test/leaks.test.ts',
  'test/durability.test.ts',
  'test/rest/invite-limits.test.ts',
  'test/documented-samples.test.ts',
  'test/limits/every-limit.test.ts',
  'test/journeys/results-card.test.ts',
  'src/demo/demo.test.ts',
  'test/dashboard/invite.test.ts',
  'test/docker-image.test.ts',
  'test/web/reference-attacks.test.ts',
  'test/journeys/report-links.test.ts',
  'test/journeys/access.test.ts',
  'test/oauth/passkeys.test.ts',
  'test/journeys/consent.test.ts',
  'test/journeys/taking-by-keys.test.ts',
  'test/failed-start.test.ts',
  'test/documented-pictures.test.ts',
  'test/oauth/sign-in-limits.test.ts',
  'test/rest/webhooks.test.ts',
  'test/rest/idempotency-waits.test.ts',
  'test/journeys/technical.test.ts',
  'src/database/data-dir-lock.test.ts',
  'test/changed-content.test.ts',
  'test/oauth/protocol/races.test.ts',
  'test/oauth/keys.test.ts',
  'test/openapi.test.ts',
  'test/journeys/members.test.ts',
  'test/limits/links.test.ts',
  'test/rest/refusals.test.ts',
  'test/rest/write-conflicts.test.ts',
  'test/locales/debriefs.test.ts',
  'test/rest/tag-profiles.test.ts',
  'test/journeys/shared-link.test.ts',
  'test/account-deletion.test.ts',
  'test/journeys/clients.test.ts',
  'test/mcp/conformance/inspector.test.ts',
  'test/technical.test.ts',
  'test/dashboard/account-block.test.ts',
  'test/journeys/another-language.test.ts',
  'test/saved-answers.test.ts',
  'test/rest/check-order.test.ts',
  'test/rest/bad-bodies.test.ts',
  'src/domain/profile-index/index.test.ts',
  'test/dashboard/frame.test.ts',
]
