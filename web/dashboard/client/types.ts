// Made from docs/openapi.json by "npm run openapi". Do not edit.

export type FocusForm = 'focus-120' | 'focus-60'
export type Level = 'veryLow' | 'low' | 'baseline' | 'high' | 'veryHigh'

export interface Operations {
  'POST /auth': {
    path: {}
    query: {}
    body: ClientCredentials
    answer: AccessToken
  }
  'GET /test': {
    path: {}
    query: {}
    answer: {
      code: 200
      status: 'success'
      data: {
        message: string
      }
    }
  }
  'POST /test': {
    path: {}
    query: {}
    body: {
      ping: string
    }
    answer: {
      code: 200
      status: 'success'
      data: {
        message: string
        bonus: string
      }
    }
  }
  'GET /account': {
    path: {}
    query: {
      includeTags?: boolean
      includeProfiles?: boolean
    }
    answer: {
      code: 200
      status: 'success'
      data: {
        id: string
        createdAt: string
        updatedAt: string
        name: string
        type: string
        billing: Billing
        reportsGenerated: number
        trialReportsUsed: number
        preferences: Preferences
        pendingRetention: {
          holdsFrom: string
          daysBefore: number | null
        } | null
        logoUrl: string | null
        credits: number | null
        state: 'active' | 'paused'
        region: string
        mode: 'live' | 'demo' | 'sandbox'
        usage: Usage
        tags?: Tag[]
        sees: 'everyone' | 'teams'
      }
    }
  }
  'GET /usage': {
    path: {}
    query: {
      from?: string
      to?: string
      interval?: 'day' | 'week' | 'month'
      timeZone?: string
    }
    answer: {
      code: 200
      status: 'success'
      usage: UsageReport
    }
  }
  'PATCH /account/preferences': {
    path: {}
    query: {}
    body: {
      locale?: ('de' | 'en' | 'es' | 'fr' | 'jp' | 'ko' | 'nl' | 'pt_BR' | 'zh_CN') | null
      timezone?: string | null
      senderName?: string | null
      replyTo?: string | null
      inviteSubject?: string | null
      brandColor?: string | null
      defaultAssessmentIds?: ('disc' | 'focus' | 'core')[] | null
      focusForm?: FocusForm | null
      participantSeesReport?: boolean | null
      participantSharesCard?: boolean | null
      debriefWriter?: ('rules' | 'model') | null
      debriefOnCompletion?: boolean | null
      retentionDays?: number | null
      reminderDays?: number[] | null
    }
    answer: {
      code: 200
      status: 'success'
      data: Account
    }
  }
  'GET /account/retention': {
    path: {}
    query: {
      days: number
    }
    answer: {
      code: 200
      status: 'success'
      data: RetentionPreview
    }
  }
  'PUT /account/logo': {
    path: {}
    query: {}
    body: {
      contentType: 'image/png' | 'image/jpeg' | 'image/webp'
      data: string
    }
    answer: {
      code: 200
      status: 'success'
      data: Account
    }
  }
  'DELETE /account/logo': {
    path: {}
    query: {}
    answer: {
      code: 200
      status: 'success'
      data: Account
    }
  }
  'GET /account/sender': {
    path: {}
    query: {}
    answer: {
      code: 200
      status: 'success'
      sender: Sender
    }
  }
  'PUT /account/sender': {
    path: {}
    query: {}
    body: {
      address: string
    }
    answer: {
      code: 200
      status: 'success'
      sender: Sender
    }
  }
  'DELETE /account/sender': {
    path: {}
    query: {}
  }
  'POST /account/sender/check': {
    path: {}
    query: {}
    answer: {
      code: 200
      status: 'success'
      sender: Sender
    }
  }
  'GET /members': {
    path: {}
    query: {}
    answer: {
      code: 200
      status: 'success'
      members: Member[]
    }
  }
  'GET /coaches': {
    path: {}
    query: {}
    answer: {
      code: 200
      status: 'success'
      coaches: Coach[]
    }
  }
  'PUT /coach/{memberId}/teams': {
    path: {
      memberId: string
    }
    query: {}
    body: {
      tagIds: string[]
      savedTeamIds?: string[]
    }
    answer: {
      code: 200
      status: 'success'
      coach: Coach
    }
  }
  'GET /member/notices': {
    path: {}
    query: {}
    answer: {
      code: 200
      status: 'success'
      notices: MemberNotices
    }
  }
  'PATCH /member/notices': {
    path: {}
    query: {}
    body: {
      completed?: {
        frequency: 'off' | 'atOnce' | 'daily' | 'weekly'
        tagIds?: string[] | null
      }
      inviteFailed?: {
        frequency: 'off' | 'atOnce' | 'daily' | 'weekly'
        tagIds?: string[] | null
      }
      erasureRequested?: {
        frequency: 'off' | 'atOnce' | 'daily' | 'weekly'
        tagIds?: string[] | null
      }
    }
    answer: {
      code: 200
      status: 'success'
      notices: MemberNotices
    }
  }
  'GET /profiles': {
    path: {}
    query: {
      limit?: number
      page?: number
      after?: string
      sortProp?: 'createdAt' | 'name' | '_id'
      sortOrder?: 'ascending' | 'descending'
      isCompleted?: boolean
      search?: string
      profileIds?: string[]
      includeTags?: boolean
      tagIds?: string[]
      savedTeamIds?: string[]
      assessmentIds?: ('disc' | 'focus' | 'core')[]
      discStyles?: string[]
      startedAfter?: string
      startedBefore?: string
      updatedAfter?: string
      customIds?: string[]
      qualityOutcomes?: ('ok' | 'caution' | 'invalid')[]
      status?:
        'notInvited' | 'sent' | 'opened' | 'inProgress' | 'completed' | 'bounced' | 'wrongPerson' | 'expired'
      state?: 'active' | 'pending' | 'all'
    }
    answer: {
      code: 200
      status: 'success'
      pagination: Pagination
      profiles: Profile[]
    }
  }
  'GET /pending-profiles': {
    path: {}
    query: {
      limit?: number
      page?: number
      after?: string
      sortProp?: 'createdAt' | 'name' | '_id'
      sortOrder?: 'ascending' | 'descending'
      isCompleted?: boolean
      search?: string
      profileIds?: string[]
      includeTags?: boolean
      tagIds?: string[]
      savedTeamIds?: string[]
      assessmentIds?: ('disc' | 'focus' | 'core')[]
      discStyles?: string[]
      startedAfter?: string
      startedBefore?: string
      updatedAfter?: string
      customIds?: string[]
      qualityOutcomes?: ('ok' | 'caution' | 'invalid')[]
      status?:
        'notInvited' | 'sent' | 'opened' | 'inProgress' | 'completed' | 'bounced' | 'wrongPerson' | 'expired'
    }
    answer: {
      code: 200
      status: 'success'
      pagination: Pagination
      profiles: Profile[]
    }
  }
  'GET /profiles/progress': {
    path: {}
    query: {
      profileIds: string[]
    }
    answer: {
      code: 200
      status: 'success'
      progress: Progress[]
    }
  }
  'GET /profiles/statuses': {
    path: {}
    query: {
      isCompleted?: boolean
      search?: string
      profileIds?: string[]
      tagIds?: string[]
      savedTeamIds?: string[]
      assessmentIds?: ('disc' | 'focus' | 'core')[]
      discStyles?: string[]
      startedAfter?: string
      startedBefore?: string
      updatedAfter?: string
      customIds?: string[]
      qualityOutcomes?: ('ok' | 'caution' | 'invalid')[]
      state?: 'active' | 'pending' | 'all'
    }
    answer: {
      code: 200
      status: 'success'
      statuses: {
        notInvited: number
        sent: number
        opened: number
        inProgress: number
        completed: number
        bounced: number
        wrongPerson: number
        expired: number
      } | null
    }
  }
  'GET /profile/{profileId}': {
    path: {
      profileId: string
    }
    query: {
      includeTags?: boolean
    }
    answer: {
      code: 200
      status: 'success'
      profile: Profile
    }
  }
  'PATCH /profile/{profileId}': {
    path: {
      profileId: string
    }
    query: {}
    body: {
      firstName?: string | null
      lastName?: string | null
      email?: string | null
      phone?: string | null
      locale?: ('de' | 'en' | 'es' | 'fr' | 'jp' | 'ko' | 'nl' | 'pt_BR' | 'zh_CN') | null
    }
    answer: {
      code: 200
      status: 'success'
      profile: WrittenProfile
    }
  }
  'DELETE /profile/{profileId}': {
    path: {
      profileId: string
    }
    query: {}
  }
  'POST /profile': {
    path: {}
    query: {}
    body: {
      email?: string
      phone?: string
      firstName?: string
      lastName?: string
      locale?: 'de' | 'en' | 'es' | 'fr' | 'jp' | 'ko' | 'nl' | 'pt_BR' | 'zh_CN'
      tagIds?: string[]
      customId?: string
      assessmentIds?: ('disc' | 'focus' | 'core')[]
      focusForm?: FocusForm
    }
    answer:
      | {
          code: 200
          status: 'success'
          created: boolean
          profile: WrittenProfile
        }
      | {
          code: 201
          status: 'success'
          created: boolean
          profile: WrittenProfile
        }
  }
  'POST /profiles/import': {
    path: {}
    query: {}
    body: {
      rows: {
        email?: string
        phone?: string
        firstName?: string
        lastName?: string
        locale?: string
        customId?: string
        tags?: string[]
      }[]
      tagIds?: string[]
      assessmentIds?: ('disc' | 'focus' | 'core')[]
      focusForm?: FocusForm
      updateExisting?: boolean | 'overwrite'
      dryRun?: boolean
    }
    answer: {
      code: 200
      status: 'success'
      data: {
        results: ImportOutcome[]
        newTags: string[]
        profilesAfter: number
        profileLimit: number | null
      }
    }
  }
  'POST /profile/{profileId}/confirm-address': {
    path: {
      profileId: string
    }
    query: {}
    body: {
      email?: string
      phone?: string
    }
    answer: {
      code: 200
      status: 'success'
      profile: Profile
    }
  }
  'POST /profile/{profileId}/retake': {
    path: {
      profileId: string
    }
    query: {}
    body: {
      assessmentIds?: ('disc' | 'focus' | 'core')[]
    }
    answer: {
      code: 200
      status: 'success'
      profile: WrittenProfile
    }
  }
  'GET /profile/{profileId}/attempts': {
    path: {
      profileId: string
    }
    query: {
      limit?: number
      page?: number
    }
    answer: {
      code: 200
      status: 'success'
      pagination: Pagination
      attempts: Attempt[]
    }
  }
  'GET /team': {
    path: {}
    query: {
      profileIds?: string[]
      tagIds?: string[]
      savedTeamIds?: string[]
      locale?: 'de' | 'en' | 'es' | 'fr' | 'jp' | 'ko' | 'nl' | 'pt_BR' | 'zh_CN'
    }
    answer: {
      code: 200
      status: 'success'
      team: Team
    }
  }
  'GET /team/agenda': {
    path: {}
    query: {
      profileIds?: string[]
      tagIds?: string[]
      savedTeamIds?: string[]
      locale?: 'de' | 'en' | 'es' | 'fr' | 'jp' | 'ko' | 'nl' | 'pt_BR' | 'zh_CN'
    }
    answer: {
      code: 200
      status: 'success'
      agenda: TeamAgenda
    }
  }
  'GET /team/organization': {
    path: {}
    query: {
      profileIds?: string[]
      tagIds?: string[]
      savedTeamIds?: string[]
      locale?: 'de' | 'en' | 'es' | 'fr' | 'jp' | 'ko' | 'nl' | 'pt_BR' | 'zh_CN'
    }
    answer: {
      code: 200
      status: 'success'
      comparison: TeamAndOrganization
    }
  }
  'GET /saved-teams': {
    path: {}
    query: {
      search?: string
      limit?: number
      page?: number
    }
    answer: {
      code: 200
      status: 'success'
      pagination: Pagination
      savedTeams: SavedTeam[]
    }
  }
  'GET /saved-team/{savedTeamId}': {
    path: {
      savedTeamId: string
    }
    query: {}
    answer: {
      code: 200
      status: 'success'
      savedTeam: SavedTeamWithPeople
    }
  }
  'PATCH /saved-team/{savedTeamId}': {
    path: {
      savedTeamId: string
    }
    query: {}
    body: {
      name?: string
      note?: string | null
      color?: 'emerald' | 'red' | 'yellow' | 'orange' | 'blue' | 'indigo' | 'purple' | 'pink' | 'zinc'
    }
    answer: {
      code: 200
      status: 'success'
      savedTeam: SavedTeamWithPeople
    }
  }
  'DELETE /saved-team/{savedTeamId}': {
    path: {
      savedTeamId: string
    }
    query: {}
  }
  'POST /saved-team': {
    path: {}
    query: {}
    body: {
      name: string
      note?: string | null
      color?: 'emerald' | 'red' | 'yellow' | 'orange' | 'blue' | 'indigo' | 'purple' | 'pink' | 'zinc'
      profileIds?: string[]
      tagIds?: string[]
      savedTeamIds?: string[]
    }
    answer: {
      code: 201
      status: 'success'
      savedTeam: SavedTeamWithPeople
    }
  }
  'POST /saved-team/{savedTeamId}/profiles': {
    path: {
      savedTeamId: string
    }
    query: {}
    body: {
      profileIds: string[]
    }
    answer: {
      code: 200
      status: 'success'
      savedTeam: SavedTeamWithPeople
    }
  }
  'DELETE /saved-team/{savedTeamId}/profiles': {
    path: {
      savedTeamId: string
    }
    query: {}
    body: {
      profileIds: string[]
    }
    answer: {
      code: 200
      status: 'success'
      savedTeam: SavedTeamWithPeople
    }
  }
  'GET /profile/{profileId}/export': {
    path: {
      profileId: string
    }
    query: {}
    answer: {
      code: 200
      status: 'success'
      data: HeldOnPerson
    }
  }
  'GET /profile/{profileId}/takeaways': {
    path: {
      profileId: string
    }
    query: {
      locale?: 'de' | 'en' | 'es' | 'fr' | 'jp' | 'ko' | 'nl' | 'pt_BR' | 'zh_CN'
    }
    answer: {
      code: 200
      status: 'success'
      takeaways: Takeaways
    }
  }
  'GET /member/notes': {
    path: {}
    query: {
      profileId: string
    }
    answer: {
      code: 200
      status: 'success'
      notes: Note[]
    }
  }
  'POST /member/notes': {
    path: {}
    query: {}
    body: {
      profileId: string
      text: string
    }
    answer: {
      code: 201
      status: 'success'
      note: Note
    }
  }
  'PATCH /member/note/{noteId}': {
    path: {
      noteId: string
    }
    query: {}
    body: {
      text: string
    }
    answer: {
      code: 200
      status: 'success'
      note: Note
    }
  }
  'DELETE /member/note/{noteId}': {
    path: {
      noteId: string
    }
    query: {}
  }
  'GET /assessments': {
    path: {}
    query: {
      limit?: number
      page?: number
    }
    answer: {
      code: 200
      status: 'success'
      pagination: Pagination
      assessments: Assessment[]
    }
  }
  'GET /assessment/{assessmentId}': {
    path: {
      assessmentId: string
    }
    query: {}
    answer: {
      code: 200
      status: 'success'
      assessment: Assessment
    }
  }
  'GET /fixtures/{locale}/core/report': {
    path: {
      locale: 'de' | 'en' | 'es' | 'fr' | 'jp' | 'ko' | 'nl' | 'pt_BR' | 'zh_CN'
    }
    query: {}
    answer: {
      code: 200
      status: 'success'
      reportFixtures: ReportFixture[]
    }
  }
  'GET /fixtures/{locale}/disc/report': {
    path: {
      locale: 'de' | 'en' | 'es' | 'fr' | 'jp' | 'ko' | 'nl' | 'pt_BR' | 'zh_CN'
    }
    query: {}
    answer: {
      code: 200
      status: 'success'
      reportFixtures: ReportFixture[]
    }
  }
  'GET /fixtures/{locale}/focus/report': {
    path: {
      locale: 'de' | 'en' | 'es' | 'fr' | 'jp' | 'ko' | 'nl' | 'pt_BR' | 'zh_CN'
    }
    query: {}
    answer: {
      code: 200
      status: 'success'
      reportFixtures: FocusReportFixture[]
    }
  }
  'POST /profile/{profileId}/invite/email': {
    path: {
      profileId: string
    }
    query: {}
    body: {
      tryAgain?: boolean
    }
  }
  'POST /profile/{profileId}/invite/sms': {
    path: {
      profileId: string
    }
    query: {}
    body: {
      tryAgain?: boolean
    }
  }
  'POST /profiles/invite': {
    path: {}
    query: {}
    body: {
      profileIds: string[]
      campaignId?: string
      channel: 'email' | 'sms'
      tryAgain?: boolean
      queue?: boolean
      dryRun?: boolean
    }
    answer: {
      code: 200
      status: 'success'
      data: {
        results: InviteOutcome[]
      }
    }
  }
  'GET /profile/{profileId}/invites': {
    path: {
      profileId: string
    }
    query: {
      limit?: number
      page?: number
    }
    answer: {
      code: 200
      status: 'success'
      pagination: Pagination
      invites: Invite[]
    }
  }
  'POST /assessment-invite': {
    path: {}
    query: {}
    body: {
      tagIds?: string[]
      customId?: string
      assessmentIds?: ('disc' | 'focus' | 'core')[]
      focusForm?: FocusForm
      maxStarts?: number
      expiresAt?: string
    }
    answer:
      | {
          code: 200
          status: 'success'
          link: string
        }
      | {
          code: 201
          status: 'success'
          link: string
        }
  }
  'POST /campaign': {
    path: {}
    query: {}
    body: {
      name: string
      deadline?: string
      senderName?: string
      repliesToMe?: boolean
      note?: string
      reminderDays?: number[]
      profileIds?: string[]
      channel?: 'email' | 'sms'
      queue?: boolean
      onlyIfInvited?: boolean
    }
    answer: {
      code: 201
      status: 'success'
      results: InviteOutcome[]
      campaign: Campaign
    }
  }
  'GET /campaigns': {
    path: {}
    query: {
      state?: 'open' | 'overdue' | 'ended'
      search?: string
      includeRemindable?: boolean
      limit?: number
      page?: number
      after?: string
    }
    answer: {
      code: 200
      status: 'success'
      pagination: Pagination
      campaigns: Campaign[]
    }
  }
  'GET /campaign/{campaignId}': {
    path: {
      campaignId: string
    }
    query: {}
    answer: {
      code: 200
      status: 'success'
      stuck: CampaignStuck
      remindable: number
      heldUntil: string | null
      remindersWaiting: number
      reminderDates: string[]
      queue: CampaignQueue
      campaign: Campaign
    }
  }
  'PATCH /campaign/{campaignId}': {
    path: {
      campaignId: string
    }
    query: {}
    body: {
      name?: string
      deadline?: string | null
      senderName?: string | null
      repliesToMe?: boolean
      note?: string | null
      reminderDays?: number[]
    }
    answer: {
      code: 200
      status: 'success'
      campaign: Campaign
    }
  }
  'POST /campaign/{campaignId}/end': {
    path: {
      campaignId: string
    }
    query: {}
    answer: {
      code: 200
      status: 'success'
      campaign: Campaign
    }
  }
  'GET /campaign/{campaignId}/people': {
    path: {
      campaignId: string
    }
    query: {
      step?:
        'queued' | 'failed' | 'addressChanged' | 'wrongPerson' | 'sent' | 'opened' | 'started' | 'completed'
      isStuck?: boolean
      sortProp?: 'name'
      limit?: number
      page?: number
      after?: string
    }
    answer: {
      code: 200
      status: 'success'
      pagination: Pagination
      people: CampaignPerson[]
    }
  }
  'GET /profile/{profileId}/campaigns': {
    path: {
      profileId: string
    }
    query: {
      limit?: number
      page?: number
    }
    answer: {
      code: 200
      status: 'success'
      pagination: Pagination
      campaigns: PersonCampaign[]
    }
  }
  'POST /campaign/{campaignId}/remind': {
    path: {
      campaignId: string
    }
    query: {}
    body: {
      profileIds?: string[]
    }
    answer: {
      code: 200
      status: 'success'
      reminders: CampaignReminders
    }
  }
  'POST /campaigns/preview': {
    path: {}
    query: {}
    body: {
      name?: string
      reminderDays?: number[]
      senderName?: string
      repliesToMe?: boolean
      note?: string
      deadline?: string
      locale?: 'de' | 'en' | 'es' | 'fr' | 'jp' | 'ko' | 'nl' | 'pt_BR' | 'zh_CN'
      firstName?: string
      assessmentIds?: ('disc' | 'focus' | 'core')[]
      focusForm?: FocusForm
      isReminder?: boolean
    }
    answer: {
      code: 200
      status: 'success'
      preview: PreviewedEmail
    }
  }
  'GET /packages': {
    path: {}
    query: {}
    answer: {
      code: 200
      status: 'success'
      packages: Package[]
    }
  }
  'POST /order': {
    path: {}
    query: {}
    body: {
      packageId: string
      profileId?: string
      person?: {
        email?: string
        phone?: string
        firstName?: string
        lastName?: string
        locale?: 'de' | 'en' | 'es' | 'fr' | 'jp' | 'ko' | 'nl' | 'pt_BR' | 'zh_CN'
        customId?: string
      }
      externalRef?: string
      redirectUrl?: string
    }
    answer: {
      code: 201
      status: 'success'
      order: Order
    }
  }
  'GET /orders': {
    path: {}
    query: {
      state?: 'open' | 'started' | 'completed' | 'cancelled' | 'expired' | 'failed'
      profileId?: string
      externalRef?: string
      limit?: number
      page?: number
    }
    answer: {
      code: 200
      status: 'success'
      pagination: Pagination
      orders: Order[]
    }
  }
  'GET /order/{orderId}': {
    path: {
      orderId: string
    }
    query: {}
    answer: {
      code: 200
      status: 'success'
      order: Order
    }
  }
  'POST /order/{orderId}/cancel': {
    path: {
      orderId: string
    }
    query: {}
    answer: {
      code: 200
      status: 'success'
      order: Order
    }
  }
  'GET /connections': {
    path: {}
    query: {}
    answer: {
      code: 200
      status: 'success'
      connections: Connection[]
    }
  }
  'POST /connection': {
    path: {}
    query: {}
    body: {
      provider: 'greenhouse' | 'ashby' | 'scim'
      name: string
      remoteKey?: string
      sharesLabels?: boolean
      deleteErases?: boolean
    }
    answer: {
      code: 201
      status: 'success'
      connection: ConnectionWithKey
    }
  }
  'PATCH /connection/{connectionId}': {
    path: {
      connectionId: string
    }
    query: {}
    body: {
      name?: string
      remoteKey?: string | null
      sharesLabels?: boolean
      deleteErases?: boolean
    }
    answer: {
      code: 200
      status: 'success'
      connection: Connection
    }
  }
  'DELETE /connection/{connectionId}': {
    path: {
      connectionId: string
    }
    query: {}
  }
  'POST /connection/{connectionId}/rotate-key': {
    path: {
      connectionId: string
    }
    query: {}
    answer: {
      code: 200
      status: 'success'
      connection: ConnectionWithKey
    }
  }
  'GET /connection/{connectionId}/entries': {
    path: {
      connectionId: string
    }
    query: {
      limit?: number
    }
    answer: {
      code: 200
      status: 'success'
      entries: ConnectionEntry[]
    }
  }
  'GET /assessment-invites': {
    path: {}
    query: {
      isActive?: boolean
      limit?: number
      page?: number
      after?: string
    }
    answer: {
      code: 200
      status: 'success'
      pagination: Pagination
      shareLinks: ShareLink[]
    }
  }
  'DELETE /assessment-invite/{shareLinkId}': {
    path: {
      shareLinkId: string
    }
    query: {}
  }
  'GET /tags': {
    path: {}
    query: {
      search?: string
      limit?: number
      page?: number
      after?: string
      includeProfiles?: boolean
    }
    answer: {
      code: 200
      status: 'success'
      pagination: Pagination
      tags: Tag[]
    }
  }
  'GET /tag/{tagId}': {
    path: {
      tagId: string
    }
    query: {
      includeProfiles?: boolean
    }
    answer: {
      code: 200
      status: 'success'
      tag: Tag
    }
  }
  'PATCH /tag/{tagId}': {
    path: {
      tagId: string
    }
    query: {}
    body: {
      label?: string
      color?: 'emerald' | 'red' | 'yellow' | 'orange' | 'blue' | 'indigo' | 'purple' | 'pink' | 'zinc'
      profiles?: string[]
      includeProfiles?: boolean
    }
    answer: {
      code: 200
      status: 'success'
      undo: TagUndo | null
      tag: Tag
    }
  }
  'DELETE /tag/{tagId}': {
    path: {
      tagId: string
    }
    query: {}
  }
  'POST /tag': {
    path: {}
    query: {}
    body: {
      label: string
      color: 'emerald' | 'red' | 'yellow' | 'orange' | 'blue' | 'indigo' | 'purple' | 'pink' | 'zinc'
    }
    answer: {
      code: 201
      status: 'success'
      tag: Tag
    }
  }
  'POST /tag/{tagId}/profiles': {
    path: {
      tagId: string
    }
    query: {}
    body: {
      profileIds: string[]
      includeProfiles?: boolean
    }
    answer: {
      code: 200
      status: 'success'
      undo: TagUndo | null
      tag: Tag
    }
  }
  'PUT /tag/{tagId}/profiles': {
    path: {
      tagId: string
    }
    query: {}
    body: {
      profileIds: string[]
      includeProfiles?: boolean
    }
    answer: {
      code: 200
      status: 'success'
      undo: TagUndo | null
      tag: Tag
    }
  }
  'DELETE /tag/{tagId}/profiles': {
    path: {
      tagId: string
    }
    query: {}
    body: {
      profileIds: string[]
      includeProfiles?: boolean
    }
    answer: {
      code: 200
      status: 'success'
      undo: TagUndo | null
      tag: Tag
    }
  }
  'POST /tag/{tagId}/undo': {
    path: {
      tagId: string
    }
    query: {}
    body: {
      changeId: string
      add: string[]
      remove: string[]
      includeProfiles?: boolean
    }
    answer: {
      code: 200
      status: 'success'
      undo: TagUndo | null
      undone: number
      skipped: number
      tag: Tag
    }
  }
  'GET /resource-aliases': {
    path: {}
    query: {
      resourceType?: 'profile' | 'tag'
      resourceId?: string
      consumerKey?: string
      limit?: number
      page?: number
    }
    answer: {
      code: 200
      status: 'success'
      pagination: Pagination
      resourceAliases: ResourceAlias[]
    }
  }
  'GET /resource-alias/{resourceAliasId}': {
    path: {
      resourceAliasId: string
    }
    query: {}
    answer: {
      code: 200
      status: 'success'
      resourceAlias: ResourceAlias
    }
  }
  'PATCH /resource-alias/{resourceAliasId}': {
    path: {
      resourceAliasId: string
    }
    query: {}
    body: {
      resourceId?: string
      consumerKey?: string
    }
    answer: {
      code: 200
      status: 'success'
      resourceAlias: ResourceAlias
    }
  }
  'DELETE /resource-alias/{resourceAliasId}': {
    path: {
      resourceAliasId: string
    }
    query: {}
  }
  'POST /resource-alias': {
    path: {}
    query: {}
    body: {
      resourceType: 'profile' | 'tag'
      resourceId: string
      consumerKey: string
    }
    answer:
      | {
          code: 200
          status: 'success'
          resourceAlias: ResourceAlias
        }
      | {
          code: 201
          status: 'success'
          resourceAlias: ResourceAlias
        }
  }
  'GET /playbook/ai/debrief/{profileId}': {
    path: {
      profileId: string
    }
    query: {
      locale?: 'de' | 'en' | 'es' | 'fr' | 'jp' | 'ko' | 'nl' | 'pt_BR' | 'zh_CN'
    }
    answer: {
      code: 200
      status: 'success'
      data: Debrief
    }
  }
  'POST /playbook/ai/debrief/{profileId}': {
    path: {
      profileId: string
    }
    query: {}
    body: {
      locale?: 'de' | 'en' | 'es' | 'fr' | 'jp' | 'ko' | 'nl' | 'pt_BR' | 'zh_CN'
      regenerate?: boolean
    }
    answer:
      | {
          code: 200
          status: 'success'
          data: Debrief
        }
      | {
          code: 201
          status: 'success'
          data: Debrief
        }
  }
  'POST /playbook/ai/debrief/{debriefId}/rating': {
    path: {
      debriefId: string
    }
    query: {}
    body: {
      rating: 1 | -1
      comments?: string
    }
    answer: {
      code: 200
      status: 'success'
      data: DebriefRating
    }
  }
  'GET /study': {
    path: {}
    query: {}
    answer: {
      code: 200
      status: 'success'
      study: Study | null
    }
  }
  'POST /study': {
    path: {}
    query: {}
    answer:
      | {
          code: 200
          status: 'success'
          study: Study
        }
      | {
          code: 201
          status: 'success'
          study: Study
        }
  }
  'POST /study/end': {
    path: {}
    query: {}
    answer: {
      code: 200
      status: 'success'
      study: Study | null
    }
  }
  'GET /study/eligibility': {
    path: {}
    query: {}
    answer: {
      code: 200
      status: 'success'
      eligibility: StudyEligibility
    }
  }
  'GET /study/export': {
    path: {}
    query: {}
    answer: {
      code: 200
      status: 'success'
      export: StudyExport | null
    }
  }
  'POST /study/criteria': {
    path: {}
    query: {}
    body: {
      criteria: {
        name: string
        meaning: string
      }[]
      csv: string
    }
    answer: {
      code: 200
      status: 'success'
      upload: StudyCriteriaUpload
    }
  }
  'DELETE /study/criteria': {
    path: {}
    query: {}
  }
  'POST /report-link': {
    path: {}
    query: {}
    body: {
      profileId?: string
      profileIds?: string[]
      tagIds?: string[]
      locale?: 'de' | 'en' | 'es' | 'fr' | 'jp' | 'ko' | 'nl' | 'pt_BR' | 'zh_CN'
      validMinutes?: number
    }
    answer: {
      code: 201
      status: 'success'
      data: MadeReportLink
    }
  }
  'GET /report-links': {
    path: {}
    query: {
      profileId?: string
      limit?: number
      page?: number
    }
    answer: {
      code: 200
      status: 'success'
      pagination: Pagination
      reportLinks: ReportLink[]
    }
  }
  'DELETE /report-link/{reportLinkId}': {
    path: {
      reportLinkId: string
    }
    query: {}
  }
  'GET /events': {
    path: {}
    query: {
      after?: string | 'latest'
      before?: string | 'latest'
      types?: string[]
      profileId?: string
      limit?: number
      wait?: number
      includeCustomIds?: boolean
      includeNames?: boolean
    }
    answer: {
      code: 200
      status: 'success'
      after: string | null
      hasMore: boolean
      oldest: {
        id: string
        seq: number
      } | null
      latest: {
        id: string
        seq: number
      } | null
      events: Event[]
    }
  }
  'GET /event/{eventId}': {
    path: {
      eventId: string
    }
    query: {}
    answer: {
      code: 200
      status: 'success'
      event: SentEvent
    }
  }
  'GET /event-types': {
    path: {}
    query: {}
    answer: {
      code: 200
      status: 'success'
      eventTypes: EventType[]
    }
  }
  'GET /webhooks': {
    path: {}
    query: {}
    answer: {
      code: 200
      status: 'success'
      sourceAddresses: string[]
      webhooks: Webhook[]
    }
  }
  'POST /webhook': {
    path: {}
    query: {}
    body: {
      url: string
      name?: string | null
      types?: string[] | null
      order?: 'none' | 'strict'
      maxInFlight?: number
      include?: 'customIds'[]
    }
    answer: {
      code: 201
      status: 'success'
      webhook: WebhookWithSecret
    }
  }
  'GET /webhook/{webhookId}': {
    path: {
      webhookId: string
    }
    query: {}
    answer: {
      code: 200
      status: 'success'
      webhook: Webhook
    }
  }
  'PATCH /webhook/{webhookId}': {
    path: {
      webhookId: string
    }
    query: {}
    body: {
      url?: string
      name?: string | null
      types?: string[] | null
      order?: 'none' | 'strict'
      maxInFlight?: number
      include?: 'customIds'[]
      state?: 'enabled' | 'disabled'
    }
    answer: {
      code: 200
      status: 'success'
      webhook: Webhook
    }
  }
  'DELETE /webhook/{webhookId}': {
    path: {
      webhookId: string
    }
    query: {}
  }
  'POST /webhook/{webhookId}/rotate-secret': {
    path: {
      webhookId: string
    }
    query: {}
    body: {
      keepOldHours?: number
    }
    answer: {
      code: 200
      status: 'success'
      webhook: WebhookWithSecret
    }
  }
  'POST /webhook/{webhookId}/test': {
    path: {
      webhookId: string
    }
    query: {}
    body: {
      type?: string
    }
    answer: {
      code: 200
      status: 'success'
      data: {
        n: number
        at: string
        status: number | null
        milliseconds: number
        error: string | null
        excerpt: string | null
      }
    }
  }
  'POST /webhook/{webhookId}/replay': {
    path: {
      webhookId: string
    }
    query: {}
    body: {
      eventIds?: string[]
      after?: string
      since?: string
      until?: string
      types?: string[]
      only?: 'undelivered' | 'all'
      dryRun?: boolean
    }
    answer: {
      code: 200
      status: 'success'
      data: {
        events: number
        first: number | null
        last: number | null
      }
    }
  }
  'GET /webhook/{webhookId}/deliveries': {
    path: {
      webhookId: string
    }
    query: {
      state?: 'waiting' | 'delivered' | 'failed' | 'cancelled'
      type?: string
      profileId?: string
      since?: string
      limit?: number
      page?: number
    }
    answer: {
      code: 200
      status: 'success'
      pagination: Pagination
      deliveries: WebhookDelivery[]
    }
  }
  'GET /webhook/{webhookId}/deliveries/{deliveryId}': {
    path: {
      webhookId: string
      deliveryId: string
    }
    query: {}
    answer: {
      code: 200
      status: 'success'
      delivery: WebhookDelivery
    }
  }
  'POST /webhook/{webhookId}/deliveries/{deliveryId}/retry': {
    path: {
      webhookId: string
      deliveryId: string
    }
    query: {}
    answer: {
      code: 200
      status: 'success'
      delivery: WebhookDelivery
    }
  }
  'GET /messages': {
    path: {}
    query: {
      state?: 'waiting' | 'sent' | 'failed'
      channel?: 'email' | 'sms'
      failure?: 'recipient' | 'content' | 'policy' | 'unreachable' | 'expired'
      profileId?: string
      profileIds?: string[]
      before?: string
      limit?: number
    }
    answer: {
      code: 200
      status: 'success'
      hasMore: boolean
      failed: {
        failure: ('recipient' | 'content' | 'policy' | 'unreachable' | 'expired') | null
        count: number
      }[]
      messages: Message[]
    }
  }
  'GET /message/{messageId}': {
    path: {
      messageId: string
    }
    query: {}
    answer: {
      code: 200
      status: 'success'
      message: Message
    }
  }
  'POST /message/{messageId}/retry': {
    path: {
      messageId: string
    }
    query: {}
    answer: {
      code: 200
      status: 'success'
      message: Message
    }
  }
  'POST /messages/retry': {
    path: {}
    query: {}
    body: {
      failure?: 'recipient' | 'content' | 'policy' | 'unreachable' | 'expired'
      channel?: 'email' | 'sms'
    }
    answer: {
      code: 200
      status: 'success'
      data: {
        retried: number
      }
    }
  }
  'POST /message/{messageId}/discard': {
    path: {
      messageId: string
    }
    query: {}
    answer: {
      code: 200
      status: 'success'
      message: Message
    }
  }
  'GET /sandboxes': {
    path: {}
    query: {}
    answer: {
      code: 200
      status: 'success'
      sandboxes: Sandbox[]
    }
  }
  'POST /sandboxes': {
    path: {}
    query: {}
    body: {
      name: string
    }
    answer: {
      code: 201
      status: 'success'
      sandbox: Sandbox
    }
  }
  'GET /sandbox/personas': {
    path: {}
    query: {}
    answer: {
      code: 200
      status: 'success'
      personas: SandboxPersona[]
    }
  }
  'POST /sandbox/complete': {
    path: {}
    query: {}
    body: {
      profileId: string
      persona?:
        | 'steady'
        | 'driving'
        | 'outgoing'
        | 'careful'
        | 'balanced'
        | 'straight_liner'
        | 'random'
        | 'yes_sayer'
        | 'too_fast'
        | 'gives_up'
      seed?: number
      assessmentIds?: ('disc' | 'focus' | 'core')[]
    }
    answer: {
      code: 200
      status: 'success'
      profile: Profile
    }
  }
  'POST /sandbox/people': {
    path: {}
    query: {}
    body: {
      count: number
      seed?: number
      completedShare?: number
      tagIds?: string[]
    }
    answer: {
      code: 201
      status: 'success'
      people: SandboxPerson[]
    }
  }
  'POST /sandbox/advance': {
    path: {}
    query: {}
    body: {
      profileId: string
      to: 'opened' | 'started' | 'expired' | 'bounced'
    }
    answer: {
      code: 200
      status: 'success'
      invite: Invite
    }
  }
  'POST /sandbox/reset': {
    path: {}
    query: {}
    answer: {
      code: 200
      status: 'success'
      deleted: SandboxReset
    }
  }
  'GET /sandbox/messages': {
    path: {}
    query: {
      profileId?: string
      limit?: number
    }
    answer: {
      code: 200
      status: 'success'
      messages: SandboxMessage[]
    }
  }
  'GET /audit-log': {
    path: {}
    query: {
      limit?: number
      page?: number
      afterEntry?: string
      action?: string
      actorId?: string
      clientId?: string
      targetType?: string
      targetId?: string
      after?: string
      before?: string
      includeNames?: boolean
    }
    answer: {
      code: 200
      status: 'success'
      pagination: Pagination
      entries: AuditEntry[]
    }
  }
  'GET /openapi.json': {
    path: {}
    query: {}
    answer: {
      openapi: string
      info: {}
      paths: {}
    }
  }
}
export interface ClientCredentials {
  grant_type?: 'client_credentials'
  client_id?: string
  client_secret?: string
  scope?: string
}
export interface AccessToken {
  access_token: string
  token_type: 'Bearer'
  expires_in: number
  scope: string
}
export interface Billing {
  status: 'trialing' | 'active' | 'past_due' | 'canceled' | 'unpaid'
  trialEndDate: number | null
}
export interface Preferences {
  locale?: 'de' | 'en' | 'es' | 'fr' | 'jp' | 'ko' | 'nl' | 'pt_BR' | 'zh_CN'
  timezone?: string
  senderName?: string
  replyTo?: string
  inviteSubject?: string
  brandColor?: string
  defaultAssessmentIds?: ('disc' | 'focus' | 'core')[]
  focusForm?: FocusForm
  participantSeesReport?: boolean
  participantSharesCard?: boolean
  debriefWriter?: 'rules' | 'model'
  debriefOnCompletion?: boolean
  retentionDays?: number
  reminderDays?: number[]
}
export interface Usage {
  profiles: number
  profileLimit: number | null
  reports: number
  reportLimit: number | null
  quotas: {
    name: 'storedBytes' | 'changesToday' | 'exportsThisHour' | 'apps'
    used: number | null
    limit: number
  }[]
}
export interface Tag {
  id: string
  createdAt: string
  updatedAt: string
  label: string
  color: 'emerald' | 'red' | 'yellow' | 'orange' | 'blue' | 'indigo' | 'purple' | 'pink' | 'zinc'
  profiles: string[]
  profileCount?: number
}
export interface UsageReport {
  from: string
  to: string
  interval: 'day' | 'week' | 'month'
  timeZone: string
  countedSince: string | null
  totals: {
    invited: number
    opened: number
    started: number
    completed: number
    medianMinutes: number | null
  }
  previous: {
    from: string
    to: string
    invited: number
    opened: number
    started: number
    completed: number
    medianMinutes: number | null
  }
  funnel: {
    invited: number
    opened: number
    started: number
    completed: number
  }
  buckets: {
    from: string
    to: string
    invited: number
    opened: number
    started: number
    completed: number
  }[]
  hours: {
    weekday: number
    hour: number
    completed: number
  }[]
  languages: {
    people: number
    counts: {
      locale: 'de' | 'en' | 'es' | 'fr' | 'jp' | 'ko' | 'nl' | 'pt_BR' | 'zh_CN'
      people: number
    }[]
  }
  devices: {
    people: number
    phone: number
    tablet: number
    desktop: number
    unknown: number
  }
  reliability: {
    people: number
    ok: number
    caution: number
    invalid: number
    unassessed: number
  }
}
export interface Account {
  id: string
  createdAt: string
  updatedAt: string
  name: string
  type: string
  billing: Billing
  reportsGenerated: number
  trialReportsUsed: number
  preferences: Preferences
  pendingRetention: {
    holdsFrom: string
    daysBefore: number | null
  } | null
  logoUrl: string | null
  credits: number | null
  state: 'active' | 'paused'
  region: string
  mode: 'live' | 'demo' | 'sandbox'
  usage: Usage
}
export interface RetentionPreview {
  count: number
  isComplete: boolean
  people: {
    id: string
    firstName: string | null
    lastName: string | null
    email: string | null
    phone: string | null
  }[]
  holdsFrom: string | null
}
export interface Sender {
  address: string | null
  state: 'none' | 'pending' | 'active' | 'lost'
  activeSince: string | null
  lostAt: string | null
  checkedAt: string | null
  serviceDomain: string
  records: {
    record: 'ownership' | 'dkim' | 'spf' | 'dmarc'
    required: boolean
    name: string
    value: string | null
    state: 'unchecked' | 'found' | 'missing' | 'different' | 'unanswered'
    found: string[]
  }[]
}
export interface Member {
  id: string
  email: string
  name: string | null
  role: 'owner' | 'manager' | 'user' | 'coach'
  state: 'accepted' | 'invited' | 'expired'
}
export interface Coach {
  memberId: string
  email: string
  state: 'accepted' | 'invited' | 'expired'
  teams: {
    id: string
    label: string
    color: string
  }[]
  savedTeams: {
    id: string
    name: string
    color: string
  }[]
  profileCount: number
}
export interface MemberNotices {
  email: string
  completed: {
    frequency: 'off' | 'atOnce' | 'daily' | 'weekly'
    tagIds: string[] | null
    nextDigestAt: string | null
  } | null
  inviteFailed: {
    frequency: 'off' | 'atOnce' | 'daily' | 'weekly'
    tagIds: string[] | null
    nextDigestAt: string | null
  } | null
  erasureRequested: {
    frequency: 'off' | 'atOnce' | 'daily' | 'weekly'
    tagIds: string[] | null
    nextDigestAt: string | null
  } | null
}
export interface Pagination {
  page: number
  limit: number
  total: number
  totalPages: number
  hasMore: boolean
}
export interface Profile {
  id: string
  createdAt: string
  updatedAt: string
  email: string | null
  phone: string | null
  firstName: string | null
  lastName: string | null
  locale: ('de' | 'en' | 'es' | 'fr' | 'jp' | 'ko' | 'nl' | 'pt_BR' | 'zh_CN') | null
  state: 'pending' | 'active'
  customIds: string[]
  attempt: number
  availableAssessments: ('disc' | 'focus' | 'core')[]
  focusForm?: FocusForm
  completedAssessments: ('disc' | 'focus' | 'core')[]
  isCompleted: boolean
  dateStarted: string | null
  dateCompleted: string | null
  timers: Timer[]
  disc: Disc | null
  core: Core | null
  focus: Focus | null
  localFocus?: LocalFocus
  quality: Quality | null
  scoring: Scoring | null
  tags?: ProfileTag[]
  unconfirmedAddresses?: ('email' | 'phone')[]
  synthetic?: true
}
export interface Timer {
  assessment: 'disc' | 'focus' | 'core'
  isCompleted: boolean
  activeSeconds: number
  inactiveSeconds: number
  idleSeconds: number
  dateStarted: string | null
  dateCompleted: string | null
  lastUpdated: string | null
}
export interface Disc {
  style: string
  d: number
  i: number
  s: number
  c: number
  styleIsTied?: boolean
}
export interface Core {
  first: string
  second: string
  third: string
  fourth: string
  fifth: string
  rank90?: {
    [k: string]: never[]
  }
}
export interface Focus {
  flexibility: {
    score: number
    level: Level
    facets: {
      creativity: FocusFacet
      aestheticAppreciation: FocusFacet
      emotionalAwareness: FocusFacet
      innovativeness: FocusFacet
      intellectualCuriosity: FocusFacet
      openMindedness: FocusFacet
    }
  }
  organization: {
    score: number
    level: Level
    facets: {
      selfBelief: FocusFacet
      systemization: FocusFacet
      responsibility: FocusFacet
      goalOriented: FocusFacet
      discipline: FocusFacet
      prudence: FocusFacet
    }
  }
  communication: {
    score: number
    level: Level
    facets: {
      friendliness: FocusFacet
      sociability: FocusFacet
      leadership: FocusFacet
      vigor: FocusFacet
      adventureSeeking: FocusFacet
      cheerfulness: FocusFacet
    }
  }
  understanding: {
    score: number
    level: Level
    facets: {
      trust: FocusFacet
      integrity: FocusFacet
      generosity: FocusFacet
      teamwork: FocusFacet
      humility: FocusFacet
      compassion: FocusFacet
    }
  }
  stability: {
    score: number
    level: Level
    facets: {
      composure: FocusFacet
      temperance: FocusFacet
      optimism: FocusFacet
      confidence: FocusFacet
      selfControl: FocusFacet
      resilience: FocusFacet
    }
  }
}
export interface FocusFacet {
  score: number
  level: Level
}
export interface LocalFocus {
  norm: string
  n: number
  createdAt: string
  generalNorm: string
  scores: {
    flexibility: {
      score: number
      facets: {
        creativity: LocalFocusFacet
        aestheticAppreciation: LocalFocusFacet
        emotionalAwareness: LocalFocusFacet
        innovativeness: LocalFocusFacet
        intellectualCuriosity: LocalFocusFacet
        openMindedness: LocalFocusFacet
      }
    }
    organization: {
      score: number
      facets: {
        selfBelief: LocalFocusFacet
        systemization: LocalFocusFacet
        responsibility: LocalFocusFacet
        goalOriented: LocalFocusFacet
        discipline: LocalFocusFacet
        prudence: LocalFocusFacet
      }
    }
    communication: {
      score: number
      facets: {
        friendliness: LocalFocusFacet
        sociability: LocalFocusFacet
        leadership: LocalFocusFacet
        vigor: LocalFocusFacet
        adventureSeeking: LocalFocusFacet
        cheerfulness: LocalFocusFacet
      }
    }
    understanding: {
      score: number
      facets: {
        trust: LocalFocusFacet
        integrity: LocalFocusFacet
        generosity: LocalFocusFacet
        teamwork: LocalFocusFacet
        humility: LocalFocusFacet
        compassion: LocalFocusFacet
      }
    }
    stability: {
      score: number
      facets: {
        composure: LocalFocusFacet
        temperance: LocalFocusFacet
        optimism: LocalFocusFacet
        confidence: LocalFocusFacet
        selfControl: LocalFocusFacet
        resilience: LocalFocusFacet
      }
    }
  }
}
export interface LocalFocusFacet {
  score: number
}
export interface Quality {
  outcome: 'ok' | 'caution' | 'invalid'
  reasons: QualityReason[]
  notes: QualityReason[]
  version?: string
}
export interface QualityReason {
  assessment: 'disc' | 'focus' | 'core'
  index: string
  value: number
  limit: number
}
export interface Scoring {
  form: {
    [k: string]: string
  }
  version: string
  versions?: {
    [k: string]: string
  }
  norm: {
    [k: string]: string | null
  }
  confidence: {
    disc?: {
      style: number
      styles: {
        [k: string]: number
      }
    }
    focus?: {
      [k: string]: number
    }
  }
  standardErrors?: {
    [k: string]: number
  }
  sideConfidence?: {
    [k: string]: number
  }
}
export interface ProfileTag {
  id: string
  label: string
  color: string
}
export interface Progress {
  profileId: string
  answered: number
  itemCount: number
  assessment: ('disc' | 'focus' | 'core') | null
  assessmentAnswered: number | null
  assessmentItemCount: number | null
  invite: Invite | null
  isInviteQueued: boolean
  queuedInvite: {
    campaignId: string
    campaignName: string
    nextAt: string | null
  } | null
  firstSentAt: string | null
  firstOpenedAt: string | null
  erasureRequestedAt: string | null
}
export interface Invite {
  id: string
  channel: 'email' | 'sms' | 'link'
  state: 'queued' | 'sent' | 'opened' | 'expired' | 'superseded' | 'failed'
  sentAt: string | null
  expiresAt: string
  openedAt: string | null
  campaignId: string | null
  isReminder: boolean
  bounced: boolean
  wrongPersonAt: string | null
  wrongPerson: boolean
  optedOut: boolean
  addressChanged: boolean
  heldUntil: string | null
}
export interface WrittenProfile {
  id: string
  createdAt: string
  updatedAt: string
  email?: string | null
  phone?: string | null
  firstName?: string | null
  lastName?: string | null
  locale?: ('de' | 'en' | 'es' | 'fr' | 'jp' | 'ko' | 'nl' | 'pt_BR' | 'zh_CN') | null
  state: 'pending' | 'active'
  customIds?: string[]
  attempt?: number
  availableAssessments?: ('disc' | 'focus' | 'core')[]
  focusForm?: FocusForm
  completedAssessments?: ('disc' | 'focus' | 'core')[]
  isCompleted?: boolean
  dateStarted?: string | null
  dateCompleted?: string | null
  timers?: Timer[]
  disc?: Disc | null
  core?: Core | null
  focus?: Focus | null
  localFocus?: LocalFocus
  quality?: Quality | null
  scoring?: Scoring | null
  tags?: ProfileTag[]
  unconfirmedAddresses?: ('email' | 'phone')[]
  synthetic?: true
}
export interface ImportOutcome {
  row: number
  status: 'new' | 'updated' | 'standing' | 'completed' | 'repeated' | 'invalid' | 'over_cap'
  profileId: string | null
  channel: ('email' | 'sms') | null
  isInvited: boolean | null
  sameAs: number | null
  fields: ('customId' | 'email' | 'firstName' | 'lastName' | 'locale' | 'phone' | 'tags')[] | null
  param: string | null
  message: string | null
}
export interface Attempt {
  attempt: number
  availableAssessments: ('disc' | 'focus' | 'core')[]
  completedAssessments: ('disc' | 'focus' | 'core')[]
  isCompleted: boolean
  dateStarted: string | null
  dateCompleted: string | null
  timers: Timer[]
  disc: Disc | null
  core: Core | null
  focus: Focus | null
  quality: Quality | null
  scoring: Scoring | null
  isCurrent: boolean
  carriedFrom: {
    [k: string]: number
  }
}
export interface Team {
  locale: 'de' | 'en' | 'es' | 'fr' | 'jp' | 'ko' | 'nl' | 'pt_BR' | 'zh_CN'
  profileCount: number
  resultCount: number
  lede: string
  note: string | null
  people: TeamMember[]
  density?: TeamDensity
  traits: {
    trait: string
    label: string
    count: number
    lowest: number
    median: number
    highest: number
    spread: ('close' | 'apart' | 'wide') | null
    words: string
    levels?: {
      veryLow: number
      low: number
      baseline: number
      high: number
      veryHigh: number
    }
    steps?: number[]
  }[]
  values: {
    key: string
    label: string
    count: number
    profileIds: string[]
  }[]
  differences: {
    scale: string
    label: string
    text: string
    low: string[]
    high: string[]
  }[]
  together: {
    text: string
    rests: string[]
  }[]
  questions: {
    scale: string
    label: string
    text: string
  }[]
}
export interface TeamMember {
  id: string
  name: string | null
  initials: string
  quality: ('ok' | 'caution' | 'invalid') | null
  disc: Disc | null
  focus: {
    [k: string]: {
      score: number
      t: number
      sem: number
      level: Level
      facets?: {
        [k: string]: {
          score: number
          t: number
          sem: number
          level: Level
        }
      }
    }
  } | null
  core: string[] | null
}
export interface TeamDensity {
  isSample: boolean
  discCount: number
  coreCount: number
  cells: {
    across: number
    up: number
    count: number
  }[]
  directions: number[]
}
export interface TeamAgenda {
  locale: 'de' | 'en' | 'es' | 'fr' | 'jp' | 'ko' | 'nl' | 'pt_BR' | 'zh_CN'
  title: string
  intro: string
  minutes: number
  before: {
    heading: string
    lines: string[]
  }
  facts: {
    heading: string
    lines: {
      label: string | null
      text: string
    }[]
  }[]
  plan: {
    heading: string
    steps: {
      title: string
      minutes: number
      duration: string
      lines: string[]
    }[]
  }
  notice: string
}
export interface TeamAndOrganization {
  locale: 'de' | 'en' | 'es' | 'fr' | 'jp' | 'ko' | 'nl' | 'pt_BR' | 'zh_CN'
  state: 'shown' | 'fewInTeam' | 'fewOthers'
  team: {
    count: number
    leftOut: number
    isSample: boolean
  }
  organization: {
    count: number
    leftOut: number
    isSample: boolean
  }
  traits: {
    trait: string
    label: string
    team: TraitOfGroup
    organization: TraitOfGroup
    difference: number
    margin: number
    verdict: 'tooClose' | 'higher' | 'lower'
    words: string
  }[]
}
export interface TraitOfGroup {
  score: number
  t: number
  low: number
  middle: number
  high: number
}
export interface SavedTeam {
  id: string
  createdAt: string
  updatedAt: string
  name: string
  note: string | null
  color: 'emerald' | 'red' | 'yellow' | 'orange' | 'blue' | 'indigo' | 'purple' | 'pink' | 'zinc'
  profileCount: number
}
export interface SavedTeamWithPeople {
  id: string
  createdAt: string
  updatedAt: string
  name: string
  note: string | null
  color: 'emerald' | 'red' | 'yellow' | 'orange' | 'blue' | 'indigo' | 'purple' | 'pink' | 'zinc'
  profileCount: number
  profiles: string[]
}
export interface HeldOnPerson {
  exportedAt: string
  account: {
    id: string
    name: string
  }
  profile: Profile
  tags: {
    id: string
    label: string
    color: string
  }[]
  savedTeams: {
    id: string
    name: string
  }[]
  aliases: {
    id: string
    consumerKey: string
    createdAt: string
    updatedAt: string
  }[]
  attempts: HeldAttempt[]
  debriefs: {
    id: string
    content: string
    sections: DebriefSection[]
    locale: 'de' | 'en' | 'es' | 'fr' | 'jp' | 'ko' | 'nl' | 'pt_BR' | 'zh_CN'
    generator: DebriefGenerator
    resultsHash: string
    createdAt: string
    updatedAt: string
    ratings: {
      rater: string
      rating: 1 | -1
      comments: string | null
      createdAt: string
      updatedAt: string
    }[]
  }[]
  notes: {
    id: string
    memberId: string
    createdAt: string
    updatedAt: string
  }[]
  invites: {
    id: string
    channel: 'email' | 'sms' | 'link'
    recipient: string | null
    createdAt: string
    expiresAt: string
    sentAt: string | null
    openedAt: string | null
    failedAt: string | null
    supersededAt: string | null
    revokedAt: string | null
  }[]
  messages: {
    id: string
    channel: 'email' | 'sms'
    state: 'queued' | 'sent' | 'failed'
    createdAt: string
    doneAt: string | null
  }[]
  sessions: {
    startedAt: string
    expiresAt: string
  }[]
  agreements: {
    attempt: number
    version: string
    locale: string
    words: string
    agreedAt: string
  }[]
  erasureRequestedAt: string | null
  reportLinks: {
    id: string
    madeBy: 'person' | 'account'
    createdAt: string
    expiresAt: string
    revokedAt: string | null
  }[]
  shareCards: {
    id: string
    shows: string[]
    createdAt: string
    expiresAt: string
  }[]
  auditEntries: {
    id: string
    at: string
    actor: {
      kind: string
      id: string
      clientId: string | null
    }
    action: string
    requestId: string
    changes: {
      [k: string]: unknown
    }
  }[]
}
export interface HeldAttempt {
  attempt: number
  availableAssessments: ('disc' | 'focus' | 'core')[]
  completedAssessments: ('disc' | 'focus' | 'core')[]
  isCompleted: boolean
  dateStarted: string | null
  dateCompleted: string | null
  timers: Timer[]
  disc: Disc | null
  core: Core | null
  focus: Focus | null
  quality: Quality | null
  scoring: Scoring | null
  isCurrent: boolean
  carriedFrom: {
    [k: string]: number
  }
  sittings: {
    assessment: 'disc' | 'focus' | 'core'
    form: string
    itemOrder: number[] | null
    wording: number
  }[]
  answers: {
    [k: string]: {
      item: number
      value: unknown
      answeredAt: string
    }[]
  }
  results: {
    assessment: 'disc' | 'focus' | 'core'
    form: string
    version: string
    norm: string | null
    result: {
      [k: string]: unknown
    }
    createdAt: string
  }[]
}
export interface DebriefSection {
  id:
    | 'overview'
    | 'impression'
    | 'best'
    | 'pressure'
    | 'together'
    | 'colleagues'
    | 'drives'
    | 'experiment'
    | 'questions'
    | 'limits'
  title: string
  sentences: DebriefSentence[]
}
export interface DebriefSentence {
  text: string
  evidence: string[]
  about?: string
  tip?: 'do' | 'avoid'
}
export interface DebriefGenerator {
  kind: 'rules' | 'llm'
  name: string
  version: string
  reason?: string
}
export interface Takeaways {
  locale: 'de' | 'en' | 'es' | 'fr' | 'jp' | 'ko' | 'nl' | 'pt_BR' | 'zh_CN'
  headline: string | null
  headlineAbout?: string
  sentences: DebriefSentence[]
}
export interface Note {
  id: string
  profileId: string
  text: string
  createdAt: string
  updatedAt: string
}
export interface Assessment {
  id: 'disc' | 'focus' | 'core'
  name: string
  version: string
  itemCount: number
  estimatedMinutes: number
  locales: ('de' | 'en' | 'es' | 'fr' | 'jp' | 'ko' | 'nl' | 'pt_BR' | 'zh_CN')[]
  forms?: {
    id: FocusForm
    version: string
    itemCount: number
    estimatedMinutes: number
  }[]
}
export interface ReportFixture {
  key: string
  label: string
  bullet: string
  reportSections: string[]
  descriptor: string
  locale: 'de' | 'en' | 'es' | 'fr' | 'jp' | 'ko' | 'nl' | 'pt_BR' | 'zh_CN'
}
export interface FocusReportFixture {
  key: string
  label: string
  bullet: string
  reportSections: string[]
  descriptor: string
  locale: 'de' | 'en' | 'es' | 'fr' | 'jp' | 'ko' | 'nl' | 'pt_BR' | 'zh_CN'
  trait: string
  level: 'veryLow' | 'low' | 'baseline' | 'high' | 'veryHigh'
}
export interface InviteOutcome {
  profileId: string
  status: 'sent' | 'queued' | 'skipped' | 'failed'
  reason:
    | (
        | 'profile_not_on_account'
        | 'already_completed'
        | 'profile_without_email'
        | 'profile_without_phone'
        | 'country_not_allowed'
        | 'number_not_allowed'
        | 'number_invalid'
        | 'invited_just_now'
        | 'person_inactive'
        | 'recipient_wrong_person'
        | 'invite_limit'
        | 'text_limit'
        | 'email_limit'
        | 'recipient_limit'
        | 'recipient_opted_out'
        | 'recipient_bounced'
      )
    | null
  retryAfterSeconds?: number
}
export interface Campaign {
  id: string
  name: string
  state: 'open' | 'overdue' | 'ended'
  createdAt: string
  updatedAt: string
  endedAt: string | null
  deadline: string | null
  senderName: string | null
  repliesToMemberId: string | null
  note: string | null
  reminderDays: number[]
  funnel: CampaignFunnel
  medianMinutes: number | null
  remindable?: number
}
export interface CampaignFunnel {
  invited: number
  sent: number
  opened: number
  started: number
  completed: number
}
export interface CampaignStuck {
  queued: number
  failed: number
  addressChanged: number
  wrongPerson: number
  sent: number
  opened: number
  disc: number
  focus: number
  core: number
}
export interface CampaignQueue {
  waiting: number
  nextAt: string | null
  people: {
    profileId: string
    reason:
      | (
          | 'profile_not_on_account'
          | 'already_completed'
          | 'profile_without_email'
          | 'profile_without_phone'
          | 'country_not_allowed'
          | 'number_not_allowed'
          | 'number_invalid'
          | 'invited_just_now'
          | 'person_inactive'
          | 'recipient_wrong_person'
          | 'invite_limit'
          | 'text_limit'
          | 'email_limit'
          | 'recipient_limit'
          | 'recipient_opted_out'
          | 'recipient_bounced'
          | 'access_ended'
          | 'waited_too_long'
          | 'erasure_requested'
          | 'invited_elsewhere'
        )
      | null
  }[]
}
export interface CampaignPerson {
  profileId: string
  firstName: string | null
  lastName: string | null
  email: string | null
  phone: string | null
  step: 'queued' | 'failed' | 'addressChanged' | 'wrongPerson' | 'sent' | 'opened' | 'started' | 'completed'
  assessment: ('disc' | 'focus' | 'core') | null
  since: string
  messagedAt: string
  reminders: number
  isReminderAsked: boolean
  optedOut: boolean
}
export interface PersonCampaign {
  id: string
  name: string
  state: 'open' | 'overdue' | 'ended'
  deadline: string | null
  step: 'queued' | 'failed' | 'addressChanged' | 'wrongPerson' | 'sent' | 'opened' | 'started' | 'completed'
  assessment: ('disc' | 'focus' | 'core') | null
  invitedAt: string
  messagedAt: string
  reminders: number
  nextReminderAt: string | null
}
export interface CampaignReminders {
  asked: number
  queued: number
  waiting: number
  heldUntil: string | null
}
export interface PreviewedEmail {
  subject: string
  fromName: string
  replyTo: string | null
  html: string
  text: string
}
export interface Package {
  id: string
  name: string
  description: string
  assessmentIds: ('disc' | 'focus' | 'core')[]
}
export interface Order {
  id: string
  reference: string
  provider: 'api' | 'greenhouse' | 'ashby'
  connectionId: string | null
  packageId: string
  profileId: string
  externalRef: string | null
  state: 'open' | 'started' | 'completed' | 'cancelled' | 'expired' | 'failed'
  callbackUrl: string | null
  redirectUrl: string | null
  createdAt: string
  startedAt: string | null
  completedAt: string | null
}
export interface Connection {
  id: string
  provider: 'greenhouse' | 'ashby' | 'scim'
  name: string
  createdAt: string
  lastUsedAt: string | null
  keyLastFour: string
  keyMadeAt: string
  hasRemoteKey: boolean
  sharesLabels: boolean
  deleteErases: boolean
  addresses: {
    name: string
    url: string
  }[]
  waiting: number
  lastProblem: {
    at: string
    call: string
    message: string | null
  } | null
}
export interface ConnectionWithKey {
  id: string
  provider: 'greenhouse' | 'ashby' | 'scim'
  name: string
  createdAt: string
  lastUsedAt: string | null
  keyLastFour: string
  keyMadeAt: string
  hasRemoteKey: boolean
  sharesLabels: boolean
  deleteErases: boolean
  addresses: {
    name: string
    url: string
  }[]
  waiting: number
  lastProblem: {
    at: string
    call: string
    message: string | null
  } | null
  key: string
}
export interface ConnectionEntry {
  id: string
  at: string
  direction: 'in' | 'out'
  call: string
  status: number | null
  isProblem: boolean
  message: string | null
  orderId: string | null
}
export interface ShareLink {
  id: string
  link: string | null
  state: 'active' | 'full' | 'revoked' | 'expired'
  createdAt: string
  expiresAt: string
  maxStarts: number | null
  startsSoFar: number
  tagIds: string[]
  customId: string | null
  assessmentIds: ('disc' | 'focus' | 'core')[]
}
export interface TagUndo {
  tagId: string
  changeId: string
  add: string[]
  remove: string[]
}
export interface ResourceAlias {
  id: string
  createdAt: string
  updatedAt: string
  resourceType: 'profile' | 'tag'
  resourceId: string
  consumerKey: string
}
export interface Debrief {
  id: string
  profileId: string
  content: string
  sections: DebriefSection[]
  locale: 'de' | 'en' | 'es' | 'fr' | 'jp' | 'ko' | 'nl' | 'pt_BR' | 'zh_CN'
  generator: DebriefGenerator
  resultsHash: string
  stale: boolean
  ratings: DebriefRatings
  createdAt: string
  updatedAt: string
}
export interface DebriefRatings {
  up: number
  down: number
}
export interface DebriefRating {
  debriefId: string
  profileId: string
  rating: 1 | -1
  comments: string | null
  createdAt: string
  updatedAt: string
}
export interface Study {
  openedAt: string
  endedAt: string | null
  focusForm: 'focus-120' | 'focus-60'
  eligible: number
  smallestAccount: number
  nextReleaseAt: string | null
  criteria: StudyCriterion[]
  release: StudyRelease | null
}
export interface StudyCriterion {
  name: string
  meaning: string
  uploadedAt: string
}
export interface StudyRelease {
  number: number
  createdAt: string
  people: number
  figures: StudyFigure[]
}
export interface StudyFigure {
  kind: 'trait' | 'facet' | 'letter' | 'prediction' | 'comparison' | 'criterion' | 'peer' | 'core' | 'missing'
  subject: string
  figure: 'alpha' | 'omega' | 'retest' | 'mean' | 'sd' | 'r' | 'share' | 'median'
  other?: string
  n: number
  value: number
  low: number
  high: number
  verdict?: 'supported' | 'contradicted' | 'open'
}
export interface StudyEligibility {
  focusForm: 'focus-120' | 'focus-60'
  eligible: number
  smallestAccount: number
  isComplete: boolean
}
export interface StudyExport {
  number: number
  codebook: {
    file: 'figures' | 'rows' | 'criteria'
    column: string
    description: string
    values: string
  }[]
  figuresCsv: string
  rowsCsv: string
}
export interface StudyCriteriaUpload {
  criteria: StudyCriterion[]
  lines: number
  matched: number
  ignored: {
    unknown: number
    ambiguous: number
    notEligible: number
    empty: number
  }
}
export interface MadeReportLink {
  id: string
  url: string
  expiresAt: string
}
export interface ReportLink {
  id: string
  kind: 'person' | 'team'
  profileId: string | null
  profileIds: string[]
  tagIds: string[]
  madeBy: 'person' | 'account'
  locale: ('de' | 'en' | 'es' | 'fr' | 'jp' | 'ko' | 'nl' | 'pt_BR' | 'zh_CN') | null
  createdAt: string
  expiresAt: string
}
export interface Event {
  id: string
  seq: number
  timestamp: string
  accountId: string
  region: string
  mode: 'live' | 'demo' | 'sandbox'
  requestId: string | null
  by: {
    kind: 'client' | 'member' | 'person' | 'operator' | 'system'
    clientId: string | null
  }
  type:
    | 'profile.created'
    | 'profile.updated'
    | 'profile.activated'
    | 'assessment.started'
    | 'assessment.completed'
    | 'profile.completed'
    | 'profile.retakeIssued'
    | 'profile.erasureRequested'
    | 'profile.erasureWithdrawn'
    | 'profile.deleted'
    | 'invite.sent'
    | 'invite.opened'
    | 'invite.expired'
    | 'invite.failed'
    | 'campaign.created'
    | 'campaign.updated'
    | 'campaign.ended'
    | 'order.created'
    | 'order.started'
    | 'order.completed'
    | 'order.cancelled'
    | 'order.expired'
    | 'order.failed'
    | 'debrief.generated'
    | 'tag.created'
    | 'tag.updated'
    | 'tag.deleted'
    | 'tag.profilesReplaced'
    | 'savedTeam.created'
    | 'savedTeam.updated'
    | 'savedTeam.peopleChanged'
    | 'savedTeam.deleted'
    | 'resourceAlias.created'
    | 'resourceAlias.updated'
    | 'resourceAlias.deleted'
    | 'shareLink.created'
    | 'shareLink.ended'
    | 'account.updated'
    | 'account.paused'
    | 'account.resumed'
    | 'account.trialLimitReached'
    | 'webhook.disabled'
  data: {
    [k: string]: unknown
  }
  customIds?: string[]
  actorName?: string | null
  campaignName?: string | null
}
export interface SentEvent {
  id: string
  seq: number
  timestamp: string
  accountId: string
  region: string
  mode: 'live' | 'demo' | 'sandbox'
  requestId: string | null
  by: {
    kind: 'client' | 'member' | 'person' | 'operator' | 'system'
    clientId: string | null
  }
  type:
    | 'profile.created'
    | 'profile.updated'
    | 'profile.activated'
    | 'assessment.started'
    | 'assessment.completed'
    | 'profile.completed'
    | 'profile.retakeIssued'
    | 'profile.erasureRequested'
    | 'profile.erasureWithdrawn'
    | 'profile.deleted'
    | 'invite.sent'
    | 'invite.opened'
    | 'invite.expired'
    | 'invite.failed'
    | 'campaign.created'
    | 'campaign.updated'
    | 'campaign.ended'
    | 'order.created'
    | 'order.started'
    | 'order.completed'
    | 'order.cancelled'
    | 'order.expired'
    | 'order.failed'
    | 'debrief.generated'
    | 'tag.created'
    | 'tag.updated'
    | 'tag.deleted'
    | 'tag.profilesReplaced'
    | 'savedTeam.created'
    | 'savedTeam.updated'
    | 'savedTeam.peopleChanged'
    | 'savedTeam.deleted'
    | 'resourceAlias.created'
    | 'resourceAlias.updated'
    | 'resourceAlias.deleted'
    | 'shareLink.created'
    | 'shareLink.ended'
    | 'account.updated'
    | 'account.paused'
    | 'account.resumed'
    | 'account.trialLimitReached'
    | 'webhook.disabled'
  data: {
    [k: string]: unknown
  }
  customIds?: string[]
  actorName?: string | null
  campaignName?: string | null
  deliveries: {
    webhookId: string
    deliveryId: string
    state: 'waiting' | 'delivered' | 'failed' | 'cancelled'
    attempts: number
  }[]
}
export interface EventType {
  type:
    | 'profile.created'
    | 'profile.updated'
    | 'profile.activated'
    | 'assessment.started'
    | 'assessment.completed'
    | 'profile.completed'
    | 'profile.retakeIssued'
    | 'profile.erasureRequested'
    | 'profile.erasureWithdrawn'
    | 'profile.deleted'
    | 'invite.sent'
    | 'invite.opened'
    | 'invite.expired'
    | 'invite.failed'
    | 'campaign.created'
    | 'campaign.updated'
    | 'campaign.ended'
    | 'order.created'
    | 'order.started'
    | 'order.completed'
    | 'order.cancelled'
    | 'order.expired'
    | 'order.failed'
    | 'debrief.generated'
    | 'tag.created'
    | 'tag.updated'
    | 'tag.deleted'
    | 'tag.profilesReplaced'
    | 'savedTeam.created'
    | 'savedTeam.updated'
    | 'savedTeam.peopleChanged'
    | 'savedTeam.deleted'
    | 'resourceAlias.created'
    | 'resourceAlias.updated'
    | 'resourceAlias.deleted'
    | 'shareLink.created'
    | 'shareLink.ended'
    | 'account.updated'
    | 'account.paused'
    | 'account.resumed'
    | 'account.trialLimitReached'
    | 'webhook.disabled'
  description: string
  since: string
  deprecated: boolean
  scope: string | null
  schema: {
    [k: string]: unknown
  }
  sample: Event
}
export interface Webhook {
  id: string
  createdAt: string
  updatedAt: string
  name: string | null
  url: string
  types: string[] | null
  order: 'none' | 'strict'
  maxInFlight: number
  include: 'customIds'[]
  state: 'enabled' | 'disabled'
  disabledReason: ('failing' | 'gone' | 'backlog' | 'grantEnded') | null
  formerSecretUntil: string | null
  health?: WebhookHealth
  missed?: {
    from: number
    to: number
    count: number
    after: string | null
  }
}
export interface WebhookHealth {
  state: 'healthy' | 'failing' | 'disabled'
  lastSuccessAt: string | null
  failingSince: string | null
  waiting: number
  oldestWaitingAt: string | null
  last24h: {
    delivered: number
    failed: number
    p50Ms: number | null
    p95Ms: number | null
  }
  hours?: {
    delivered: number
    failed: number
  }[]
}
export interface WebhookWithSecret {
  id: string
  createdAt: string
  updatedAt: string
  name: string | null
  url: string
  types: string[] | null
  order: 'none' | 'strict'
  maxInFlight: number
  include: 'customIds'[]
  state: 'enabled' | 'disabled'
  disabledReason: ('failing' | 'gone' | 'backlog' | 'grantEnded') | null
  formerSecretUntil: string | null
  health?: WebhookHealth
  missed?: {
    from: number
    to: number
    count: number
    after: string | null
  }
  secret: string
}
export interface WebhookDelivery {
  id: string
  webhookId: string
  eventId: string
  seq: number
  type:
    | 'profile.created'
    | 'profile.updated'
    | 'profile.activated'
    | 'assessment.started'
    | 'assessment.completed'
    | 'profile.completed'
    | 'profile.retakeIssued'
    | 'profile.erasureRequested'
    | 'profile.erasureWithdrawn'
    | 'profile.deleted'
    | 'invite.sent'
    | 'invite.opened'
    | 'invite.expired'
    | 'invite.failed'
    | 'campaign.created'
    | 'campaign.updated'
    | 'campaign.ended'
    | 'order.created'
    | 'order.started'
    | 'order.completed'
    | 'order.cancelled'
    | 'order.expired'
    | 'order.failed'
    | 'debrief.generated'
    | 'tag.created'
    | 'tag.updated'
    | 'tag.deleted'
    | 'tag.profilesReplaced'
    | 'savedTeam.created'
    | 'savedTeam.updated'
    | 'savedTeam.peopleChanged'
    | 'savedTeam.deleted'
    | 'resourceAlias.created'
    | 'resourceAlias.updated'
    | 'resourceAlias.deleted'
    | 'shareLink.created'
    | 'shareLink.ended'
    | 'account.updated'
    | 'account.paused'
    | 'account.resumed'
    | 'account.trialLimitReached'
    | 'webhook.disabled'
  createdAt: string
  state: 'waiting' | 'delivered' | 'failed' | 'cancelled'
  attempts: number
  dueAt: string | null
  doneAt: string | null
  isReplay: boolean
  reason: string | null
  log?: WebhookAttempt[]
}
export interface WebhookAttempt {
  n: number
  at: string
  status: number | null
  milliseconds: number
  error: string | null
  excerpt?: string | null
}
export interface Message {
  id: string
  profileId: string | null
  channel: 'email' | 'sms'
  kind:
    | ('invite' | 'start' | 'newLink' | 'member' | 'notice' | 'memberNotice' | 'security' | 'former' | 'code')
    | null
  purpose:
    | (
        | 'invite'
        | 'start'
        | 'newLink'
        | 'member'
        | 'notice'
        | 'memberNotice'
        | 'security'
        | 'former'
        | 'code'
        | 'reminder'
        | 'results'
        | 'digest'
      )
    | null
  campaign: {
    id: string
    name: string | null
  } | null
  member: {
    id: string
    email: string | null
  } | null
  lane: 'signIn' | 'single' | 'bulk'
  state: 'waiting' | 'sent' | 'failed'
  attempts: number
  nextAttemptAt: string | null
  createdAt: string
  doneAt: string | null
  failure: ('recipient' | 'content' | 'policy' | 'unreachable' | 'expired') | null
  failureCode: string | null
  bouncedAt: string | null
  addressChanged: boolean | null
  delayReports: number
  retries: number
  retryUntil: string | null
  discardedAt: string | null
}
export interface Sandbox {
  id: string
  name: string
  createdAt: string
}
export interface SandboxPersona {
  id:
    | 'steady'
    | 'driving'
    | 'outgoing'
    | 'careful'
    | 'balanced'
    | 'straight_liner'
    | 'random'
    | 'yes_sayer'
    | 'too_fast'
    | 'gives_up'
  description: string
  leads: ('D' | 'I' | 'S' | 'C') | null
  trips: string | null
  completes: boolean
}
export interface SandboxPerson {
  profileId: string
  persona:
    | 'steady'
    | 'driving'
    | 'outgoing'
    | 'careful'
    | 'balanced'
    | 'straight_liner'
    | 'random'
    | 'yes_sayer'
    | 'too_fast'
    | 'gives_up'
  state: 'completed' | 'in_progress' | 'opened' | 'invited' | 'expired' | 'bounced' | 'not_invited'
}
export interface SandboxReset {
  profiles: number
  tags: number
}
export interface SandboxMessage {
  id: string
  profileId: string
  channel: 'email' | 'sms' | 'callback'
  to: string
  subject: string
  text: string
  links: string[]
  createdAt: string
}
export interface AuditEntry {
  id: string
  seq: number
  at: string
  actor: {
    kind: 'client' | 'member' | 'person' | 'operator' | 'system'
    id: string
    clientId: string | null
    name?: string | null
    clientName?: string | null
  }
  action: string
  target: {
    type: string
    id: string
    name?: string | null
  }
  requestId: string
  changes: {
    [k: string]: unknown
  }
  hash: string
}
