import type { Operation } from '../../contract/operation.ts'
import { removeStudyCriteria, uploadStudyCriteria } from './criteria.ts'
import {
  exportStudyData,
  joinStudy,
  leaveStudy,
  readStudyLink,
  saveStudyAnswers,
  setStudyCriteriaConsent,
} from './link.ts'
import { endStudy, exportStudy, getStudy, getStudyEligibility, openStudy } from './operations.ts'
import { endOwnParticipation, readStudyOffer, requestStudyLink } from './own.ts'
import { createPeerLink, readPeerLink, removePeerAnswers, revokePeerLink, savePeerAnswers } from './peers.ts'

/** What members and programs of the account can call. */
export const studyOperations: readonly Operation[] = [
  openStudy,
  endStudy,
  getStudy,
  getStudyEligibility,
  exportStudy,
  uploadStudyCriteria,
  removeStudyCriteria,
]

/** What people can do with their links. */
export const studyLinkOperations = {
  readStudyOffer,
  requestStudyLink,
  endOwnParticipation,
  readStudyLink,
  joinStudy,
  leaveStudy,
  saveStudyAnswers,
  setStudyCriteriaConsent,
  createPeerLink,
  revokePeerLink,
  readPeerLink,
  savePeerAnswers,
  removePeerAnswers,
  exportStudyData,
} as const
