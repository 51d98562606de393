import type { Operation, OperationsByName, ResourceOf } from './contract/operation.ts'
import { deleteAccountLogo, readLogo, setAccountLogo } from './domain/account/logo.ts'
import { test, testWithBody } from './domain/account/operations.ts'
import { readMenu } from './domain/account-view/menu.ts'
import { getAccount } from './domain/account-view/operations.ts'
import { getUsage } from './domain/activity/report.ts'
import { confirmAddress } from './domain/address/confirm.ts'
import { updateProfile } from './domain/address/update.ts'
import { getAssessment, listAssessments } from './domain/assessment/catalog.ts'
import { readSitting, saveAnswers } from './domain/assessment/operations.ts'
import { issueRetake } from './domain/assessment/retake.ts'
import { listAuditLog } from './domain/audit/operations.ts'
import { listProfileCampaigns } from './domain/campaign/of-person.ts'
import {
  createCampaign,
  endCampaign,
  getCampaign,
  listCampaigns,
  updateCampaign,
} from './domain/campaign/operations.ts'
import { listCampaignPeople } from './domain/campaign/people.ts'
import { previewCampaignEmail } from './domain/campaign/preview.ts'
import { remindCampaign } from './domain/campaign/remind.ts'
import { createClient, listClients, revokeClient, rotateClient } from './domain/client/operations.ts'
import { listOwnClients, revokeOwnClients } from './domain/client/own-clients.ts'
import { listCoaches, setCoachTeams } from './domain/coach/operations.ts'
import {
  createConnection,
  deleteConnection,
  listConnectionEntries,
  listConnections,
  rotateConnectionKey,
  updateConnection,
} from './domain/connection/operations.ts'
import { generateDebrief, getDebrief } from './domain/debrief/operations.ts'
import { rateDebrief } from './domain/debrief/rate.ts'
import { getBehavioralSummary } from './domain/debrief/summary.ts'
import { listEvents, listEventTypes } from './domain/event-feed/operations.ts'
import { addSignInDomain, proveSignInDomain, removeSignInDomain } from './domain/identity-provider/domains.ts'
import {
  removeIdentityProvider,
  setOidcProvider,
  setSamlProvider,
} from './domain/identity-provider/provider.ts'
import { readSignIn } from './domain/identity-provider/read.ts'
import { requireIdentityProvider } from './domain/identity-provider/require.ts'
import { sendInvites } from './domain/invite/bulk.ts'
import { sendAssessmentInvite } from './domain/invite/by-address.ts'
import { listInvites } from './domain/invite/history.ts'
import {
  readLink,
  requestNewLink,
  sendInviteByEmail,
  sendInviteBySms,
  startSitting,
} from './domain/invite/operations.ts'
import { listProgress } from './domain/invite/progress.ts'
import { endLinks, listLinks } from './domain/link/operations.ts'
import { listCoachTeams } from './domain/member/coach-teams.ts'
import { changePasskeys, endSessions } from './domain/member/end-sessions.ts'
import { inviteMember } from './domain/member/invite.ts'
import { acceptMembership, declineMembership, readMembership } from './domain/member/membership.ts'
import { changeMemberRole, listMembers, removeMember } from './domain/member/operations.ts'
import { listAccountMembers } from './domain/member/published.ts'
import { requirePasskey } from './domain/member/require-passkey.ts'
import { getMemberNotices, updateMemberNotices } from './domain/member-notice/operations.ts'
import { readNoticeLink, stopMemberNotices } from './domain/member-notice/stop.ts'
import {
  discardMessage,
  getOutgoingMessage,
  listOutgoingMessages,
  retryMessage,
  retryMessages,
} from './domain/message-log/operations.ts'
import { createNote, deleteNote, listNotes, updateNote } from './domain/note/operations.ts'
import { changeMailChoice, readMailChoice } from './domain/opt-out/operations.ts'
import {
  cancelAtsOrder,
  noteAtsProblem,
  placeAtsOrder,
  readAtsLabels,
  readAtsOrder,
} from './domain/order/door-operations.ts'
import { cancelOrder, createOrder, getOrder, listOrders } from './domain/order/operations.ts'
import { listPackages } from './domain/order/packages.ts'
import { updateAccountPreferences } from './domain/preferences/operations.ts'
import { listAttempts } from './domain/profile/attempts.ts'
import { createProfile } from './domain/profile/create.ts'
import { importProfiles } from './domain/profile/import.ts'
import { countProfilesByStatus, listPendingProfiles, listProfilesWithResults } from './domain/profile/list.ts'
import { deleteProfile, getProfile } from './domain/profile/operations.ts'
import { listProfiles } from './domain/profile/summaries.ts'
import {
  deprovisionPerson,
  getProvisionedPerson,
  listProvisionedPeople,
  patchProvisionedPerson,
  provisionPerson,
  replaceProvisionedPerson,
} from './domain/provisioning/operations.ts'
import { exportProfile } from './domain/report/export.ts'
import {
  getCoreReportFixtures,
  getDiscReportFixtures,
  getFocusReportFixtures,
} from './domain/report/fixtures.ts'
import { exportOwnResults, readOwnReport } from './domain/report/operations.ts'
import { getTakeaways } from './domain/report/takeaways.ts'
import { createReportLink, deleteReportLink, listReportLinks } from './domain/report-link/operations.ts'
import { endOwnReportLink, makeOwnReportLink, readOwnReportLink } from './domain/report-link/own.ts'
import { readLinkedReport } from './domain/report-link/read.ts'
import { deleteResourceAlias, updateResourceAlias } from './domain/resource-alias/change.ts'
import {
  createResourceAlias,
  getResourceAlias,
  listResourceAliases,
} from './domain/resource-alias/operations.ts'
import { openResultsByCode, requestResultsCode } from './domain/results-code/operations.ts'
import { previewRetention } from './domain/retention/operations.ts'
import { readErasure, requestErasure, withdrawErasure } from './domain/rights/erasure.ts'
import { reportWrongPerson } from './domain/rights/wrong-person.ts'
import {
  advanceSandboxPerson,
  completeSandboxPerson,
  listSandboxMessages,
  listSandboxPersonas,
  resetSandbox,
} from './domain/sandbox/operations.ts'
import { createSandbox, listSandboxes } from './domain/sandbox/own-sandboxes.ts'
import { createSandboxPeople } from './domain/sandbox/people.ts'
import { savedTeamOperations } from './domain/saved-team/operations.ts'
import { checkSender, getSender, removeSender, setSender } from './domain/sender/operations.ts'
import { endShareLink, listAssessmentInvites } from './domain/share/links.ts'
import { createAssessmentInvite } from './domain/share/operations.ts'
import { readShareLink, startFromShareLink } from './domain/share/start.ts'
import { makeOwnShareCard, readOwnShareCard, removeOwnShareCard } from './domain/share-card/own.ts'
import { readShareCard, readShareCardPicture } from './domain/share-card/read.ts'
import { studyLinkOperations, studyOperations } from './domain/study/all-operations.ts'
import {
  assignTagsToProfilesMcp,
  deleteTagMcp,
  listTagsMcp,
  updateTagMcp,
} from './domain/tag/mcp-operations.ts'
import { createTag, deleteTag, getTag, listTags, updateTag } from './domain/tag/operations.ts'
import { addProfilesToTag, assignTagsToProfiles, removeProfilesFromTag } from './domain/tag/profiles.ts'
import { undoTagChange } from './domain/tag/undo.ts'
import { getTeam, getTeamAgenda, getTeamOrganization } from './domain/team/operations.ts'
import { getDelivery, listDeliveries, replayEvents, retryDelivery } from './domain/webhook/deliveries.ts'
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  updateWebhook,
} from './domain/webhook/endpoints.ts'
import { getEvent } from './domain/webhook/event.ts'
import { rotateWebhookSecret, testWebhook } from './domain/webhook/secrets.ts'

