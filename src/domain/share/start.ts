import { z } from 'zod'
import { callingGuest } from '../../contract/caller.ts'
import { deviceKinds } from '../../contract/device.ts'
import { FocusFormName } from '../../contract/focus-form.ts'
import { type Change, type Context, operation } from '../../contract/operation.ts'
import { AssessmentId, EmailAddress, LocaleCode, PersonName, Timestamp } from '../../contract/shapes.ts'
import { accountViewFields, appearanceOf } from '../account/appearance.ts'
import { assessmentsFor, newProfileEvents } from '../profile/add.ts'
import { hasCapacity } from './capacity.ts'
import { countStart, noSuchLink } from './count.ts'
import { sendEnrollmentInvite } from './enrollment-invite.ts'
import { hasStartsLeft, type ShareLink } from './model.ts'
import { selfEnroll, type TakeSession } from './self-enrollment.ts'
import { findShareLink } from './store.ts'

/** The content of the page behind a share link. Reading changes nothing. */
export const readShareLink = operation({
  name: 'read_share_link',
  summary: 'Read what a public link is for',
  access: 'guest',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'reads',
  evenPaused: true,
  input: z.strictObject({}),
  output: z.strictObject({
    ...accountViewFields,
    seesReport: z.boolean(),
    retentionDays: z.number().optional(),
    expiresAt: Timestamp,
    assessmentIds: z.array(AssessmentId),
    focusForm: FocusFormName.optional(),
    takesStarters: z.boolean(),
  }),
  async run(context) {
    const { account } = context
    const link = await openShareLink(context)
    const { assessmentIds, focusForm = account.preferences.focusForm, expiresAt } = link
    return {
      resource: {
        accountName: account.name,
        appearance: await appearanceOf(context.sql, account),
        seesReport: account.preferences.participantSeesReport !== false,
        retentionDays: account.preferences.retentionDays,
        expiresAt,
        assessmentIds: assessmentsFor(account, assessmentIds.length > 0 ? assessmentIds : undefined),
        focusForm,
        takesStarters: hasStartsLeft(link) && (await hasCapacity(context)),
      },
    }
  },
})

const StartInput = z.strictObject({
  firstName: PersonName.refine((name) => name !== '', 'must not be empty'),
  lastName: PersonName.transform((name) => name || undefined).optional(),
  email: EmailAddress.optional(),
  locale: LocaleCode.default('en'),
  /** The version of the agreement that the page showed. */
  version: z.string().optional(),
  /** Identifies one rendering of the form, so that pressing its button twice starts once. */
  once: z
    .string()
    .regex(/^[\w-]{22}$/, 'is not of this form')
    .optional(),
  device: z.enum(deviceKinds).optional(),
})
type StartInput = z.output<typeof StartInput>

/**
 * Starts from a share link. With an address, a personal link is sent there, whether or not the address is known;
 * without one, a profile is created and a session opened right away.
 */
export const startFromShareLink = operation({
  name: 'start_from_share_link',
  summary: 'Start as a new person from a public link',
  access: 'guest',
  reveals: 'own',
  issues: 'invite',
  effect: 'adds',
  emits: [...newProfileEvents, 'profile.activated', 'shareLink.ended'],
  billed: true,
  refuses: ['missing', 'limited', 'conflict'],
  input: StartInput,
  /** Null if an email was queued, whoever the address belongs to. */
  output: z.strictObject({ secret: z.string(), expiresAt: z.string() }).nullable(),
  async run(context, { email, once, version, device, ...person }) {
    const link = await openShareLink(context)
    const started = await start(context, link, { ...person, email, once, version, device })
    const { resource, changes, isRepeat } = started
    // Last, because this lock serializes starts from one link until the transaction ends, and many people may
    // start at the same time.
    await countStart(context, link, { sendsEmail: email !== undefined, isRepeat })
    return { resource, changes }
  },
})

type Started = { resource: TakeSession | null; changes: Change[]; isRepeat: boolean }

async function start(
  context: Context,
  link: ShareLink,
  { email, once, version, device, ...person }: StartInput,
): Promise<Started> {
  if (email !== undefined) {
    const changes = await sendEnrollmentInvite(context, link, { ...person, email })
    return { resource: null, changes, isRepeat: false }
  }
  const { opened, ...started } = await selfEnroll(context, link, person, { once, version, device })
  return { resource: opened, ...started }
}

async function openShareLink(context: Context): Promise<ShareLink> {
  const { sql, account, now } = context
  const { linkHash } = callingGuest(context)
  const link = await findShareLink(sql, account.id, linkHash, now())
  return link ?? noSuchLink()
}
