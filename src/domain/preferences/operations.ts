import { z } from 'zod'
import type { AuditChanges } from '../../contract/audit-fields.ts'
import { Failure } from '../../contract/failure.ts'
import { FocusFormName } from '../../contract/focus-form.ts'
import { type AccountPreferences, type InstallationConfig, operation } from '../../contract/operation.ts'
import { AssessmentId, assessmentIds, EmailAddress, filledLine, LocaleCode } from '../../contract/shapes.ts'
import { timeZoneInput } from '../../contract/time-zone.ts'
import { readAccountResource } from '../account/account-resource.ts'
import {
  AccountResource,
  DebriefWriter,
  debriefOnCompletionText,
  examplePreferences,
  reminderDaysText,
  shareCardText,
} from '../account/model.ts'
import { pendingRetentionOf, retentionAfterChoice } from '../account/retention.ts'
import { lockAccount, writePreferences } from '../account/store.ts'
import { recordEvent } from '../event/record.ts'
import { notifyOwners } from '../notice/notify-owners.ts'

/** Maximum lengths of the sender name and the email subject, in characters: email clients cut off the rest. */
const [maxNameLength, maxSubjectLength] = [60, 120]

const TimeZone = timeZoneInput('Time zone of dates in emails and on pages (IANA name). Default: UTC.')

const BrandColor = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, 'is not a color such as #0b2a6b')
  .meta({
    description: "Color of pages and emails, six hex digits. Default: the service's own.",
    examples: ['#0b2a6b'],
  })
  .transform((color) => color.toLowerCase())

const DefaultAssessments = z
  .array(AssessmentId)
  .min(1, 'must name at least one assessment; null means all of them')
  .max(20, 'has too many entries')
  .meta({
    description: "Assessments of a new profile if its creation doesn't name any. Null means all.",
    examples: [['disc', 'focus']],
  })
  .transform((wanted) => assessmentIds.filter((id) => wanted.includes(id)))

const retentionWarning =
  '**Deletes people.** Seven days after this is set or shortened, profiles with no activity for this many days are ' +
  'permanently deleted with all their data, including existing ones. Until then it can be changed back; ' +
  '`pendingRetention` of the account says when it begins, and the owners get an email. `account:write` is enough to set ' +
  'it. `GET /account/retention` says whom it would delete. Default: nothing is deleted.'

/** Days. The minimum keeps invited people until their link has expired; the maximum is ten years. */
const RetentionDays = z
  .int('must be a whole number')
  .min(30, 'must be at least 30')
  .max(3650, 'must be at most 3650')
  .meta({ description: retentionWarning, examples: [730] })

/** Days after the invite. A reminder has a link of its own, so it may come after the first one has expired. */
const ReminderDays = z
  .array(z.int('must be whole numbers').min(1, 'must be from 1 to 30').max(30, 'must be from 1 to 30'))
  .min(1, 'must name at least one day; null turns reminders off')
  .max(3, 'has too many entries: at most 3')
  .meta({ description: reminderDaysText, examples: [[3, 6]] })
  .transform((days) => [...new Set(days)].sort((one, other) => one - other))

