import type { Operation } from './contract/operation.ts'
import { testBody, testToken } from './domain/account/operations.ts'
import { inviteByEmail } from './domain/invite/operations.ts'
import {
  createProfile,
  deleteProfile,
  getProfile,
  listProfiles,
  updateProfileOperation,
} from './domain/profile/operations.ts'

/** Every operation that a token reaches, a line each. Doors and documents are made from this list. */
export const catalog: readonly Operation[] = [
  testToken,
  testBody,
  listProfiles,
  getProfile,
  createProfile,
  updateProfileOperation,
  deleteProfile,
  inviteByEmail,
] as unknown as readonly Operation[]
