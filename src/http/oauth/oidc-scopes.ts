/** Scopes of OpenID Connect, which are no scopes of ours. */
export const oidcScopes = ['openid', 'offline_access']
