import type { Operation } from './contract/operation.ts'
import { testBody, testToken } from './domain/account/operations.ts'
import { readSitting, saveAnswers } from './domain/assessment/operations.ts'
import { issueRetake } from './domain/assessment/retake.ts'
import { inviteByEmail, readLink, requestNewLink, startSitting } from './domain/invite/operations.ts'
import { listAttempts } from './domain/profile/attempts.ts'
import { listPendingProfiles, listProfiles } from './domain/profile/list.ts'
import {
  createProfile,
  deleteProfile,
  getProfile,
  updateProfileOperation,
} from './domain/profile/operations.ts'
import { exportOwnResults, readOwnReport } from './domain/report/operations.ts'
import { createAssessmentInvite } from './domain/share/operations.ts'
import { readShareLink, startFromShareLink } from './domain/share/start.ts'

/** Every operation that a token reaches, a line each. Doors and documents are made from this list. */
export const catalog = [
  testToken,
  testBody,
  listProfiles,
  listPendingProfiles,
  getProfile,
  createProfile,
  updateProfileOperation,
  deleteProfile,
  issueRetake,
  listAttempts,
  inviteByEmail,
  createAssessmentInvite,
] as unknown as readonly Operation[]

/** What a person does with an invite link and in the session it opens; no token reaches these. */
export const personal = {
  readLink,
  requestNewLink,
  startSitting,
  readShareLink,
  startFromShareLink,
  readSitting,
  saveAnswers,
  readOwnReport,
  exportOwnResults,
}
