// Made from docs/openapi.json by "npm run openapi". Do not edit.

import type { Call, List } from '../shapes/call.ts'
import type { CallOptions } from '../shapes/options.ts'
import type { Operations, TimbreEvent } from './types.ts'

/** `METHOD path`, then what the answer and the fields need. `methods.ts` reads it. */
export const routes: Record<string, Record<string, string>> = {
  accounts: {
    get: 'GET /account',
    updatePreferences: 'PATCH /account/preferences body',
    previewRetention: 'GET /account/retention',
    setLogo: 'PUT /account/logo body',
    deleteLogo: 'DELETE /account/logo',
    getSender: 'GET /account/sender',
    setSender: 'PUT /account/sender body',
    removeSender: 'DELETE /account/sender',
    checkSender: 'POST /account/sender/check',
    listMembers: 'GET /members',
  },
  assessments: {
    list: 'GET /assessments items=assessments',
    get: 'GET /assessment/{assessmentId}',
  },
  auditEntries: {
    list: 'GET /audit-log items=entries',
  },
  campaigns: {
    create: 'POST /campaign body',
    list: 'GET /campaigns items=campaigns',
    get: 'GET /campaign/{campaignId}',
    update: 'PATCH /campaign/{campaignId} body',
    end: 'POST /campaign/{campaignId}/end',
    listPeople: 'GET /campaign/{campaignId}/people items=people',
    listOfProfile: 'GET /profile/{profileId}/campaigns items=campaigns',
    remind: 'POST /campaign/{campaignId}/remind body',
    preview: 'POST /campaigns/preview body',
  },
  coaches: {
    list: 'GET /coaches',
    setTeams: 'PUT /coach/{memberId}/teams body list=tagIds',
  },
  connections: {
    list: 'GET /connections',
    create: 'POST /connection body',
    update: 'PATCH /connection/{connectionId} body',
    delete: 'DELETE /connection/{connectionId}',
    rotateKey: 'POST /connection/{connectionId}/rotate-key',
    listEntries: 'GET /connection/{connectionId}/entries',
  },
  debriefs: {
    get: 'GET /playbook/ai/debrief/{profileId}',
    generate: 'POST /playbook/ai/debrief/{profileId} slow body',
    rate: 'POST /playbook/ai/debrief/{debriefId}/rating body',
  },
  deliveries: {
    list: 'GET /webhook/{webhookId}/deliveries items=deliveries',
    get: 'GET /webhook/{webhookId}/deliveries/{deliveryId}',
    retry: 'POST /webhook/{webhookId}/deliveries/{deliveryId}/retry',
  },
  eventTypes: {
    list: 'GET /event-types',
  },
  events: {
    stream: 'GET /events slow items=events feed',
    get: 'GET /event/{eventId}',
  },
  invites: {
    sendByEmail: 'POST /profile/{profileId}/invite/email body',
    sendBySms: 'POST /profile/{profileId}/invite/sms body',
    sendMany: 'POST /profiles/invite body',
    list: 'GET /profile/{profileId}/invites items=invites',
  },
  memberNotices: {
    get: 'GET /member/notices',
    update: 'PATCH /member/notices body',
  },
  messages: {
    list: 'GET /messages items=messages before',
    get: 'GET /message/{messageId}',
    retry: 'POST /message/{messageId}/retry',
    retryMany: 'POST /messages/retry body',
    discard: 'POST /message/{messageId}/discard',
  },
  notes: {
    list: 'GET /member/notes',
    create: 'POST /member/notes body',
    update: 'PATCH /member/note/{noteId} body',
    delete: 'DELETE /member/note/{noteId}',
  },
  orders: {
    create: 'POST /order body',
    list: 'GET /orders items=orders',
    get: 'GET /order/{orderId}',
    cancel: 'POST /order/{orderId}/cancel',
  },
  packages: {
    list: 'GET /packages',
  },
  profiles: {
    list: 'GET /profiles items=profiles',
    listPending: 'GET /pending-profiles items=profiles',
    listProgress: 'GET /profiles/progress',
    countByStatus: 'GET /profiles/statuses',
    get: 'GET /profile/{profileId}',
    update: 'PATCH /profile/{profileId} body',
    delete: 'DELETE /profile/{profileId}',
    create: 'POST /profile body',
    import: 'POST /profiles/import body',
    confirmAddress: 'POST /profile/{profileId}/confirm-address body',
    allowRetake: 'POST /profile/{profileId}/retake body',
    listAttempts: 'GET /profile/{profileId}/attempts items=attempts',
    export: 'GET /profile/{profileId}/export',
    getTakeaways: 'GET /profile/{profileId}/takeaways',
  },
  reportFixtures: {
    getCore: 'GET /fixtures/{locale}/core/report',
    getDisc: 'GET /fixtures/{locale}/disc/report',
    getFocus: 'GET /fixtures/{locale}/focus/report',
  },
  reportLinks: {
    create: 'POST /report-link body',
    list: 'GET /report-links items=reportLinks',
    revoke: 'DELETE /report-link/{reportLinkId}',
  },
  resourceAliases: {
    list: 'GET /resource-aliases items=resourceAliases',
    get: 'GET /resource-alias/{resourceAliasId}',
    update: 'PATCH /resource-alias/{resourceAliasId} body',
    delete: 'DELETE /resource-alias/{resourceAliasId}',
    create: 'POST /resource-alias body',
  },
  sandbox: {
    listPersonas: 'GET /sandbox/personas',
    complete: 'POST /sandbox/complete body',
    createPeople: 'POST /sandbox/people slow body',
    advance: 'POST /sandbox/advance body',
    reset: 'POST /sandbox/reset slow',
    listMessages: 'GET /sandbox/messages',
  },
  sandboxes: {
    list: 'GET /sandboxes',
    create: 'POST /sandboxes body',
  },
  savedTeams: {
    list: 'GET /saved-teams items=savedTeams',
    get: 'GET /saved-team/{savedTeamId}',
    update: 'PATCH /saved-team/{savedTeamId} body',
    delete: 'DELETE /saved-team/{savedTeamId}',
    create: 'POST /saved-team body',
    addPeople: 'POST /saved-team/{savedTeamId}/profiles body list=profileIds',
    removePeople: 'DELETE /saved-team/{savedTeamId}/profiles body list=profileIds',
  },
  service: {
    signIn: 'POST /auth open body',
    check: 'GET /test',
    echo: 'POST /test body',
    getDescription: 'GET /openapi.json open',
  },
  shareLinks: {
    create: 'POST /assessment-invite body',
    list: 'GET /assessment-invites items=shareLinks',
    revoke: 'DELETE /assessment-invite/{shareLinkId}',
  },
  studies: {
    get: 'GET /study',
    open: 'POST /study',
    end: 'POST /study/end',
    getEligibility: 'GET /study/eligibility',
    export: 'GET /study/export',
    uploadCriteria: 'POST /study/criteria body',
    removeCriteria: 'DELETE /study/criteria',
  },
  tags: {
    list: 'GET /tags items=tags',
    get: 'GET /tag/{tagId}',
    update: 'PATCH /tag/{tagId} body',
    delete: 'DELETE /tag/{tagId}',
    create: 'POST /tag body',
    addProfiles: 'POST /tag/{tagId}/profiles body list=profileIds',
    replaceProfiles: 'PUT /tag/{tagId}/profiles body list=profileIds',
    removeProfiles: 'DELETE /tag/{tagId}/profiles body list=profileIds',
    undo: 'POST /tag/{tagId}/undo body',
  },
  teams: {
    compare: 'GET /team',
    getAgenda: 'GET /team/agenda',
    compareWithOrganization: 'GET /team/organization',
  },
  usage: {
    get: 'GET /usage',
  },
  webhooks: {
    list: 'GET /webhooks',
    create: 'POST /webhook body',
    get: 'GET /webhook/{webhookId}',
    update: 'PATCH /webhook/{webhookId} body',
    delete: 'DELETE /webhook/{webhookId}',
    rotateSecret: 'POST /webhook/{webhookId}/rotate-secret body',
    test: 'POST /webhook/{webhookId}/test slow body',
    replayEvents: 'POST /webhook/{webhookId}/replay body',
  },
}