/** RFC 7396: null removes a field, and omitted fields stay unchanged. */
export const updateAccountPreferences = operation({
  name: 'update_account_preferences',
  summary: 'Change the preferences of the account',
  description:
    'A merge patch (RFC 7396): omitted fields stay as they are, and `null` resets a field to its ' +
    'default.\n\n**`retentionDays` deletes people:** the service permanently deletes every profile, ' +
    'with all data about the person, after that many days without a change, an answer or an invite. ' +
    'Days that are set or shortened hold after seven days, also for profiles that are already older; until then what held ' +
    'before does, and they can be changed back. More days, and `null`, hold at once. `account:write` is enough to set it, ' +
    "and deletion can't be undone.",
  scope: 'account:write',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'replaces',
  emits: ['account.updated'],
  refuses: ['limited'],
  input: z
    .strictObject({
      locale: LocaleCode.nullable().optional().meta({
        description: 'Language of emails and pages if the profile has none. Default: English.',
      }),
      timezone: TimeZone.nullable().optional(),
      senderName: filledLine(maxNameLength, {
        description:
          "Introduces the account in emails to people: sender name, and first lines. Pages, text messages and what people agree to name the account. Default: the account's name.",
        example: 'Ada at Northwind',
        whenEmpty: 'must not be empty; null removes it',
      })
        .nullable()
        .optional(),
      replyTo: EmailAddress.nullable()
        .optional()
        .meta({ description: "Reply-to address of emails. Default: the installation's sender address." }),
      inviteSubject: filledLine(maxSubjectLength, {
        description:
          "Subject of email invites to people who have assessments to complete. Default: the service's own.",
        example: 'Your assessment',
        whenEmpty: 'must not be empty; null removes it',
      })
        .nullable()
        .optional(),
      brandColor: BrandColor.nullable().optional(),
      defaultAssessmentIds: DefaultAssessments.nullable().optional(),
      focusForm: FocusFormName.nullable()
        .optional()
        .meta({
          description:
            "Length of Focus of a new profile if its creation doesn't name one. Null means `focus-120`. People who " +
            'already exist keep theirs.',
          examples: ['focus-60'],
        }),
      participantSeesReport: z
        .boolean('must be true or false')
        .nullable()
        .optional()
        .meta({
          description: 'Whether people see their own results at the end. Default: true.',
          examples: [true],
        }),
      participantSharesCard: z
        .boolean('must be true or false')
        .nullable()
        .optional()
        .meta({ description: shareCardText, examples: [true] }),
      debriefWriter: DebriefWriter.nullable().optional(),
      debriefOnCompletion: z
        .boolean('must be true or false')
        .nullable()
        .optional()
        .meta({ description: debriefOnCompletionText, examples: [false] }),
      retentionDays: RetentionDays.nullable().optional(),
      reminderDays: ReminderDays.nullable().optional(),
    })
    .refine((input) => Object.keys(input).length > 0, {
      message: 'Give at least one preference, such as locale or senderName.',
    })
    .meta({ minProperties: 1 }),
  output: AccountResource,
  rest: {
    group: 'accounts',
    route: 'PATCH /account/preferences',
    sdk: 'accounts.updatePreferences',
    key: 'data',
    status: 200,
    examples: { body: examplePreferences },
  },
  async run(context, patch) {
    const { sql, account, now, installation, caller } = context
    // Locked, so that concurrent patches don't overwrite each other.
    const current = await lockAccount(sql, account.id)
    const preferences = mergePatch(current.preferences, patch)
    refuseMissingModel(current.preferences, preferences, installation)
    const fields = changedFields(current.preferences, preferences)
    if (fields.length === 0)
      return { resource: await readAccountResource({ sql, now, installation }, current), changes: [] }
    recordEvent(sql, { type: 'account.updated', data: { fields } })
    const updatedAt = now()
    const isRetentionChosen = fields.includes('retentionDays')
    const { retentionDays } = preferences
    const pending = isRetentionChosen
      ? retentionAfterChoice(current, retentionDays, updatedAt)
      : pendingRetentionOf(current, updatedAt)
    await writePreferences(sql, account.id, preferences, pending, updatedAt)
    const after = {
      ...current,
      preferences,
      retentionFrom: pending?.holdsFrom ?? null,
      retentionDaysBefore: pending?.daysBefore ?? null,
      updatedAt: updatedAt.toISOString(),
    }
    if (isRetentionChosen && pending && retentionDays !== undefined) {
      const notice = {
        kind: 'retentionChosen',
        days: retentionDays,
        from: new Date(pending.holdsFrom),
      } as const
      const by = caller.kind === 'delegate' ? caller.memberId : null
      await notifyOwners(context, by, notice, { refuses: true })
    }
    const changes = {
      fields,
      ...auditedValues(preferences, fields),
      ...(isRetentionChosen && pending && { retentionFrom: pending.holdsFrom }),
    }
    return {
      resource: await readAccountResource({ sql, now, installation }, after),
      changes: [{ target: { type: 'account', id: account.id }, changes }],
    }
  },
})

/**
 * Refused rather than stored for later: an operator who configures a model later should not find accounts already
 * using it. An account that chose it earlier can still change its other preferences.
 */
function refuseMissingModel(
  before: AccountPreferences,
  after: AccountPreferences,
  installation: InstallationConfig,
): void {
  if (after.debriefWriter !== 'model' || before.debriefWriter === 'model' || installation.debriefModel) return
  throw new Failure('model_not_configured', { param: 'debriefWriter' })
}

/** RFC 7396, section 2, for an object without nested objects: lists are replaced as a whole. */
function mergePatch(target: AccountPreferences, patch: Record<string, unknown>): AccountPreferences {
  const merged = Object.entries({ ...target, ...patch }).filter(
    ([, value]) => value !== null && value !== undefined,
  )
  return Object.fromEntries(merged)
}

function changedFields(before: AccountPreferences, after: AccountPreferences): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof AccountPreferences>
  return [...names].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name])).sort()
}

/** These values may name a person, so the audit log records only that they changed. */
const personal = ['senderName', 'replyTo', 'inviteSubject']

function auditedValues(preferences: AccountPreferences, fields: readonly string[]): AuditChanges {
  const plain = fields.filter((name) => !personal.includes(name))
  return Object.fromEntries(
    plain.map((name) => [name, preferences[name as keyof AccountPreferences] ?? null]),
  )
}
