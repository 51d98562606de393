/** Who made a link: a program, an app for a member, or a member in the dashboard; all null for a person's own. */
export type Maker = {
  clientId: string | null
  grantId: string | null
  memberId: string | null
}