// Lists of their own: a single literal of all operations is too large for the type checker.

const tagOperations: readonly Operation[] = [
  listTags,
  listTagsMcp,
  getTag,
  createTag,
  updateTag,
  deleteTag,
  assignTagsToProfiles,
  addProfilesToTag,
  removeProfilesFromTag,
  undoTagChange,
]

/** Lists of their own: a single literal of all operations is too large for the type checker. */
const orderOperations: readonly Operation[] = [
  listPackages,
  createOrder,
  listOrders,
  getOrder,
  cancelOrder,
  listConnections,
  createConnection,
  updateConnection,
  rotateConnectionKey,
  deleteConnection,
  listConnectionEntries,
]

const campaignOperations: readonly Operation[] = [
  createCampaign,
  listCampaigns,
  getCampaign,
  updateCampaign,
  endCampaign,
  listCampaignPeople,
  listProfileCampaigns,
  remindCampaign,
  previewCampaignEmail,
]

const accountOperations: readonly Operation[] = [
  getAccount,
  getUsage,
  updateAccountPreferences,
  previewRetention,
  setAccountLogo,
  deleteAccountLogo,
  getSender,
  setSender,
  checkSender,
  removeSender,
  listAccountMembers,
  listCoaches,
  setCoachTeams,
  getMemberNotices,
  updateMemberNotices,
]

const noteOperations: readonly Operation[] = [listNotes, createNote, updateNote, deleteNote]