type Answer<Route extends keyof Operations> = Operations[Route] extends { answer: infer Found } ? Found : undefined
type Fields<Route extends keyof Operations, Part extends 'query' | 'body'> = Operations[Route] extends {
  [Name in Part]: infer Found
}
  ? keyof Found extends never
    ? Record<string, never>
    : Found
  : Record<string, never>
/** The feed, with events that are told apart by their type. */
type Feed = Omit<Answer<'GET /events'>, 'events'> & { events: TimbreEvent[] }

export type Methods = {
  accounts: {
    /** Get the account. `GET /account` */
    get(fields?: Fields<'GET /account', 'query'>, options?: CallOptions): Call<Answer<'GET /account'>>
    /** Change the preferences of the account. `PATCH /account/preferences` */
    updatePreferences(fields: Fields<'PATCH /account/preferences', 'body'>, options?: CallOptions): Call<Answer<'PATCH /account/preferences'>>
    /** Preview whom a retention period would delete. `GET /account/retention` */
    previewRetention(fields: Fields<'GET /account/retention', 'query'>, options?: CallOptions): Call<Answer<'GET /account/retention'>>
    /** Set the logo of the account. `PUT /account/logo` */
    setLogo(fields: Fields<'PUT /account/logo', 'body'> | Blob, options?: CallOptions): Call<Answer<'PUT /account/logo'>>
    /** Remove the logo of the account. `DELETE /account/logo` */
    deleteLogo(fields?: Fields<'DELETE /account/logo', 'query'>, options?: CallOptions): Call<Answer<'DELETE /account/logo'>>
    /** Read the account's own sender address, and its DNS records. `GET /account/sender` */
    getSender(fields?: Fields<'GET /account/sender', 'query'>, options?: CallOptions): Call<Answer<'GET /account/sender'>>
    /** Choose the account's own sender address. `PUT /account/sender` */
    setSender(fields: Fields<'PUT /account/sender', 'body'>, options?: CallOptions): Call<Answer<'PUT /account/sender'>>
    /** Remove the account's own sender address; emails come from the service again. `DELETE /account/sender` */
    removeSender(fields?: Fields<'DELETE /account/sender', 'query'>, options?: CallOptions): Call<Answer<'DELETE /account/sender'>>
    /** Look up the DNS records of the sender address now. `POST /account/sender/check` */
    checkSender(fields?: Fields<'POST /account/sender/check', 'query'>, options?: CallOptions): Call<Answer<'POST /account/sender/check'>>
    /** List members. `GET /members` */
    listMembers(fields?: Fields<'GET /members', 'query'>, options?: CallOptions): Call<Answer<'GET /members'>>
  }
  assessments: {
    /** List the available assessments. `GET /assessments` */
    list(fields?: Fields<'GET /assessments', 'query'>, options?: CallOptions): List<Answer<'GET /assessments'>, Answer<'GET /assessments'>['assessments'][number]>
    /** Get one available assessment. `GET /assessment/{assessmentId}` */
    get(assessmentId: string, fields?: Fields<'GET /assessment/{assessmentId}', 'query'>, options?: CallOptions): Call<Answer<'GET /assessment/{assessmentId}'>>
  }
  auditEntries: {
    /** List changes, newest first. `GET /audit-log` */
    list(fields?: Fields<'GET /audit-log', 'query'>, options?: CallOptions): List<Answer<'GET /audit-log'>, Answer<'GET /audit-log'>['entries'][number]>
  }
  campaigns: {
    /** Create a campaign, and invite people in it. `POST /campaign` */
    create(fields: Fields<'POST /campaign', 'body'>, options?: CallOptions): Call<Answer<'POST /campaign'>>
    /** List campaigns with their funnels, newest first. `GET /campaigns` */
    list(fields?: Fields<'GET /campaigns', 'query'>, options?: CallOptions): List<Answer<'GET /campaigns'>, Answer<'GET /campaigns'>['campaigns'][number]>
    /** Get one campaign, with who is stuck where. `GET /campaign/{campaignId}` */
    get(campaignId: string, fields?: Fields<'GET /campaign/{campaignId}', 'query'>, options?: CallOptions): Call<Answer<'GET /campaign/{campaignId}'>>
    /** Change a campaign. `PATCH /campaign/{campaignId}` */
    update(campaignId: string, fields?: Fields<'PATCH /campaign/{campaignId}', 'body'>, options?: CallOptions): Call<Answer<'PATCH /campaign/{campaignId}'>>
    /** End a campaign. `POST /campaign/{campaignId}/end` */
    end(campaignId: string, fields?: Fields<'POST /campaign/{campaignId}/end', 'query'>, options?: CallOptions): Call<Answer<'POST /campaign/{campaignId}/end'>>
    /** List the people of a campaign, and where each is. `GET /campaign/{campaignId}/people` */
    listPeople(campaignId: string, fields?: Fields<'GET /campaign/{campaignId}/people', 'query'>, options?: CallOptions): List<Answer<'GET /campaign/{campaignId}/people'>, Answer<'GET /campaign/{campaignId}/people'>['people'][number]>
    /** List the campaigns of a profile. `GET /profile/{profileId}/campaigns` */
    listOfProfile(profileId: string, fields?: Fields<'GET /profile/{profileId}/campaigns', 'query'>, options?: CallOptions): List<Answer<'GET /profile/{profileId}/campaigns'>, Answer<'GET /profile/{profileId}/campaigns'>['campaigns'][number]>
    /** Remind people of a campaign who have not completed. `POST /campaign/{campaignId}/remind` */
    remind(campaignId: string, fields?: Fields<'POST /campaign/{campaignId}/remind', 'body'>, options?: CallOptions): Call<Answer<'POST /campaign/{campaignId}/remind'>>
    /** See the email of a campaign. `POST /campaigns/preview` */
    preview(fields?: Fields<'POST /campaigns/preview', 'body'>, options?: CallOptions): Call<Answer<'POST /campaigns/preview'>>
  }
  coaches: {
    /** List coaches with their teams. `GET /coaches` */
    list(fields?: Fields<'GET /coaches', 'query'>, options?: CallOptions): Call<Answer<'GET /coaches'>>
    /** Choose the teams of a coach. `PUT /coach/{memberId}/teams` */
    setTeams(memberId: string, fields: Fields<'PUT /coach/{memberId}/teams', 'body'> | readonly string[], options?: CallOptions): Call<Answer<'PUT /coach/{memberId}/teams'>>
  }
  connections: {
    /** List connections. `GET /connections` */
    list(fields?: Fields<'GET /connections', 'query'>, options?: CallOptions): Call<Answer<'GET /connections'>>
    /** Add a connection; its key is shown once. `POST /connection` */
    create(fields: Fields<'POST /connection', 'body'>, options?: CallOptions): Call<Answer<'POST /connection'>>
    /** Change a connection. `PATCH /connection/{connectionId}` */
    update(connectionId: string, fields: Fields<'PATCH /connection/{connectionId}', 'body'>, options?: CallOptions): Call<Answer<'PATCH /connection/{connectionId}'>>
    /** End a connection with its key and its machine client. `DELETE /connection/{connectionId}` */
    delete(connectionId: string, fields?: Fields<'DELETE /connection/{connectionId}', 'query'>, options?: CallOptions): Call<Answer<'DELETE /connection/{connectionId}'>>
    /** Replace the key of a connection; the earlier one ends at once. `POST /connection/{connectionId}/rotate-key` */
    rotateKey(connectionId: string, fields?: Fields<'POST /connection/{connectionId}/rotate-key', 'query'>, options?: CallOptions): Call<Answer<'POST /connection/{connectionId}/rotate-key'>>
    /** Read the log of a connection, newest first. `GET /connection/{connectionId}/entries` */
    listEntries(connectionId: string, fields?: Fields<'GET /connection/{connectionId}/entries', 'query'>, options?: CallOptions): Call<Answer<'GET /connection/{connectionId}/entries'>>
  }
  debriefs: {
    /** Get the stored debrief of a profile. `GET /playbook/ai/debrief/{profileId}` */
    get(profileId: string, fields?: Fields<'GET /playbook/ai/debrief/{profileId}', 'query'>, options?: CallOptions): Call<Answer<'GET /playbook/ai/debrief/{profileId}'>>
    /** Create a debrief, or get the stored one. `POST /playbook/ai/debrief/{profileId}` */
    generate(profileId: string, fields?: Fields<'POST /playbook/ai/debrief/{profileId}', 'body'>, options?: CallOptions): Call<Answer<'POST /playbook/ai/debrief/{profileId}'>>
    /** Rate whether a debrief was useful. `POST /playbook/ai/debrief/{debriefId}/rating` */
    rate(debriefId: string, fields: Fields<'POST /playbook/ai/debrief/{debriefId}/rating', 'body'>, options?: CallOptions): Call<Answer<'POST /playbook/ai/debrief/{debriefId}/rating'>>
  }
  deliveries: {
    /** List the deliveries of an endpoint, newest event first. `GET /webhook/{webhookId}/deliveries` */
    list(webhookId: string, fields?: Fields<'GET /webhook/{webhookId}/deliveries', 'query'>, options?: CallOptions): List<Answer<'GET /webhook/{webhookId}/deliveries'>, Answer<'GET /webhook/{webhookId}/deliveries'>['deliveries'][number]>
    /** Get one delivery with all its attempts. `GET /webhook/{webhookId}/deliveries/{deliveryId}` */
    get(webhookId: string, deliveryId: string, fields?: Fields<'GET /webhook/{webhookId}/deliveries/{deliveryId}', 'query'>, options?: CallOptions): Call<Answer<'GET /webhook/{webhookId}/deliveries/{deliveryId}'>>
    /** Send one delivery again. `POST /webhook/{webhookId}/deliveries/{deliveryId}/retry` */
    retry(webhookId: string, deliveryId: string, fields?: Fields<'POST /webhook/{webhookId}/deliveries/{deliveryId}/retry', 'query'>, options?: CallOptions): Call<Answer<'POST /webhook/{webhookId}/deliveries/{deliveryId}/retry'>>
  }
  eventTypes: {
    /** List the types of events. `GET /event-types` */
    list(fields?: Fields<'GET /event-types', 'query'>, options?: CallOptions): Call<Answer<'GET /event-types'>>
  }
  events: {
    /** Read what happened, oldest first. `GET /events` */
    stream(fields?: Fields<'GET /events', 'query'>, options?: CallOptions): List<Feed, Feed['events'][number]>
    /** Get one event, and where it was sent. `GET /event/{eventId}` */
    get(eventId: string, fields?: Fields<'GET /event/{eventId}', 'query'>, options?: CallOptions): Call<Answer<'GET /event/{eventId}'>>
  }
  invites: {
    /** Send a magic link by email. `POST /profile/{profileId}/invite/email` */
    sendByEmail(profileId: string, fields?: Fields<'POST /profile/{profileId}/invite/email', 'body'>, options?: CallOptions): Call<Answer<'POST /profile/{profileId}/invite/email'>>
    /** Send a magic link by text message. `POST /profile/{profileId}/invite/sms` */
    sendBySms(profileId: string, fields?: Fields<'POST /profile/{profileId}/invite/sms', 'body'>, options?: CallOptions): Call<Answer<'POST /profile/{profileId}/invite/sms'>>
    /** Send magic links to many profiles. `POST /profiles/invite` */
    sendMany(fields: Fields<'POST /profiles/invite', 'body'>, options?: CallOptions): Call<Answer<'POST /profiles/invite'>>
    /** List the invites of a profile. `GET /profile/{profileId}/invites` */
    list(profileId: string, fields?: Fields<'GET /profile/{profileId}/invites', 'query'>, options?: CallOptions): List<Answer<'GET /profile/{profileId}/invites'>, Answer<'GET /profile/{profileId}/invites'>['invites'][number]>
  }
  memberNotices: {
    /** Read which emails the member gets. `GET /member/notices` */
    get(fields?: Fields<'GET /member/notices', 'query'>, options?: CallOptions): Call<Answer<'GET /member/notices'>>
    /** Choose which emails the member gets. `PATCH /member/notices` */
    update(fields: Fields<'PATCH /member/notices', 'body'>, options?: CallOptions): Call<Answer<'PATCH /member/notices'>>
  }
  messages: {
    /** List emails and text messages, newest first. `GET /messages` */
    list(fields?: Fields<'GET /messages', 'query'>, options?: CallOptions): List<Answer<'GET /messages'>, Answer<'GET /messages'>['messages'][number]>
    /** Get one email or text message. `GET /message/{messageId}` */
    get(messageId: string, fields?: Fields<'GET /message/{messageId}', 'query'>, options?: CallOptions): Call<Answer<'GET /message/{messageId}'>>
    /** Send a failed message again. `POST /message/{messageId}/retry` */
    retry(messageId: string, fields?: Fields<'POST /message/{messageId}/retry', 'query'>, options?: CallOptions): Call<Answer<'POST /message/{messageId}/retry'>>
    /** Send failed messages again. `POST /messages/retry` */
    retryMany(fields?: Fields<'POST /messages/retry', 'body'>, options?: CallOptions): Call<Answer<'POST /messages/retry'>>
    /** Discard the content of a failed message. `POST /message/{messageId}/discard` */
    discard(messageId: string, fields?: Fields<'POST /message/{messageId}/discard', 'query'>, options?: CallOptions): Call<Answer<'POST /message/{messageId}/discard'>>
  }
  notes: {
    /** List your notes about a person. `GET /member/notes` */
    list(fields: Fields<'GET /member/notes', 'query'>, options?: CallOptions): Call<Answer<'GET /member/notes'>>
    /** Write a note about a person. `POST /member/notes` */
    create(fields: Fields<'POST /member/notes', 'body'>, options?: CallOptions): Call<Answer<'POST /member/notes'>>
    /** Change a note. `PATCH /member/note/{noteId}` */
    update(noteId: string, fields: Fields<'PATCH /member/note/{noteId}', 'body'>, options?: CallOptions): Call<Answer<'PATCH /member/note/{noteId}'>>
    /** Delete a note. `DELETE /member/note/{noteId}` */
    delete(noteId: string, fields?: Fields<'DELETE /member/note/{noteId}', 'query'>, options?: CallOptions): Call<Answer<'DELETE /member/note/{noteId}'>>
  }
  orders: {
    /** Order assessments for a person. `POST /order` */
    create(fields: Fields<'POST /order', 'body'>, options?: CallOptions): Call<Answer<'POST /order'>>
    /** List orders, newest first. `GET /orders` */
    list(fields?: Fields<'GET /orders', 'query'>, options?: CallOptions): List<Answer<'GET /orders'>, Answer<'GET /orders'>['orders'][number]>
    /** Get one order. `GET /order/{orderId}` */
    get(orderId: string, fields?: Fields<'GET /order/{orderId}', 'query'>, options?: CallOptions): Call<Answer<'GET /order/{orderId}'>>
    /** Cancel an order. `POST /order/{orderId}/cancel` */
    cancel(orderId: string, fields?: Fields<'POST /order/{orderId}/cancel', 'query'>, options?: CallOptions): Call<Answer<'POST /order/{orderId}/cancel'>>
  }
  packages: {
    /** List what can be ordered. `GET /packages` */
    list(fields?: Fields<'GET /packages', 'query'>, options?: CallOptions): Call<Answer<'GET /packages'>>
  }
  profiles: {
    /** List profiles with their results. `GET /profiles` */
    list(fields?: Fields<'GET /profiles', 'query'>, options?: CallOptions): List<Answer<'GET /profiles'>, Answer<'GET /profiles'>['profiles'][number]>
    /** List the profiles whose person hasn't opened a link yet. `GET /pending-profiles` */
    listPending(fields?: Fields<'GET /pending-profiles', 'query'>, options?: CallOptions): List<Answer<'GET /pending-profiles'>, Answer<'GET /pending-profiles'>['profiles'][number]>
    /** List people's progress and the status of their latest invites. `GET /profiles/progress` */
    listProgress(fields: Fields<'GET /profiles/progress', 'query'>, options?: CallOptions): Call<Answer<'GET /profiles/progress'>>
    /** Count profiles by status. `GET /profiles/statuses` */
    countByStatus(fields?: Fields<'GET /profiles/statuses', 'query'>, options?: CallOptions): Call<Answer<'GET /profiles/statuses'>>
    /** Get one profile with its results. `GET /profile/{profileId}` */
    get(profileId: string, fields?: Fields<'GET /profile/{profileId}', 'query'>, options?: CallOptions): Call<Answer<'GET /profile/{profileId}'>>
    /** Update the details of a profile. `PATCH /profile/{profileId}` */
    update(profileId: string, fields: Fields<'PATCH /profile/{profileId}', 'body'>, options?: CallOptions): Call<Answer<'PATCH /profile/{profileId}'>>
    /** Delete a profile with all data about the person. `DELETE /profile/{profileId}` */
    delete(profileId: string, fields?: Fields<'DELETE /profile/{profileId}', 'query'>, options?: CallOptions): Call<Answer<'DELETE /profile/{profileId}'>>
    /** Create a profile; sends nothing. `POST /profile` */
    create(fields: Fields<'POST /profile', 'body'>, options?: CallOptions): Call<Answer<'POST /profile'>>
    /** Add a list of people, or preview the result for each row. `POST /profiles/import` */
    import(fields: Fields<'POST /profiles/import', 'body'>, options?: CallOptions): Call<Answer<'POST /profiles/import'>>
    /** Confirm that an address belongs to the person. `POST /profile/{profileId}/confirm-address` */
    confirmAddress(profileId: string, fields: Fields<'POST /profile/{profileId}/confirm-address', 'body'>, options?: CallOptions): Call<Answer<'POST /profile/{profileId}/confirm-address'>>
    /** Let a person retake completed assessments; sends nothing. `POST /profile/{profileId}/retake` */
    allowRetake(profileId: string, fields?: Fields<'POST /profile/{profileId}/retake', 'body'>, options?: CallOptions): Call<Answer<'POST /profile/{profileId}/retake'>>
    /** List the attempts of a profile with their results, newest first. `GET /profile/{profileId}/attempts` */
    listAttempts(profileId: string, fields?: Fields<'GET /profile/{profileId}/attempts', 'query'>, options?: CallOptions): List<Answer<'GET /profile/{profileId}/attempts'>, Answer<'GET /profile/{profileId}/attempts'>['attempts'][number]>
    /** Export all data about a person as JSON. `GET /profile/{profileId}/export` */
    export(profileId: string, fields?: Fields<'GET /profile/{profileId}/export', 'query'>, options?: CallOptions): Call<Answer<'GET /profile/{profileId}/export'>>
    /** Get the headline and up to three takeaways of a profile. `GET /profile/{profileId}/takeaways` */
    getTakeaways(profileId: string, fields?: Fields<'GET /profile/{profileId}/takeaways', 'query'>, options?: CallOptions): Call<Answer<'GET /profile/{profileId}/takeaways'>>
  }
  reportFixtures: {
    /** Get the report texts of the thirteen Core values. `GET /fixtures/{locale}/core/report` */
    getCore(locale: string, fields?: Fields<'GET /fixtures/{locale}/core/report', 'query'>, options?: CallOptions): Call<Answer<'GET /fixtures/{locale}/core/report'>>
    /** Get the report texts of the sixteen DISC styles. `GET /fixtures/{locale}/disc/report` */
    getDisc(locale: string, fields?: Fields<'GET /fixtures/{locale}/disc/report', 'query'>, options?: CallOptions): Call<Answer<'GET /fixtures/{locale}/disc/report'>>
    /** Get the report texts of all Focus traits and facets, for each level. `GET /fixtures/{locale}/focus/report` */
    getFocus(locale: string, fields?: Fields<'GET /fixtures/{locale}/focus/report', 'query'>, options?: CallOptions): Call<Answer<'GET /fixtures/{locale}/focus/report'>>
  }
  reportLinks: {
    /** Create a link that shows a report. `POST /report-link` */
    create(fields?: Fields<'POST /report-link', 'body'>, options?: CallOptions): Call<Answer<'POST /report-link'>>
    /** List active report links, newest first. `GET /report-links` */
    list(fields?: Fields<'GET /report-links', 'query'>, options?: CallOptions): List<Answer<'GET /report-links'>, Answer<'GET /report-links'>['reportLinks'][number]>
    /** Revoke a report link. `DELETE /report-link/{reportLinkId}` */
    revoke(reportLinkId: string, fields?: Fields<'DELETE /report-link/{reportLinkId}', 'query'>, options?: CallOptions): Call<Answer<'DELETE /report-link/{reportLinkId}'>>
  }
  resourceAliases: {
    /** List resource aliases, newest first. `GET /resource-aliases` */
    list(fields?: Fields<'GET /resource-aliases', 'query'>, options?: CallOptions): List<Answer<'GET /resource-aliases'>, Answer<'GET /resource-aliases'>['resourceAliases'][number]>
    /** Get one resource alias. `GET /resource-alias/{resourceAliasId}` */
    get(resourceAliasId: string, fields?: Fields<'GET /resource-alias/{resourceAliasId}', 'query'>, options?: CallOptions): Call<Answer<'GET /resource-alias/{resourceAliasId}'>>
    /** Change the key of a resource alias, or its resource. `PATCH /resource-alias/{resourceAliasId}` */
    update(resourceAliasId: string, fields: Fields<'PATCH /resource-alias/{resourceAliasId}', 'body'>, options?: CallOptions): Call<Answer<'PATCH /resource-alias/{resourceAliasId}'>>
    /** Delete a resource alias; the resource stays. `DELETE /resource-alias/{resourceAliasId}` */
    delete(resourceAliasId: string, fields?: Fields<'DELETE /resource-alias/{resourceAliasId}', 'query'>, options?: CallOptions): Call<Answer<'DELETE /resource-alias/{resourceAliasId}'>>
    /** Give a profile or a tag a key of your own. `POST /resource-alias` */
    create(fields: Fields<'POST /resource-alias', 'body'>, options?: CallOptions): Call<Answer<'POST /resource-alias'>>
  }
  sandbox: {
    /** List the kinds of people that a sandbox can invent. `GET /sandbox/personas` */
    listPersonas(fields?: Fields<'GET /sandbox/personas', 'query'>, options?: CallOptions): Call<Answer<'GET /sandbox/personas'>>
    /** Let a person answer. `POST /sandbox/complete` */
    complete(fields: Fields<'POST /sandbox/complete', 'body'>, options?: CallOptions): Call<Answer<'POST /sandbox/complete'>>
    /** Add invented people in all states. `POST /sandbox/people` */
    createPeople(fields: Fields<'POST /sandbox/people', 'body'>, options?: CallOptions): Call<Answer<'POST /sandbox/people'>>
    /** Move a person's invite on. `POST /sandbox/advance` */
    advance(fields: Fields<'POST /sandbox/advance', 'body'>, options?: CallOptions): Call<Answer<'POST /sandbox/advance'>>
    /** Delete all people, tags and messages of the sandbox. `POST /sandbox/reset` */
    reset(fields?: Fields<'POST /sandbox/reset', 'query'>, options?: CallOptions): Call<Answer<'POST /sandbox/reset'>>
    /** List the messages that the sandbox kept instead of sending them. `GET /sandbox/messages` */
    listMessages(fields?: Fields<'GET /sandbox/messages', 'query'>, options?: CallOptions): Call<Answer<'GET /sandbox/messages'>>
  }
  sandboxes: {
    /** List the sandboxes of the account. `GET /sandboxes` */
    list(fields?: Fields<'GET /sandboxes', 'query'>, options?: CallOptions): Call<Answer<'GET /sandboxes'>>
    /** Create a sandbox: an account of invented people. `POST /sandboxes` */
    create(fields: Fields<'POST /sandboxes', 'body'>, options?: CallOptions): Call<Answer<'POST /sandboxes'>>
  }
  savedTeams: {
    /** List saved teams, sorted by name. `GET /saved-teams` */
    list(fields?: Fields<'GET /saved-teams', 'query'>, options?: CallOptions): List<Answer<'GET /saved-teams'>, Answer<'GET /saved-teams'>['savedTeams'][number]>
    /** Get one saved team with the ids of its people. `GET /saved-team/{savedTeamId}` */
    get(savedTeamId: string, fields?: Fields<'GET /saved-team/{savedTeamId}', 'query'>, options?: CallOptions): Call<Answer<'GET /saved-team/{savedTeamId}'>>
    /** Change name, note or color of a saved team. `PATCH /saved-team/{savedTeamId}` */
    update(savedTeamId: string, fields: Fields<'PATCH /saved-team/{savedTeamId}', 'body'>, options?: CallOptions): Call<Answer<'PATCH /saved-team/{savedTeamId}'>>
    /** Delete a saved team. `DELETE /saved-team/{savedTeamId}` */
    delete(savedTeamId: string, fields?: Fields<'DELETE /saved-team/{savedTeamId}', 'query'>, options?: CallOptions): Call<Answer<'DELETE /saved-team/{savedTeamId}'>>
    /** Save a team. `POST /saved-team` */
    create(fields: Fields<'POST /saved-team', 'body'>, options?: CallOptions): Call<Answer<'POST /saved-team'>>
    /** Add people to a saved team. `POST /saved-team/{savedTeamId}/profiles` */
    addPeople(savedTeamId: string, fields: Fields<'POST /saved-team/{savedTeamId}/profiles', 'body'> | readonly string[], options?: CallOptions): Call<Answer<'POST /saved-team/{savedTeamId}/profiles'>>
    /** Remove people from a saved team. `DELETE /saved-team/{savedTeamId}/profiles` */
    removePeople(savedTeamId: string, fields: Fields<'DELETE /saved-team/{savedTeamId}/profiles', 'body'> | readonly string[], options?: CallOptions): Call<Answer<'DELETE /saved-team/{savedTeamId}/profiles'>>
  }
  service: {
    /** Exchange client credentials for an access token. `POST /auth` */
    signIn(fields?: Fields<'POST /auth', 'body'>, options?: CallOptions): Call<Answer<'POST /auth'>>
    /** Check that a token works. `GET /test` */
    check(fields?: Fields<'GET /test', 'query'>, options?: CallOptions): Call<Answer<'GET /test'>>
    /** Check that a token and a JSON body are received. `POST /test` */
    echo(fields: Fields<'POST /test', 'body'>, options?: CallOptions): Call<Answer<'POST /test'>>
    /** Get this document. `GET /openapi.json` */
    getDescription(fields?: Fields<'GET /openapi.json', 'query'>, options?: CallOptions): Call<Answer<'GET /openapi.json'>>
  }
  shareLinks: {
    /** Get a public link that anyone can start from. `POST /assessment-invite` */
    create(fields?: Fields<'POST /assessment-invite', 'body'>, options?: CallOptions): Call<Answer<'POST /assessment-invite'>>
    /** List public links, newest first. `GET /assessment-invites` */
    list(fields?: Fields<'GET /assessment-invites', 'query'>, options?: CallOptions): List<Answer<'GET /assessment-invites'>, Answer<'GET /assessment-invites'>['shareLinks'][number]>
    /** Revoke a public link. `DELETE /assessment-invite/{shareLinkId}` */
    revoke(shareLinkId: string, fields?: Fields<'DELETE /assessment-invite/{shareLinkId}', 'query'>, options?: CallOptions): Call<Answer<'DELETE /assessment-invite/{shareLinkId}'>>
  }
  studies: {
    /** Read the validation study and its newest release. `GET /study` */
    get(fields?: Fields<'GET /study', 'query'>, options?: CallOptions): Call<Answer<'GET /study'>>
    /** Open a validation study. `POST /study` */
    open(fields?: Fields<'POST /study', 'query'>, options?: CallOptions): Call<Answer<'POST /study'>>
    /** End the validation study. `POST /study/end` */
    end(fields?: Fields<'POST /study/end', 'query'>, options?: CallOptions): Call<Answer<'POST /study/end'>>
    /** Count who could take part in a study. `GET /study/eligibility` */
    getEligibility(fields?: Fields<'GET /study/eligibility', 'query'>, options?: CallOptions): Call<Answer<'GET /study/eligibility'>>
    /** Export the newest release of the study as files. `GET /study/export` */
    export(fields?: Fields<'GET /study/export', 'query'>, options?: CallOptions): Call<Answer<'GET /study/export'>>
    /** Upload what the account knows about its people, such as rated performance, for the study. `POST /study/criteria` */
    uploadCriteria(fields: Fields<'POST /study/criteria', 'body'>, options?: CallOptions): Call<Answer<'POST /study/criteria'>>
    /** Remove the criteria of the study with all their values. `DELETE /study/criteria` */
    removeCriteria(fields?: Fields<'DELETE /study/criteria', 'query'>, options?: CallOptions): Call<Answer<'DELETE /study/criteria'>>
  }
  tags: {
    /** List tags, sorted by label. `GET /tags` */
    list(fields?: Fields<'GET /tags', 'query'>, options?: CallOptions): List<Answer<'GET /tags'>, Answer<'GET /tags'>['tags'][number]>
    /** Get one tag with the ids of its profiles. `GET /tag/{tagId}` */
    get(tagId: string, fields?: Fields<'GET /tag/{tagId}', 'query'>, options?: CallOptions): Call<Answer<'GET /tag/{tagId}'>>
    /** Rename or recolor a tag, or replace its profiles. `PATCH /tag/{tagId}` */
    update(tagId: string, fields: Fields<'PATCH /tag/{tagId}', 'body'>, options?: CallOptions): Call<Answer<'PATCH /tag/{tagId}'>>
    /** Delete a tag, from every profile too. `DELETE /tag/{tagId}` */
    delete(tagId: string, fields?: Fields<'DELETE /tag/{tagId}', 'query'>, options?: CallOptions): Call<Answer<'DELETE /tag/{tagId}'>>
    /** Create a tag. `POST /tag` */
    create(fields: Fields<'POST /tag', 'body'>, options?: CallOptions): Call<Answer<'POST /tag'>>
    /** Add a tag to more profiles. `POST /tag/{tagId}/profiles` */
    addProfiles(tagId: string, fields: Fields<'POST /tag/{tagId}/profiles', 'body'> | readonly string[], options?: CallOptions): Call<Answer<'POST /tag/{tagId}/profiles'>>
    /** Replace the set of profiles that have a tag. `PUT /tag/{tagId}/profiles` */
    replaceProfiles(tagId: string, fields: Fields<'PUT /tag/{tagId}/profiles', 'body'> | readonly string[], options?: CallOptions): Call<Answer<'PUT /tag/{tagId}/profiles'>>
    /** Remove a tag from some of its profiles. `DELETE /tag/{tagId}/profiles` */
    removeProfiles(tagId: string, fields: Fields<'DELETE /tag/{tagId}/profiles', 'body'> | readonly string[], options?: CallOptions): Call<Answer<'DELETE /tag/{tagId}/profiles'>>
    /** Undo a change of the profiles of a tag. `POST /tag/{tagId}/undo` */
    undo(tagId: string, fields: Fields<'POST /tag/{tagId}/undo', 'body'>, options?: CallOptions): Call<Answer<'POST /tag/{tagId}/undo'>>
  }
  teams: {
    /** Compare people as a team. `GET /team` */
    compare(fields?: Fields<'GET /team', 'query'>, options?: CallOptions): Call<Answer<'GET /team'>>
    /** Get an agenda for a meeting of a team. `GET /team/agenda` */
    getAgenda(fields?: Fields<'GET /team/agenda', 'query'>, options?: CallOptions): Call<Answer<'GET /team/agenda'>>
    /** Compare a team with the whole account. `GET /team/organization` */
    compareWithOrganization(fields?: Fields<'GET /team/organization', 'query'>, options?: CallOptions): Call<Answer<'GET /team/organization'>>
  }
  usage: {
    /** Count what people did in a period. `GET /usage` */
    get(fields?: Fields<'GET /usage', 'query'>, options?: CallOptions): Call<Answer<'GET /usage'>>
  }
  webhooks: {
    /** List webhook endpoints. `GET /webhooks` */
    list(fields?: Fields<'GET /webhooks', 'query'>, options?: CallOptions): Call<Answer<'GET /webhooks'>>
    /** Add a webhook endpoint. `POST /webhook` */
    create(fields: Fields<'POST /webhook', 'body'>, options?: CallOptions): Call<Answer<'POST /webhook'>>
    /** Get one webhook endpoint and how it does. `GET /webhook/{webhookId}` */
    get(webhookId: string, fields?: Fields<'GET /webhook/{webhookId}', 'query'>, options?: CallOptions): Call<Answer<'GET /webhook/{webhookId}'>>
    /** Change, disable or enable a webhook endpoint. `PATCH /webhook/{webhookId}` */
    update(webhookId: string, fields: Fields<'PATCH /webhook/{webhookId}', 'body'>, options?: CallOptions): Call<Answer<'PATCH /webhook/{webhookId}'>>
    /** Delete a webhook endpoint; what is waiting is not sent. `DELETE /webhook/{webhookId}` */
    delete(webhookId: string, fields?: Fields<'DELETE /webhook/{webhookId}', 'query'>, options?: CallOptions): Call<Answer<'DELETE /webhook/{webhookId}'>>
    /** Replace the signing secret of an endpoint. `POST /webhook/{webhookId}/rotate-secret` */
    rotateSecret(webhookId: string, fields?: Fields<'POST /webhook/{webhookId}/rotate-secret', 'body'>, options?: CallOptions): Call<Answer<'POST /webhook/{webhookId}/rotate-secret'>>
    /** Send a test request to an endpoint, and wait for its answer. `POST /webhook/{webhookId}/test` */
    test(webhookId: string, fields?: Fields<'POST /webhook/{webhookId}/test', 'body'>, options?: CallOptions): Call<Answer<'POST /webhook/{webhookId}/test'>>
    /** Send events to an endpoint again. `POST /webhook/{webhookId}/replay` */
    replayEvents(webhookId: string, fields?: Fields<'POST /webhook/{webhookId}/replay', 'body'>, options?: CallOptions): Call<Answer<'POST /webhook/{webhookId}/replay'>>
  }
}