/** Every operation available to tokens, one per line. Routes and documents are generated from this list. */
export const catalog: readonly Operation[] = [
  test,
  testWithBody,
  ...accountOperations,
  listProfilesWithResults,
  listPendingProfiles,
  listProgress,
  countProfilesByStatus,
  getProfile,
  createProfile,
  importProfiles,
  updateProfile,
  confirmAddress,
  deleteProfile,
  issueRetake,
  listAttempts,
  getTeam,
  getTeamAgenda,
  getTeamOrganization,
  ...savedTeamOperations,
  exportProfile,
  getTakeaways,
  ...noteOperations,
  listAssessments,
  getAssessment,
  getCoreReportFixtures,
  getDiscReportFixtures,
  getFocusReportFixtures,
  sendInviteByEmail,
  sendInviteBySms,
  sendInvites,
  listInvites,
  createAssessmentInvite,
  ...campaignOperations,
  ...orderOperations,
  listAssessmentInvites,
  endShareLink,
  ...tagOperations,
  listResourceAliases,
  getResourceAlias,
  createResourceAlias,
  updateResourceAlias,
  deleteResourceAlias,
  generateDebrief,
  getDebrief,
  rateDebrief,
  ...studyOperations,
  createReportLink,
  listReportLinks,
  deleteReportLink,
  listEvents,
  getEvent,
  listEventTypes,
  listWebhooks,
  createWebhook,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  replayEvents,
  listDeliveries,
  getDelivery,
  retryDelivery,
  listOutgoingMessages,
  getOutgoingMessage,
  retryMessage,
  retryMessages,
  discardMessage,
  listSandboxes,
  createSandbox,
  listSandboxPersonas,
  completeSandboxPerson,
  createSandboxPeople,
  advanceSandboxPerson,
  resetSandbox,
  listSandboxMessages,
  listAuditLog,
  updateTagMcp,
  deleteTagMcp,
  assignTagsToProfilesMcp,
  listProfiles,
  sendAssessmentInvite,
  getBehavioralSummary,
]

/** What people can do with an invite link, in the session it opens, and without signing in. Not available to tokens. */
export const linkOperations = {
  readLogo,
  readLink,
  requestNewLink,
  startSitting,
  requestResultsCode,
  openResultsByCode,
  readShareLink,
  startFromShareLink,
  readSitting,
  saveAnswers,
  readOwnReport,
  exportOwnResults,
  readErasure,
  requestErasure,
  withdrawErasure,
  reportWrongPerson,
  readOwnReportLink,
  makeOwnReportLink,
  endOwnReportLink,
  readLinkedReport,
  readOwnShareCard,
  makeOwnShareCard,
  removeOwnShareCard,
  readShareCard,
  readShareCardPicture,
  ...studyLinkOperations,
  readMailChoice,
  changeMailChoice,
  readNoticeLink,
  stopMemberNotices,
}

/** What the doors of applicant tracking systems call. Not available to tokens, except what is in the catalog too. */
export const doorOperations = {
  listPackages,
  placeAtsOrder,
  readAtsOrder,
  readAtsLabels,
  cancelAtsOrder,
  noteAtsProblem,
}

/** What directories call over SCIM. */
export const scimOperations = {
  listProvisionedPeople,
  getProvisionedPerson,
  provisionPerson,
  replaceProvisionedPerson,
  patchProvisionedPerson,
  deprovisionPerson,
}

const operationsOfMembers = {
  read_menu: readMenu,
  list_members: listMembers,
  list_coach_teams: listCoachTeams,
  read_membership: readMembership,
  invite_member: inviteMember,
  change_member_role: changeMemberRole,
  remove_member: removeMember,
  require_passkey: requirePasskey,
  end_sessions: endSessions,
  change_passkeys: changePasskeys,
  accept_membership: acceptMembership,
  decline_membership: declineMembership,
  list_clients: listClients,
  create_client: createClient,
  rotate_client: rotateClient,
  revoke_client: revokeClient,
  list_links: listLinks,
  end_links: endLinks,
  list_own_clients: listOwnClients,
  revoke_own_clients: revokeOwnClients,
  read_sign_in: readSignIn,
  add_sign_in_domain: addSignInDomain,
  prove_sign_in_domain: proveSignInDomain,
  remove_sign_in_domain: removeSignInDomain,
  require_identity_provider: requireIdentityProvider,
  set_oidc_provider: setOidcProvider,
  set_saml_provider: setSamlProvider,
  remove_identity_provider: removeIdentityProvider,
}

/** The results of these operations, by name. */
export type MemberResults = {
  [Name in keyof typeof operationsOfMembers]: ResourceOf<(typeof operationsOfMembers)[Name]>
}

/** What members can do on the pages of the authorization server, by name. Not available to tokens either. */
export const memberOperations: OperationsByName<MemberResults> = operationsOfMembers
